"""What does the brain say beside a prompt, once it is known to be a question?

The facts that ``cortex query`` admits for the same words, and no others: there is no second
ranking. What the session was told, and what the prompt says itself, is left out. Reads one snapshot
and writes nothing. Source: docs/formats/prompt-brief.md.
"""

from __future__ import annotations

from cortex.core.brief.outcomes import (
    INJECTED,
    SILENT_NO_ROOM,
    SILENT_NOTHING,
    SILENT_SAID,
    SILENT_TOLD,
)
from cortex.core.brief.packing import Brief, fresh_cards, pack, unsaid_cards
from cortex.model.questions import Question
from cortex.services.recall import admitted_cards, judge_question

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from collections.abc import Collection

    from cortex.ports.brain import BrainReader
    from cortex.services.recall import Asker

NOTHING = Brief("", ())


def prompt_question(text: str) -> Question:
    """Give the question a prompt stands for: as `cortex query` asks it, without extras."""
    return Question(text, wants_leads=False, wants_pinned=False)


def prompt_brief(
    reader: BrainReader, text: str, asker: Asker, told: Collection[str], bytes_max: int
) -> tuple[Brief, str]:
    """Give what is said beside a prompt, and what became of it.

    Args:
        text: the question in the prompt.
        told: keys of what the session knows already.
        bytes_max: bytes of the whole inside a JSON string.
    """
    question = prompt_question(text)
    cards = admitted_cards(reader, judge_question(reader, question, asker), asker)
    if not cards:
        return NOTHING, SILENT_NOTHING
    news = unsaid_cards(cards, text)
    if not news:
        return NOTHING, SILENT_SAID
    fresh = fresh_cards(news, told)
    if not fresh:
        return NOTHING, SILENT_TOLD
    brief = pack(fresh, asker.scope, bytes_max)
    return (brief, INJECTED) if brief.text else (NOTHING, SILENT_NO_ROOM)
