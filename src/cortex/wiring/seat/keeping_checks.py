"""How does the doctor look whether what a seat's sessions said is kept?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.seat.exchanges import Compaction, find_compactions
from cortex.seat.keeping_checks import keeping_checks
from cortex.stores.sources.transcript_tail import read_tail

if TYPE_CHECKING:
    from cortex.model.seat_checks import SeatCheck
    from cortex.wiring.seat.opening import OpenSeat

TAIL_BYTES_MAX = 64 * 1024 * 1024
"""Bytes of a transcript that are looked at, newest first: a month of sessions, in a second."""


def checks_of(opened: OpenSeat) -> tuple[SeatCheck, ...]:
    """Give D1, D6, D8 and D15 of a seat."""
    return keeping_checks(opened.seat, (opened.files, opened.kept), compactions_in, opened.now_us)


def compactions_in(path: str) -> tuple[Compaction, ...] | None:
    """Give the compactions a transcript tells of, or None when it cannot be read."""
    try:
        tail = read_tail(path, TAIL_BYTES_MAX)
    except OSError:
        return None
    return find_compactions(line for line in tail.lines() if b"ompact" in line)
