"""How does a doctor look at what may not be readable? What cannot be read is a FAIL, and named."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from cortex.model.refusals import SeatFileRefused
from cortex.model.seat_checks import FAIL, SeatCheck


def looked(check: str, look: Callable[[], SeatCheck]) -> SeatCheck:
    """Give the row of a check; where a file stops it, a FAIL that names the file."""
    try:
        return look()
    except SeatFileRefused as refused:
        return unreadable(check, refused)


def looked_at(check: str, look: Callable[[], Iterable[SeatCheck]]) -> tuple[SeatCheck, ...]:
    """Give the rows of several checks; where a file stops them, a FAIL of this name behind them."""
    found: list[SeatCheck] = []
    try:
        found.extend(look())
    except SeatFileRefused as refused:
        found.append(unreadable(check, refused))
    return tuple(found)


def unreadable(check: str, refused: SeatFileRefused) -> SeatCheck:
    """Give the FAIL of a check that a file stopped."""
    return SeatCheck(check, FAIL, refused.message, refused.remedy or "look at the file")
