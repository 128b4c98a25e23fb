"""When is somebody to be reminded, and what is said then? Source: OGL 3.12."""

from __future__ import annotations

import re

from cortex.core.imports.dates import instant_us
from cortex.core.text.patterns import pattern
from cortex.model.durations import DAY_US, SECOND_US
from cortex.model.errors import InvalidRequest

AHEAD_US_MAX = 3_660 * DAY_US
"""How far an instant may lie ahead: ten years; what lies further was mistyped."""

_SPAN = pattern(
    r"^(?:in\s+)?(\d{1,5})\s*(m|min|mins|minutes?|h|hours?|d|days?|w|weeks?)$", re.IGNORECASE
)
_UNITS = {"m": 60, "h": 3_600, "d": 86_400, "w": 604_800}


def read_when(text: str, now_us: int, field: str) -> int:
    """Give the instant that ``in 2h``, ``3 days`` or an ISO date-time means; it lies ahead.

    Raises:
        InvalidRequest: it is none, is over, or lies more than ten years ahead.
    """
    said = " ".join(text.split())
    span = _SPAN.match(said)
    if span:
        whole_us = -(-now_us // SECOND_US) * SECOND_US  # Nobody means a part of a second.
        at_us = whole_us + int(span[1]) * _UNITS[span[2][0].lower()] * SECOND_US
    else:
        read = instant_us(said)
        if read is None:
            message = f"'{field}' is no instant ahead: '{said[:40]}'"
            remedy = 'write "in 30m", "in 2h", "in 3 days", 2026-11-30 or 2026-11-30T10:00Z (UTC)'
            raise InvalidRequest(message, remedy=remedy, field=field)
        at_us = read
    if not now_us < at_us <= now_us + AHEAD_US_MAX:
        why = "is over already" if at_us <= now_us else "lies more than ten years ahead"
        message = f"'{field}' {why}: '{said[:40]}'"
        raise InvalidRequest(message, remedy="name an instant of the next ten years", field=field)
    return at_us
