"""Which instants does a text say that things happened at, and have they come?

A full date-time is an instant; a date alone only behind a word such as ``as of``; a time alone only
in a heading or a note of a day's log. What is planned (due, until, expected) may lie ahead.
Source: OGL 4.4, T14, ADR 0193.
"""

from __future__ import annotations

import re

from cortex.core.imports.dates import instant_us
from cortex.core.text.patterns import pattern
from cortex.model.durations import SECOND_US
from cortex.model.lean_classes import NamedTuple

TOLERANCE_US = 120 * SECOND_US
"""How far an instant may lie ahead: two clocks of one house differ by seconds."""

TEXT_CHARS_MAX = 262_144
"""Characters of a text that are looked at; a memory file has a tenth of them."""

_INSTANT = pattern(
    r"(?<![\d-])(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)"
    r"\s?(Z|UTC|GMT|[+-]\d\d:?\d\d)?(?![\d:])",
    re.IGNORECASE,
)
_DAY = pattern(
    r"\b(?:as[ _]of|modified|updated|created|written|rewritten|superseded|captured|recorded|"
    r"verified on|date)\b[\"']?\s*[:=]?\s*[\"']?(\d{4}-\d\d-\d\d)(?![\dT])(?! \d\d:)",
    re.IGNORECASE,
)
_CLOCK = pattern(
    r"^(?:#{1,3}\s.*?[-–—]\s*|[-*\s]*NOTE\s+)(\d\d:\d\d(?::\d\d)?)\s*UTC\b", re.IGNORECASE
)
_PLAN = pattern(
    r"(?:\b(?:due|until|till|by|before|expected?|expires?|expiry|ends?|ending|deadline|next|"
    r"scheduled?|planned?|valid|starts?|from|on|at|fire_at|remind(?:er)?|bis|fällig|spätestens|ab|"
    r"avant|jusqu'?(?:au|à)|échéance|prévue?|hasta|antes|vence)\b|截止|到期|之前|预计)"
    r"[\s:=\"'(]*(?:the|den|le|el|am)?\s*$",
    re.IGNORECASE,
)
_PLAN_CHARS = 32  # Before an instant, in which the word of a plan stands.


class Stamp(NamedTuple):
    """An instant a text claims: its line, as it is written, and when; None when there is none."""

    line: int
    shown: str
    at_us: int | None


def stamps(text: str, day: str = "") -> list[Stamp]:
    """Give the instants a text claims that something happened at, in order.

    Args:
        day: the UTC day a daily log is of, ``2026-11-30``; empty for another file.
    """
    found: list[Stamp] = []
    for number, line in enumerate(text[:TEXT_CHARS_MAX].split("\n"), start=1):
        if ":" not in line and "-" not in line:
            continue
        found += [
            Stamp(number, match[0].strip(), _instant(match))
            for match in _INSTANT.finditer(line)
            if not _is_plan(line, match.start())
        ]
        days = _DAY.findall(line)
        found += [Stamp(number, shown, instant_us(shown)) for shown in days]
        clock = _CLOCK.match(line) if day else None
        if clock:
            found.append(Stamp(number, f"{clock[1]} UTC", instant_us(f"{day}T{clock[1]}Z")))
    return found


def future(found: list[Stamp], now_us: int) -> list[Stamp]:
    """Give the instants that have not come, in order; a day counts from its first moment."""
    return [one for one in found if one.at_us is not None and one.at_us > now_us + TOLERANCE_US]


def broken(found: list[Stamp]) -> list[Stamp]:
    """Give what looks like an instant and is none, such as a month 13."""
    return [one for one in found if one.at_us is None]


def log_day(path: str) -> str:
    """Give the day a daily log is of by its name, or an empty text for another file."""
    name = path.rpartition("/")[2]
    is_one = len(name) == len("2026-11-30.md") and name.endswith(".md")
    return name[:10] if is_one and instant_us(name[:10]) is not None else ""


def is_future_day(day: str, now_us: int) -> bool:
    """Tell whether a day has not begun anywhere in UTC."""
    at_us = instant_us(day)
    return at_us is not None and at_us > now_us + TOLERANCE_US


def _instant(match: re.Match[str]) -> int | None:
    zone = (match[3] or "Z").upper()
    return instant_us(f"{match[1]}T{match[2]}{'Z' if zone in {'UTC', 'GMT'} else zone}")


def _is_plan(line: str, at: int) -> bool:
    return bool(_PLAN.search(line[max(0, at - _PLAN_CHARS) : at]))
