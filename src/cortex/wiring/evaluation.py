"""Are the questions a person keeps answered rightly by that person's own brain?

The labelled set is a file of one JSON object a line: ``q`` and ``expect``, a list of references or
words of a right answer; an empty list asks for silence. Asking counts nothing as recalled.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from cortex.model.errors import InvalidRequest, StoreReadOnly
from cortex.model.lean_classes import NamedTuple
from cortex.model.questions import Question
from cortex.services.recall import Asker, recall
from cortex.wire.encoding import encode

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cortex.model.callers import Caller, Place
    from cortex.model.cards import Card
    from cortex.wiring.house import House

QUESTIONS_FILE = "eval.jsonl"
QUESTIONS_MAX = 2000
"""Questions of one file: an hour of writing, a minute of asking."""

FILE_BYTES_MAX = 4 * 1024 * 1024
_REMEDY = 'a line holds {"q": "...", "expect": ["..."]}'


class Labelled(NamedTuple):
    """A question and what a right answer holds; nothing for silence."""

    question: str
    expected: tuple[str, ...]


def evaluate(house: House, file: str | None, place: Place, caller: Caller) -> dict[str, object]:
    """Ask every question, and give how each was answered and the sums.

    Raises:
        InvalidRequest: the file cannot be read; the message names the line.
    """
    path = _path(house, file)
    asker = Asker(
        scope=house.scope(place),
        scope_ids=house.gate(place, caller).scope_ids,
        owner_id=caller.owner_id,
        now_us=house.now_us(),
    )
    rows = []
    for one in read_questions(path, is_default=file is None):
        cards = recall(house.known, Question(one.question), asker).cards
        rows.append(_row(one, cards))
    right = sum(1 for row in rows if row["right"])
    answered = [row for row in rows if row["expect"]]
    silent = [row for row in rows if not row["expect"]]
    return {
        "file": str(path),
        "asked": len(rows),
        "right": right,
        "failed": len(rows) - right,
        "first": sum(1 for row in answered if row["place"] == 1),
        "found": sum(1 for row in answered if row["place"] is not None),
        "silence_expected": len(silent),
        "silent": sum(1 for row in silent if row["right"]),
        "questions": rows,
    }


def add_question(
    house: House, file: str | None, question: str, expected: Sequence[str]
) -> dict[str, object]:
    """Add a question to the file, which is made when absent.

    Raises:
        InvalidRequest: there are no words, or too many questions.
        StoreReadOnly: the file cannot be written.
    """
    path = _path(house, file)
    if not question.strip():
        message = "the question has no words"
        raise InvalidRequest(message, remedy="ask something", field="add")
    if len(read_questions(path, is_default=True)) >= QUESTIONS_MAX:
        message = f"{path} holds {QUESTIONS_MAX} questions already"
        raise InvalidRequest(message, remedy="begin another with --file", field="file")
    line = encode({"q": question, "expect": list(expected)}) + "\n"
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        known = path.read_bytes() if path.exists() else b""
        gap = "\n" if known and not known.endswith(b"\n") else ""
        with path.open("a", encoding="utf-8") as opened:
            opened.write(gap + line)
    except OSError as error:
        message = f"{path} cannot be written: {error.strerror}"
        raise StoreReadOnly(message, remedy="name another with --file") from None
    return {"file": str(path), "question": question, "expect": list(expected)}


def read_questions(path: Path, *, is_default: bool) -> list[Labelled]:
    """Give the questions in the file's order; a missing default file holds none.

    Raises:
        InvalidRequest: it cannot be read, is too large, or a line is no question.
    """
    try:
        with path.open("rb") as opened:
            raw = opened.read(FILE_BYTES_MAX + 1)
        text = raw.decode("utf-8-sig")
    except FileNotFoundError:
        if is_default:
            return []
        message = f"there is no file {path}"
        raise InvalidRequest(message, remedy=_REMEDY, field="file") from None
    except (OSError, UnicodeDecodeError):
        message = f"{path} is no text that can be read"
        raise InvalidRequest(message, remedy=_REMEDY, field="file") from None
    if len(raw) > FILE_BYTES_MAX:
        message = f"{path} is larger than {FILE_BYTES_MAX} bytes"
        raise InvalidRequest(message, remedy="split it", field="file")
    found = [
        _labelled(line, f"{path}, line {number}")
        for number, line in enumerate(text.splitlines(), start=1)
        if line.strip()
    ]
    if len(found) > QUESTIONS_MAX:
        message = f"{path} holds more than {QUESTIONS_MAX} questions"
        raise InvalidRequest(message, remedy="split it", field="file")
    return found


def _labelled(line: str, where: str) -> Labelled:
    try:
        row = json.loads(line)
        question, expected = row["q"], row.get("expect", [])
        is_sound = isinstance(question, str) and bool(question.strip())
        is_sound = is_sound and isinstance(expected, list)
        is_sound = is_sound and all(isinstance(one, str) and one.strip() for one in expected)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        question, expected, is_sound = "", [], False
    if not is_sound:
        message = f"{where}: this is no question"
        raise InvalidRequest(message, remedy=_REMEDY, field="file")
    return Labelled(question, tuple(expected))


def _row(one: Labelled, cards: Sequence[Card]) -> dict[str, object]:
    place = next(
        (at for at, card in enumerate(cards, start=1) if _matches(card, one.expected)), None
    )
    return {
        "question": one.question,
        "expect": list(one.expected),
        "place": place,
        "cards": len(cards),
        "right": place is not None if one.expected else not cards,
    }


def _matches(card: Card, expected: Sequence[str]) -> bool:
    said = " ".join(str(card.fact.content.text).casefold().split())
    return any(
        wanted.strip() == card.fact.reference or " ".join(wanted.casefold().split()) in said
        for wanted in expected
    )


def _path(house: House, file: str | None) -> Path:
    return Path(house.settings.home, QUESTIONS_FILE) if file is None else Path(file)
