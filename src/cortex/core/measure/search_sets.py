"""Which documents and questions does a labelled set for search hold?

Readers for LoCoMo's conversations and for commits with changelog entries. Questions without a
document that answers are counted and left out.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from cortex.model.durations import SECOND_US
from cortex.model.errors import InvalidRequest
from cortex.model.search_measures import SearchSet, SetGroup, SetQuestion, SetTurn

LOCOMO_CATEGORIES = {
    1: "1 multi-hop",
    2: "2 temporal",
    3: "3 open-domain",
    4: "4 single-hop",
    5: "5 adversarial",
}

_SPOKEN_AT = "%I:%M %p on %d %B, %Y"
_EVIDENCE = r"D:?(\d+):(\d+)"


def read_locomo(text: str, source: str) -> SearchSet:
    """Read a list of conversations; a turn is a document, its picture's caption is part of it.

    Raises:
        InvalidRequest: the text is no such list.
    """
    try:
        conversations = json.loads(text)
        groups, left_out = [], 0
        for one in conversations:
            turns = tuple(_turns(one["sample_id"], one["conversation"]))
            known = {turn.key for turn in turns}
            questions = [_locomo_question(asked, one["sample_id"], known) for asked in one["qa"]]
            kept = tuple(question for question in questions if question.gold)
            left_out += len(questions) - len(kept)
            groups.append(SetGroup(one["sample_id"], turns, kept))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise _unreadable(source, "conversations of LoCoMo") from error
    return SearchSet("locomo", tuple(groups), left_out)


def read_devmem(text: str, source: str) -> SearchSet:
    """Read projects whose commits are the documents and whose changelog entries the questions.

    Raises:
        InvalidRequest: the text is no such object.
    """
    try:
        groups, left_out = [], 0
        for name, project in sorted(json.loads(text).items()):
            turns = tuple(
                SetTurn(f"{name}/{place}", document["text"])
                for place, document in enumerate(project["docs"])
            )
            questions = [
                SetQuestion(
                    asked["q"], tuple(f"{name}/{place}" for place in asked["gold"]), "changelog"
                )
                for asked in project["queries"]
            ]
            kept = tuple(question for question in questions if question.gold)
            left_out += len(questions) - len(kept)
            groups.append(SetGroup(name, turns, kept))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise _unreadable(source, "projects with docs and queries") from error
    return SearchSet("devmem", tuple(groups), left_out)


def _turns(sample: str, conversation: Mapping[str, Any]) -> list[SetTurn]:
    numbers = sorted(
        int(match[1]) for name in conversation if (match := re.fullmatch(r"session_(\d+)", name))
    )
    turns = []
    for number in numbers:
        spoken = datetime.strptime(
            conversation[f"session_{number}_date_time"].upper(), _SPOKEN_AT
        ).replace(tzinfo=UTC)
        start_us = int(spoken.timestamp()) * SECOND_US
        for place, turn in enumerate(conversation[f"session_{number}"]):
            caption = turn.get("blip_caption")
            said = turn["text"] + (f"\n[picture: {caption}]" if caption else "")
            turns.append(
                SetTurn(
                    key=f"{sample}/{turn['dia_id']}",
                    text=said,
                    speaker=turn["speaker"],
                    session=f"{sample}/{number}",
                    at_us=start_us + place * SECOND_US,
                )
            )
    return turns


def _locomo_question(asked: Mapping[str, Any], sample: str, known: set[str]) -> SetQuestion:
    """Give a question; an evidence string may hold several ids, and some ids do not exist."""
    named = [
        f"{sample}/D{int(session)}:{int(turn)}"
        for evidence in asked.get("evidence", ())
        for session, turn in re.findall(_EVIDENCE, evidence)
    ]
    gold = tuple(dict.fromkeys(key for key in named if key in known))
    category = LOCOMO_CATEGORIES.get(asked["category"], str(asked["category"]))
    return SetQuestion(asked["question"], gold, category)


def _unreadable(source: str, what: str) -> InvalidRequest:
    message = f"{source} does not hold {what}"
    return InvalidRequest(message, remedy="name the file of the set", field="data")
