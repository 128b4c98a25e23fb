"""Which fact or version does this text name?

Every form Cortex prints is read back: ``decision::12`` on cards, ``d12`` in the boot brief,
``fact 12`` and a bare ``12`` as people write them, ``version 12`` and ``v12`` in the history, with
the brackets, quotes or commas they were copied with. Source: docs/formats/history.md.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from cortex.core.text.patterns import pattern
from cortex.model.errors import InvalidRequest
from cortex.model.facts import FactKind
from cortex.model.lean_classes import NamedTuple

if TYPE_CHECKING:
    from cortex.model.revisions import RevisionId

REVISION_PREFIX = "rev:"

ID_MAX = 2**63 - 1
"""Largest id a store can give: SQLite and PostgreSQL both count rows in signed 64 bits."""

SHOWN_CHARS_MAX = 40
"""Characters of a text that is quoted back; a longer one was not meant as a reference, and may be
memory text that no message repeats."""

_DIGITS_MAX = 19  # Fewer digits than this are below ID_MAX.

REVISION_FORMS = "rev:12@3 for the third revision of fact 12"
FACT_FORMS = "decision::12, memory::12, d12, m12, fact 12 or 12"
VERSION_FORMS = "version 12, v12 or 12"


class _Form(NamedTuple):
    """What a kind of reference looks like: a word in front, if any, and a number."""

    what: str
    accepted: str
    pattern: re.Pattern[str]


_WRAPPING = " \t\r\n[](){}<>\"'`.,;"
_NUMBER = r"(?:::|[:#\s]\s*|(?=[0-9])))?#?([0-9]+)"
_FACT = _Form("fact", FACT_FORMS, pattern("(?:(decision|memory|fact|d|m)" + _NUMBER))
_VERSION = _Form("version", VERSION_FORMS, pattern("(?:(version|v)" + _NUMBER))
_KINDS = {
    "decision": FactKind.DECISION,
    "d": FactKind.DECISION,
    "memory": FactKind.MEMORY,
    "m": FactKind.MEMORY,
}


class Reference(NamedTuple):
    """A fact by id; ``kind`` is the family the text names, or None when it names none."""

    fact_id: int
    kind: FactKind | None = None

    def __str__(self) -> str:
        """Give the form that is printed, ``fact 12`` when the family is not known."""
        return f"fact {self.fact_id}" if self.kind is None else f"{self.kind}::{self.fact_id}"


def parse_reference(text: str, field: str = "reference") -> Reference:
    """Give the fact a text names; case and surrounding marks do not matter.

    Args:
        text: one of ``FACT_FORMS``, or the id of a revision, which names its fact.
        field: the argument the text came in, for the error.

    Raises:
        InvalidRequest: the text has no such form, or its number cannot be an id.
    """
    if is_revision(text):
        return Reference(parse_revision(text, field).fact_id)
    family, fact_id = _read(_FACT, text, field)
    return Reference(fact_id, _KINDS.get(family))


def is_revision(text: str) -> bool:
    """Tell whether a text is meant as the id of a revision."""
    written = text.strip(_WRAPPING).casefold()
    return written.startswith(REVISION_PREFIX) and "@" in written


def parse_revision(text: str, field: str = "reference") -> RevisionId:
    """Give the revision a text names.

    Raises:
        InvalidRequest: the text has no form of ``REVISION_FORMS``, or a number cannot be an id.
    """
    from cortex.model.revisions import RevisionId  # Few commands name one.

    written = text.strip(_WRAPPING).casefold().removeprefix(REVISION_PREFIX)
    numbers = [part.strip().removeprefix("fact:") for part in written.split("@")]
    fits = all(each.isascii() and each.isdigit() and len(each) < _DIGITS_MAX for each in numbers)
    if len(numbers) != len(RevisionId._fields) or not fits or "0" in numbers:
        message = f"{_quoted(text)} names no revision"
        raise InvalidRequest(message, remedy=f"write {REVISION_FORMS}", field=field)
    return RevisionId(int(numbers[0]), int(numbers[1]))


def parse_version(text: str | int, field: str = "version") -> int:
    """Give the version id a text (or a number) names, at least 1.

    Raises:
        InvalidRequest: the text is none of ``VERSION_FORMS``, or the number cannot be an id.
    """
    return _read(_VERSION, str(text), field)[1]


def _read(form: _Form, text: str, field: str) -> tuple[str, int]:
    """Give (word in front, id); the length of the digits is looked at before their value."""
    match = form.pattern.fullmatch(text.strip(_WRAPPING).casefold())
    digits = match[2].lstrip("0") if match else ""
    if match is None or not digits or len(digits) > len(str(ID_MAX)) or int(digits) > ID_MAX:
        raise _refused(form, text, field)
    return match[1] or "", int(digits)


def _refused(form: _Form, text: str, field: str) -> InvalidRequest:
    message = f"{_quoted(text)} names no {form.what}"
    return InvalidRequest(message, remedy=f"write {form.accepted}", field=field)


def _quoted(text: str) -> str:
    if not text.strip():
        return "an empty text"
    if len(text) > SHOWN_CHARS_MAX:
        return f"a text of {len(text)} characters"
    shown = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)
    return f"'{shown}'"
