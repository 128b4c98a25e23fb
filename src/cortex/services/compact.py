"""How is the file kept small while others read and write? Source: CQR 12.6, ADR 0088."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.model.durations import DAY_US
from cortex.model.errors import StoreBusy
from cortex.model.housekeeping import Pressure, pressure_of
from cortex.services.grounds import Step

if TYPE_CHECKING:
    from cortex.model.housekeeping import FileSizes
    from cortex.services.grounds import Grounds

STORE_BYTES_SOFT = 256 * 1024 * 1024
STORE_BYTES_HARD = 512 * 1024 * 1024
"""Bytes in use at which housekeeping keeps less, and much less (CQR 12.6)."""

TELEMETRY = (
    "agent_boot", "budget_rejected", "decision_stored", "memory_stored", "rebuild", "recall_query",
)  # fmt: skip
"""Types of event that only count what happened. Others say who decided what, and stay."""

EVENT_DAYS = 14
EVENT_DAYS_HARD = 3
"""Days telemetry is kept (CQR 12.6)."""

EVENTS_OF_A_SLICE = 1000
"""Events deleted in one transaction: about 10 ms."""

PAGES_OF_A_SLICE = 256
"""Pages given back in one transaction: a megabyte, about 10 ms."""

FREE_PAGES_KEPT_BYTES = 100 * 4096
"""Bytes of free pages that stay for the next writes (CQR 12.6)."""


def size_pressure(sizes: FileSizes) -> Pressure:
    """Give how urgent it is to keep less."""
    return pressure_of(sizes.live_bytes, STORE_BYTES_SOFT, STORE_BYTES_HARD)


def checkpoint_slice(grounds: Grounds, position: int, pressure: Pressure) -> Step:
    """Move the log into the file.

    Raises:
        StoreBusy: a reader still needs part of it; nobody was kept waiting.
    """
    del position, pressure
    before = grounds.upkeep.sizes().wal_bytes
    if not grounds.upkeep.checkpoint():
        message = "a session that has been reading for long still needs the log"
        raise StoreBusy(message, remedy="close it, or try again later")
    return Step(0, (("log_bytes", before),), is_done=True)


def fold_slice(grounds: Grounds, position: int, pressure: Pressure) -> Step:
    """Put the facts that wait into the index."""
    del position, pressure
    return Step(0, (("folded", grounds.upkeep.fold_tail()),), is_done=True)


def prune_slice(grounds: Grounds, position: int, pressure: Pressure) -> Step:
    """Delete telemetry whose time is over."""
    del position
    before_us = events_before_us(grounds.now_us(), pressure)
    with grounds.brain.reading() as reader:
        if not reader.outbox.telemetry(TELEMETRY, before_us):
            return Step(0, is_done=True)
    with grounds.writing() as writer:
        gone = writer.outbox.prune_events(TELEMETRY, before_us, EVENTS_OF_A_SLICE)
    return Step(0, (("events", gone),), is_done=gone < EVENTS_OF_A_SLICE)


def release_slice(grounds: Grounds, position: int, pressure: Pressure) -> Step:
    """Give free pages back to the disk, the last step with the log."""
    del position, pressure
    sizes = grounds.upkeep.sizes()
    spare = sizes.free_bytes - FREE_PAGES_KEPT_BYTES
    gone = grounds.upkeep.release_pages(PAGES_OF_A_SLICE) if spare > 0 else 0
    if gone:
        return Step(0, (("released_bytes", gone),))
    grounds.upkeep.checkpoint()  # Only then does the file get shorter; a reader may put it off.
    return Step(0, is_done=True)


def events_before_us(now_us: int, pressure: Pressure) -> int:
    """Give the instant before which telemetry is over."""
    days = EVENT_DAYS_HARD if pressure is Pressure.HARD else EVENT_DAYS
    return now_us - days * DAY_US
