"""What is kept of a seat's session at an event, and what is told of it?

The part of the kit that ``wiring.seat.hook`` asks about checkpoints, summaries and digests. Each
step is heard whatever became of the one before. Source: docs/formats/checkpoints.md.
"""

from __future__ import annotations

from cortex.model.host_events import (
    BEHIND_CHARS,
    COMPACT_AFTER,
    COMPACT_BEFORE,
    PROMPT,
    SESSION_END,
    SESSION_START,
    TURN_END,
)
from cortex.model.seat_said import SeatSaid
from cortex.wiring.observed import is_observed

COMPACT = "compact"  # Why a session starts again after a compaction, in every host's word.

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from cortex.model.host_events import HostEvent
    from cortex.model.seats import Seat
    from cortex.wiring.settings import Settings

KINDS = (SESSION_START, PROMPT, TURN_END, COMPACT_BEFORE, COMPACT_AFTER, SESSION_END)
"""At which events there is something to do."""


def keep_session(
    event: HostEvent, seat: Seat, settings: Settings, room_chars: int, now_us: int
) -> SeatSaid:
    """Keep what an event brings, and give what a session that starts is told. Never raises.

    Where the operator paused or stopped capture nothing is kept; what is there is still told.
    """
    kind = event.kind
    is_kept = is_observed(settings, event.cwd or seat.root)
    faults = _keep(event, seat, settings, now_us) if is_kept else []
    said = SeatSaid()
    if kind == SESSION_START:
        said = _checkpoint(event, seat, room_chars, now_us)
        if is_kept:
            from cortex.wiring.seat.digests import start_digests

            start_digests(settings, seat)
    said.faults = tuple(filter(None, faults))
    return said


def _keep(event: HostEvent, seat: Seat, settings: Settings, now_us: int) -> list[str]:
    """Keep what an event brings; gives lines for the journal, empty where nothing is to be said."""
    from cortex.wiring.lean_patterns import promise_patterns

    promise_patterns()
    kind = event.kind
    if kind == COMPACT_BEFORE:
        from cortex.wiring.seat.checkpoints import checkpoint_now
        from cortex.wiring.seat.digests import stage_digest

        return [checkpoint_now(event, seat, now_us), stage_digest(event, seat, now_us)]
    if kind == COMPACT_AFTER:
        from cortex.wiring.seat.facts import take_summary

        return [take_summary(event, seat, now_us)]
    if kind == SESSION_END:
        from cortex.wiring.seat.digests import stage_digest, start_digests

        faults = [stage_digest(event, seat, now_us)]
        start_digests(settings, seat)
        return faults
    if kind == SESSION_START:
        return _keep_before(event, seat, now_us)
    if kind in {PROMPT, TURN_END}:
        from cortex.wiring.seat.facts import back_fill
        from cortex.wiring.seat.live import note_turn

        note_turn(event, seat, now_us)
        return [back_fill(event, seat, now_us)]
    return []


def _keep_before(event: HostEvent, seat: Seat, now_us: int) -> list[str]:
    """Keep what nobody told of before a compaction, or before a session that starts."""
    from cortex.wiring.seat.checkpoints import checkpoint_now
    from cortex.wiring.seat.facts import back_fill

    faults = [back_fill(event, seat, now_us)]
    if event.cause == COMPACT:
        return [*faults, checkpoint_now(event, seat, now_us, is_back_fill=True)]
    from cortex.wiring.seat.left import keep_left

    return [*faults, *keep_left(event, seat, now_us)]


def _checkpoint(event: HostEvent, seat: Seat, room_chars: int, now_us: int) -> SeatSaid:
    """Give what a session that starts is told of the last record."""
    from cortex.wiring.seat.checkpoints import checkpoint_emitted, checkpoint_said

    said = checkpoint_said(event, seat, room_chars, now_us, BEHIND_CHARS)
    session_id, token = event.session_id, said.token
    after = (lambda: checkpoint_emitted(seat, session_id, token),) if token else ()
    return SeatSaid(said.text, after=after)
