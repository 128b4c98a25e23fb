"""Which note is meant by what somebody typed? Every text clean, one fact, a name that fits."""

from __future__ import annotations

from collections.abc import Mapping

from cortex.core.boot.calendar import day_text, second_text
from cortex.core.seat.fact_lines import PREDICATE_CHARS_MAX
from cortex.core.seat.notes import (
    DESCRIPTION_CHARS_MAX,
    PART_CHARS_MAX,
    RULE_CHARS_MAX,
    TYPES,
    NewNote,
    is_slug,
    slug_of,
)
from cortex.core.seat.plain import entry_text, line_text
from cortex.core.seat.sources import read_source
from cortex.model.errors import InvalidRequest
from cortex.model.limits import NAME_CHARS_MAX
from cortex.model.seat_gate import Claim, Layer


def new_note(said: Mapping[str, str], as_of_us: int, now_us: int) -> tuple[NewNote, Claim]:
    """Give the note, and what it claims.

    Args:
        said: text, source, type, name, description, why, how, subject, predicate, session,
            verified (empty for no); what was not said is empty.
        as_of_us: when it holds by its source.

    Raises:
        InvalidRequest: a text is missing, too long, or none; the name or the type is none.
    """
    source = read_source(said["source"])
    rule = entry_text(said["text"], RULE_CHARS_MAX, "text")
    if "\n\n" in rule:
        message = "'text' has more than one paragraph; a note is one fact"
        raise InvalidRequest(message, remedy="use --why and --how, or make two notes", field="text")
    if said["type"] not in TYPES:
        message = f"'{said['type']}' is no type of a note"
        raise InvalidRequest(message, remedy=f"one of {', '.join(TYPES)}", field="type")
    description = _line(said, "description", DESCRIPTION_CHARS_MAX) or _first(rule)
    slug = said["name"] or slug_of(description)
    if not is_slug(slug):
        message = "'name' has to be words in lower case with hyphens between them"
        raise InvalidRequest(message, remedy=f"such as {slug_of(slug)}", field="name")
    subject = _line(said, "subject", NAME_CHARS_MAX)
    predicate = _line(said, "predicate", PREDICATE_CHARS_MAX)
    note = NewNote(
        slug=slug,
        description=description,
        type=said["type"],
        rule=rule,
        why=_part(said, "why"),
        how=_part(said, "how"),
        source=str(source),
        as_of=day_text(as_of_us),
        modified=second_text(now_us),
        session_id=_line(said, "session", NAME_CHARS_MAX),
        subject=subject,
        predicate=predicate,
        value=rule if predicate else "",
        is_verified=bool(said["verified"]),
    )
    claim = Claim(Layer.NOTE, subject or slug, predicate, rule, source, as_of_us, note.is_verified)
    return note, claim


def _part(said: Mapping[str, str], name: str) -> str:
    return " ".join(entry_text(said[name], PART_CHARS_MAX, name).split()) if said[name] else ""


def _line(said: Mapping[str, str], name: str, chars_max: int) -> str:
    return line_text(said[name], chars_max, name) if said[name] else ""


def _first(rule: str) -> str:
    """Give the first sentence of a rule, as its description."""
    line = " ".join(rule.split())
    for end in ("! ", "? ", "。"):
        head, found, _ = line.partition(end)
        line = head if found else line
    at = line.find(". ")
    while at != -1 and "." in line[:at].rpartition(" ")[2]:  # A short form such as "e.g. this".
        at = line.find(". ", at + 1)
    line = line if at == -1 else line[:at]
    return line if len(line) <= DESCRIPTION_CHARS_MAX else line[: DESCRIPTION_CHARS_MAX - 1] + "…"
