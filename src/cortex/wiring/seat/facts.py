"""How is the summary of a compaction kept, also when nobody told of it?

Prompts and ends of turns call this, so nothing here costs: a look at what a transcript grew by, and
the parser only when a compaction stands in it. Nothing here raises.
"""

# ruff: noqa: PTH116  # pathlib costs a hook 11 ms.

from __future__ import annotations

import os

from cortex.stores.system.session_marks import FileSessionMarks, is_name

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from collections.abc import Iterable

    from cortex.model.host_events import HostEvent
    from cortex.model.seats import Seat
    from cortex.seat.exchanges import Compaction

# Bytes of what a transcript grew by that are looked at, newest first.
GROWN_BYTES_MAX = 8 * 1_048_576

# Bytes that are looked at again rather than noting that they were seen: a note costs more.
SEEN_BYTES_MIN = 262_144

# What stands in the lines that tell of a compaction, without the blanks a host may write.
_MARKS = (b'"isCompactSummary"', b'"compacted"')


def take_summary(event: HostEvent, seat: Seat, now_us: int) -> str:
    """Keep the summary an event brought; gives a line for the journal, or nothing."""
    if not event.summary or event.agent_id:
        return ""
    try:
        from cortex.seat.exchanges import Compaction

        told = Compaction("", event.occurred_us, event.cause, event.summary)
        _keep(seat, event.session_id, [told], now_us)
    except Exception as error:  # noqa: BLE001 - A hook never fails its host (ADR 0007).
        return f"session facts: {type(error).__name__}"
    return ""


def back_fill(event: HostEvent, seat: Seat, now_us: int) -> str:
    """Keep what the transcript tells of compactions since it was last looked at.

    Gives a line for the journal, or nothing. For starts of sessions, prompts and ends of turns.
    """
    if not event.transcript_path or not is_name(event.session_id) or event.agent_id:
        return ""
    try:
        return _back_fill(event, seat, now_us)
    except Exception as error:  # noqa: BLE001 - A hook never fails its host (ADR 0007).
        return f"session facts: {type(error).__name__}"


def _back_fill(event: HostEvent, seat: Seat, now_us: int) -> str:
    marks = FileSessionMarks(seat.home)
    seen = marks.find_mark(event.session_id) or 0
    try:
        size = os.stat(event.transcript_path).st_size
    except OSError:
        return ""
    if size == seen:
        return ""
    from cortex.stores.sources.transcript_tail import read_tail

    tail = read_tail(event.transcript_path, GROWN_BYTES_MAX, seen)
    if not any(mark in tail.content for mark in _MARKS):
        if tail.end() - seen > SEEN_BYTES_MIN or size < seen:
            marks.keep_mark(event.session_id, tail.end())
        return ""
    from cortex.seat.exchanges import find_compactions

    lines = [line for line in tail.lines() if any(mark in line for mark in _WIDER)]
    told = [one for one in find_compactions(lines) if one.summary]
    _keep(seat, event.session_id, told, now_us)
    if told:
        _back_fill_checkpoint(event, seat, told[-1], now_us)
    marks.keep_mark(event.session_id, tail.end())
    return ""


# Lines that are parsed when a compaction was found: those that tell of it, and its boundary.
_WIDER = (*_MARKS, b'"compact_boundary"')


def _keep(seat: Seat, session_id: str, told: Iterable[Compaction], now_us: int) -> None:
    from cortex.seat.summaries import keep_summary
    from cortex.wiring.seat.folders import SeatFolders

    with SeatFolders(seat) as opened, opened.kept.turn():
        for one in told:
            keep_summary(seat, (opened.files, opened.kept), session_id, one, now_us)


def _back_fill_checkpoint(event: HostEvent, seat: Seat, told: Compaction, now_us: int) -> None:
    """Keep the conversation before a compaction of which no event told."""
    from cortex.wiring.seat.checkpoints import checkpoint_missed

    checkpoint_missed(event, seat, now_us if told.at_us is None else told.at_us, now_us)
