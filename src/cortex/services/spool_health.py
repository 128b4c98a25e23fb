"""Does what hooks take down get into the brain, or does it pile up?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.model.durations import DAY_US
from cortex.model.outcomes import Finding, Level
from cortex.wire.instants import format_instant

if TYPE_CHECKING:
    from cortex.ports.spool import SpoolState

WAITING_US_WARN = 2 * DAY_US
"""Microseconds an event may wait: over a weekend nobody asks anything; after that nobody drains."""

DRAIN = "run `cortex maintain`"


def spool_finding(state: SpoolState, now_us: int) -> Finding:
    """Give one finding: what waits, what found no room, and what could not be kept."""
    faults = []
    if state.refused:
        faults.append(f"{_events(state.refused)} found no room and are lost")
    if state.quarantined:
        rows = "1 row" if state.quarantined == 1 else f"{state.quarantined} rows"
        faults.append(f"{rows} could not be kept: see the quarantine in the spool folder")
    waits = _waiting(state)
    if state.oldest_us is not None and now_us - state.oldest_us > WAITING_US_WARN:
        faults.append(waits)
    if faults:
        return Finding("spool", Level.WARN, "; ".join(faults), DRAIN)
    return Finding("spool", Level.PASS, waits)


def _waiting(state: SpoolState) -> str:
    if not state.bytes_waiting or state.oldest_us is None:
        return "nothing that hooks took down waits"
    size = max(1, state.bytes_waiting // 1024)
    return f"{size} KiB of events wait since {format_instant(state.oldest_us)}"


def _events(count: int) -> str:
    return "1 event" if count == 1 else f"{count} events"
