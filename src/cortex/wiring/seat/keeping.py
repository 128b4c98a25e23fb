"""What is kept of a seat's session at an event, and what is told of it?

The part of the kit that ``wiring.seat.hook`` asks about checkpoints, summaries and digests. Each
step is heard whatever became of the one before. Source: docs/formats/checkpoints.md.
"""

from __future__ import annotations

from cortex.model.host_events import (
    COMPACT_AFTER,
    COMPACT_BEFORE,
    PROMPT,
    SESSION_END,
    SESSION_START,
    TURN_END,
)
from cortex.wiring.observed import is_observed

COMPACT = "compact"  # Why a session starts again after a compaction, in every host's word.

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from collections.abc import Callable

    from cortex.model.host_events import HostEvent
    from cortex.model.seats import Seat
    from cortex.wiring.settings import Settings

KINDS = (SESSION_START, PROMPT, TURN_END, COMPACT_BEFORE, COMPACT_AFTER, SESSION_END)
"""At which events there is something to do."""


class Keeping:
    """What became of an event.

    Attributes:
        context: what the host is told; empty for all but the start of a session.
        after: what is to be done once it was told.
        faults: lines for the journal, without a word of what is remembered.
    """

    __slots__ = ("after", "context", "faults")

    def __init__(self) -> None:
        self.context = ""
        self.after: tuple[Callable[[], None], ...] = ()
        self.faults: list[str] = []


def keep_session(
    event: HostEvent, seat: Seat, settings: Settings, room_chars: int, now_us: int
) -> Keeping:
    """Keep what an event brings, and give what a session that starts is told. Never raises.

    Where the operator paused or stopped capture nothing is kept; what is there is still told.
    """
    keeping = Keeping()
    kind = event.kind
    if not is_observed(settings, event.cwd or seat.root):
        if kind == SESSION_START:
            _tell(keeping, event, seat, room_chars, now_us)
    elif kind == COMPACT_BEFORE:
        from cortex.wiring.seat.checkpoints import checkpoint_now
        from cortex.wiring.seat.digests import stage_digest
        from cortex.wiring.seat.recall import recalled_forgotten

        keeping.faults += [checkpoint_now(event, seat, now_us), stage_digest(event, seat, now_us)]
        recalled_forgotten(seat, event.session_id)
    elif kind == COMPACT_AFTER:
        from cortex.wiring.seat.facts import take_summary

        keeping.faults.append(take_summary(event, seat, now_us))
    elif kind == SESSION_END:
        from cortex.wiring.seat.digests import stage_digest, start_digests

        keeping.faults.append(stage_digest(event, seat, now_us))
        start_digests(settings, seat)
    elif kind == SESSION_START:
        _start(keeping, event, seat, settings, room_chars, now_us)
    elif kind in {PROMPT, TURN_END}:
        from cortex.wiring.seat.facts import back_fill
        from cortex.wiring.seat.live import note_turn

        note_turn(event, seat, now_us)
        keeping.faults.append(back_fill(event, seat, now_us))
        if kind == PROMPT:
            _recall(keeping, event, seat, room_chars)
    keeping.faults = [fault for fault in keeping.faults if fault]
    return keeping


def _start(  # What was asked, and where the answer goes.
    keeping: Keeping,
    event: HostEvent,
    seat: Seat,
    settings: Settings,
    room_chars: int,
    now_us: int,
) -> None:
    """Keep what nobody told of before a compaction, and tell what was kept."""
    from cortex.wiring.seat.checkpoints import checkpoint_now
    from cortex.wiring.seat.digests import start_digests
    from cortex.wiring.seat.facts import back_fill

    keeping.faults.append(back_fill(event, seat, now_us))
    if event.cause == COMPACT:
        keeping.faults.append(checkpoint_now(event, seat, now_us, is_back_fill=True))
    _tell(keeping, event, seat, room_chars, now_us)
    start_digests(settings, seat)


def _tell(keeping: Keeping, event: HostEvent, seat: Seat, room_chars: int, now_us: int) -> None:
    from cortex.wiring.seat.checkpoints import checkpoint_emitted, checkpoint_said

    said = checkpoint_said(event, seat, room_chars, now_us)
    keeping.context = said.text
    if said.token:
        session_id, token = event.session_id, said.token
        keeping.after = (lambda: checkpoint_emitted(seat, session_id, token),)


def _recall(keeping: Keeping, event: HostEvent, seat: Seat, room_chars: int) -> None:
    from cortex.wiring.seat.recall import recalled_notes, recalled_told

    recalled = recalled_notes(event, seat, room_chars)
    keeping.context = recalled.text
    if recalled.names:
        session_id, names = event.session_id, recalled.names
        keeping.after = (lambda: recalled_told(seat, session_id, names),)
