"""What does a number in a text mean to a search?

A number is one term: ``10,000`` is ``10000``, ``1.2.3`` and ``127.0.0.1`` are never taken apart, a
date is one term whatever separates it, and ``5GB`` is a number and its unit. So port 80 and port
8080 have no term in common, and a day never answers a question about a port.
"""

from __future__ import annotations

from cortex.core.text.folding import fold
from cortex.core.text.patterns import pattern
from cortex.core.text.readings import NUMBER, TERM_CHARS_MAX, Reading, whole_of
from cortex.core.text.stop_words import ORDINAL_TAILS

_DAY = r"(?:19|20)\d{2}(?P<gap>[-/.])(?:0?[1-9]|1[0-2])(?P=gap)(?:0?[1-9]|[12]\d|3[01])"
_CLOCK = r"\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?"
_ZONE = r"(?:[Zz]|[+\-]\d{2}:?\d{2})?"

# Both are spliced into the pattern of tokens.py, which guards their edges.
DATE_PATTERN = rf"{_DAY}(?:[Tt_]{_CLOCK}{_ZONE})?"
NUMBER_PATTERN = (
    r"[$\-]?(?:"
    r"\d{1,3}(?:,\d{3})+(?:\.\d+)?(?:[A-Za-z]{1,4})?%?"
    r"|\d{1,2}/\d{1,2}/\d{4}"
    r"|(?:19|20)\d{2}-(?:0[1-9]|1[0-2])"
    rf"|{_CLOCK}(?:[AaPp][Mm])?"
    r"|\d+(?:\.\d+)?[eE][+\-]?\d+"
    r"|\d+(?:\.\d+)?%"
    r")"
)
_NUMBER_AND_UNIT = pattern(r"(\d+(?:\.\d+)*)([a-z\u00b5\u03bc]+)")
_CLOCK_ONLY = pattern(_CLOCK)
_UNDERSCORED = pattern(r"\d{1,3}(?:_\d{3})+")


def read_date(raw: str) -> Reading:
    """Read a date, with or without a time: one term for the day, and the whole as written."""
    folded = fold(raw)
    separator = folded[4]
    day = folded.split("t")[0].split("_")[0]
    year, month, date = day.split(separator)[:3]
    return Reading(NUMBER, (f"{year}-{month:0>2}-{date:0>2}",), whole_of(folded))


def read_number(raw: str) -> Reading:
    """Read a number with a separator, sign, percent, currency, exponent or clock in it."""
    folded = fold(raw)
    if not _CLOCK_ONLY.fullmatch(folded):
        folded = folded.replace(",", "")
    bare = folded.lstrip("$-").rstrip("%")
    parts = number_parts(bare)
    is_plain = folded == bare and len(parts) == 1 and bare.replace(".", "").isdigit()
    return Reading(NUMBER, parts, None if is_plain else whole_of(folded))


def number_parts(folded: str) -> tuple[str, ...]:
    """Give the terms of a folded number: itself, or number and unit when letters follow it.

    The ending of an ordinal is no unit, and an exponent belongs to its number.
    """
    match = _NUMBER_AND_UNIT.fullmatch(folded)
    if match is None:
        return (folded[:TERM_CHARS_MAX],)
    figure, unit = match.groups()
    if unit in ORDINAL_TAILS:
        return (figure[:TERM_CHARS_MAX],)
    return (figure[:TERM_CHARS_MAX], unit[:TERM_CHARS_MAX])


def grouped_digits(folded: str) -> str | None:
    """Give ``10000`` for ``10_000``, or None when underscores do not group digits by three."""
    return folded.replace("_", "") if _UNDERSCORED.fullmatch(folded) else None
