"""Which instant does a text of the vault name?

A date, or a date and time with a zone; compared at whole milliseconds. Source: vault contract.
"""

from __future__ import annotations

import re
from datetime import date

_GRAMMAR = re.compile(
    r"(\d{4})-(\d\d)-(\d\d)"
    r"(?:T(\d\d):(\d\d)(?::(\d\d))?(?:\.(\d{1,9}))?(?:Z|([+-])(\d\d):(\d\d)))?",
    re.ASCII,
)
_EPOCH_DAY = date(1970, 1, 1).toordinal()
YEAR_MIN = 100
"""First year that is read; the contract's first implementation took 0 to 99 for 1900 and on."""

EPOCH = "1970-01-01T00:00:00.000Z"
"""Creation of a record that does not say."""


def parse_ms(text: str) -> int | None:
    """Give milliseconds since 1970 in UTC, or None when the text names no instant."""
    found = _GRAMMAR.fullmatch(text)
    if found is None:
        return None
    year, month, day = int(found[1]), int(found[2]), int(found[3])
    if year < YEAR_MIN:
        return None
    try:
        days = date(year, month, day).toordinal() - _EPOCH_DAY
    except ValueError:
        return None
    if found[4] is None:
        return days * 86_400_000
    hour, minute, second = int(found[4]), int(found[5]), int(found[6] or 0)
    zone_hour, zone_minute = int(found[9] or 0), int(found[10] or 0)
    if hour > 23 or minute > 59 or second > 59 or zone_hour > 23 or zone_minute > 59:
        return None
    offset = (zone_hour * 60 + zone_minute) * (-1 if found[8] == "-" else 1)
    milliseconds = int(((found[7] or "") + "000")[:3])
    return ((days * 24 + hour) * 60 + minute - offset) * 60_000 + second * 1000 + milliseconds


def iso_ms(instant_ms: int) -> str:
    """Write an instant with milliseconds and Z."""
    seconds, milliseconds = divmod(instant_ms, 1000)
    days, rest = divmod(seconds, 86_400)
    ordinal = days + _EPOCH_DAY
    # A zone behind UTC carries the last evening of 9999 over: years of five digits have a sign.
    day = "+010000-01-01" if ordinal > date.max.toordinal() else date.fromordinal(ordinal)
    hour, rest = divmod(rest, 3600)
    minute, second = divmod(rest, 60)
    return f"{day}T{hour:02}:{minute:02}:{second:02}.{milliseconds:03}Z"
