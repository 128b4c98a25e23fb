"""How is a statement written as one line of a list, with its source and its day?

``- billing day: the 1st. (source: user/msg-812; as of 2026-11-30; verified: yes)``. What replaced
it is said in its line, so the history stays in the file. Source: OGL 3.5, docs/formats/entities.md.
"""

from __future__ import annotations

import re

from cortex.core.boot.calendar import day_text
from cortex.core.imports.dates import instant_us
from cortex.core.text.patterns import pattern
from cortex.model.errors import InvalidRequest
from cortex.model.lean_classes import NamedTuple
from cortex.model.seat_gate import Claim, Layer, Source, source_of

FACT_CHARS_MAX = 500
"""Characters of one line's statement: a fact, not a paragraph."""

PREDICATE_CHARS_MAX = 64
"""Characters of a predicate: the name of one property."""

LINE_CHARS_MAX = 4_096
"""Characters of a line that is looked at; a longer one is prose."""

_LINE = pattern(
    r"^[-*]\s+(?P<text>.*?)\.?(?:\s+superseded (?P<day>\d{4}-\d\d-\d\d) by (?P<by>.*?))?\.?"
    r"(?:\s*\(source: (?P<source>[^()\s;]+)(?P<rest>[^()]*)\))?\s*$"
)
_SUBJECT = pattern(r"^\[\[([^\]|#\n]{1,128})\]\]\s+(.*)$")
_PREDICATE = pattern(r"^([^\W_][^:.(){}\[\]]{0,63}?):\s+(\S.*)$")
_AS_OF = pattern(r"as of (\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?)")
_VERIFIED = pattern(r"verified: (yes|no)")
_RESERVED = pattern(r"\(source:|\bsuperseded \d{4}-\d\d-\d\d by\b", re.IGNORECASE)


class FactLine(NamedTuple):
    """One line as it was read.

    Attributes:
        claim: what it says.
        superseded: the day it was replaced; empty while it holds.
        by: what replaced it.
    """

    claim: Claim
    superseded: str = ""
    by: str = ""


def read_line(line: str, layer: Layer, subject: str) -> FactLine | None:
    """Give the statement of a line, or None for a line that is none.

    Args:
        subject: what it is about unless the line names another with ``[[...]]``.
    """
    # Runs of blanks become one: the pattern would crawl over them.
    is_looked_at = line[:1] in {"-", "*"} and len(line) <= LINE_CHARS_MAX
    found = _LINE.match(" ".join(line.split())) if is_looked_at else None
    if found is None or not found["text"].strip():
        return None
    text = found["text"].strip()
    named = _SUBJECT.match(text)
    if named:
        subject, text = named[1].strip(), named[2]
    predicate = _PREDICATE.match(text)
    rest = found["rest"] or ""
    as_of = _AS_OF.search(rest)
    verified = _VERIFIED.search(rest)
    claim = Claim(
        layer,
        subject,
        predicate[1].strip() if predicate else "",
        predicate[2].strip() if predicate else text,
        source_of(found["source"]) if found["source"] else None,
        instant_us(as_of[1]) if as_of else None,
        is_verified=bool(verified and verified[1] == "yes"),
    )
    return FactLine(claim, found["day"] or "", (found["by"] or "").strip())


def written_line(fact: FactLine, *, has_subject: bool = False) -> str:
    """Give the line of a statement; ``read_line`` gives the same statement back."""
    claim = fact.claim
    lead = f"[[{claim.subject}]] " if has_subject else ""
    said = statement(claim)
    parts = [f"- {lead}{_ended(said)}"]
    if fact.superseded:
        parts.append(f"superseded {fact.superseded} by {_ended(fact.by)}")
    if claim.source is not None:
        parts.append(f"({_provenance(claim)})")
    return " ".join(parts)


def statement(claim: Claim) -> str:
    """Give what a claim says, without its source."""
    return f"{claim.predicate}: {claim.text}" if claim.predicate else claim.text


def as_read(claim: Claim) -> Claim:
    """Give a claim as its line is read back: a name and a colon before its text are a predicate.

    Else it would pass the gate as a sentence, and stand beside the value it contradicts.
    """
    found = None if claim.predicate else _PREDICATE.match(claim.text)
    if found is None:
        return claim
    return claim._replace(predicate=found[1].strip(), text=found[2])


def require_writable(claim: Claim) -> None:
    """Refuse a claim that no line can hold.

    Raises:
        InvalidRequest: it contains the wording that marks a source or a replacement, a predicate
            that is none, or the mark of another noun.
    """
    if _SUBJECT.match(claim.text):
        message = "'text' begins with the mark of another noun"
        raise InvalidRequest(message, remedy="say it of that noun, by its name", field="text")
    for field, text in (("text", claim.text), ("predicate", claim.predicate)):
        if _RESERVED.search(text):
            message = f"'{field}' contains the words that mark a source or a replacement"
            raise InvalidRequest(message, remedy="give the source with --source", field=field)
    if claim.predicate and not _PREDICATE.match(f"{claim.predicate}: x"):
        message = "'predicate' is the name of one property, such as billing day"
        raise InvalidRequest(message, remedy="leave out colons and brackets", field="predicate")


def _provenance(claim: Claim) -> str:
    source = claim.source
    assert source is not None
    as_of = "" if claim.as_of_us is None else f"; as of {day_text(claim.as_of_us)}"
    return f"source: {_pointer(source)}{as_of}; verified: {'yes' if claim.is_verified else 'no'}"


def _pointer(source: Source) -> str:
    pointer = "".join("%20" if one.isspace() else one for one in source.pointer)
    for mark, code in (("(", "%28"), (")", "%29"), (";", "%3B")):
        pointer = pointer.replace(mark, code)
    return f"{source.kind}/{pointer}"


def _ended(text: str) -> str:
    return text if text.endswith((".", "!", "?", "。", "！", "？")) else f"{text}."
