"""What is a seat told at an event: its STATE.md when its context is gone, a line when it fills up?

A compaction is known from whichever of its events comes, and from the transcript when none does;
however often it is told, STATE.md is given back once. Hooks of one session may run side by side:
what a session was told is exchanged in one step, and who comes second is silent.
Source: OGL 3.1, docs/formats/state.md.
"""

from __future__ import annotations

from cortex.core.boot.calendar import second_text
from cortex.core.seat.fitting import fitted
from cortex.core.seat.hand_back import Kept, after_compaction, at_start
from cortex.core.seat.meter import (
    ONE_COMPACTION_US,
    SURELY_OWED,
    compact,
    hand_over,
    look_at_state,
    read_record,
    record_bytes,
    settle,
)
from cortex.model.boot import FORM_COMPACT
from cortex.model.host_events import (
    CLAUDE_CODE,
    CODEX,
    COMPACT_AFTER,
    COMPACT_BEFORE,
    PROMPT,
    SESSION_START,
    TOOL_AFTER,
    width_of,
)
from cortex.model.seat_said import SeatSaid
from cortex.seat.meter import compacted_second, meter_line

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from cortex.core.seat.meter import Record
    from cortex.model.host_events import HostEvent
    from cortex.seat.desk import Desk

# Hosts whose transcript says where it was compacted, so that an event alone is not believed.
_TELLING = (CLAUDE_CODE, CODEX)

# Hundredths below which a context has lost so much that its transcript is asked why.
_FALL_PERCENT = 70


def tell_state(event: HostEvent, desk: Desk, form: str, now_us: int, chars_max: int) -> SeatSaid:
    """Give what a seat is told at an event, of at most so many characters.

    At the start of a session it is noted afterwards: a hook that dies on the way has told nothing.
    A line under way is noted before, because hooks of one session run side by side.

    Args:
        event: of a session itself, not of a subagent.
        desk: what there is of the seat.
        form: of a session that starts: one of ``model.boot``'s; else ignored.
        now_us: the present instant.
        chars_max: most characters; 0 where the host listens to nothing.
    """
    kept = desk.records.find(event.session_id)
    record = read_record(kept)
    settle(record, now_us)
    said = ""
    if event.kind == SESSION_START:
        said = _at_start(event, desk, record, form, now_us, chars_max)
    elif event.kind in {COMPACT_BEFORE, COMPACT_AFTER}:
        compact(record, now_us, is_over=event.kind == COMPACT_AFTER)
    elif event.kind in {PROMPT, TOOL_AFTER}:
        said = _under_way(event, desk, record, now_us, chars_max)
    noted = record_bytes(record)
    if noted == kept:
        return SeatSaid(said)
    if event.kind == SESSION_START:
        return SeatSaid(said, after=(lambda: _note(desk, event.session_id, kept, noted),))
    return SeatSaid(said if desk.records.exchange(event.session_id, kept, noted) else "")


def _note(desk: Desk, session_id: str, kept: bytes, noted: bytes) -> None:
    desk.records.exchange(session_id, kept, noted)


def _at_start(  # One argument for each thing an answer depends on.
    event: HostEvent, desk: Desk, record: Record, form: str, now_us: int, chars_max: int
) -> str:
    record.started_us = now_us
    if form == FORM_COMPACT:
        return _back(event, desk, record, now_us, chars_max)
    kept = _kept(desk, record)
    return fitted(lambda chars: at_start(kept, now_us, chars), event.host, chars_max)


def _back(event: HostEvent, desk: Desk, record: Record, now_us: int, chars_max: int) -> str:
    """Give STATE.md back, and note it: whole where it fits, else in three quarters of the room.

    The rest is for what is told behind it, such as rules that bind.
    """
    kept = _kept(desk, record)
    room = chars_max * 3 // 4
    said = after_compaction(kept, now_us, chars_max, room)
    if width_of(event.host, said) > chars_max:
        said = fitted(lambda chars: after_compaction(kept, now_us, chars), event.host, room)
    if said:
        hand_over(record, now_us)
    return said


def _under_way(event: HostEvent, desk: Desk, record: Record, now_us: int, chars_max: int) -> str:
    if look_at_state(record, desk.state_us()) and record.seen_state:
        desk.keep_copy()
    if event.kind == PROMPT:
        record.prompts += 1
        record.prompt_us = now_us
    if chars_max <= 0:
        return ""  # The host listens to nothing here: what is owed stays owed.
    before = record.tokens
    line, context = meter_line(event, desk, record, now_us)
    has_fallen = context.tokens > 0 and context.tokens * 100 < before * _FALL_PERCENT
    doubtful = record.owed or context.is_compacted or has_fallen
    if doubtful and _was_compacted(event, desk, record):
        line = _back(event, desk, record, now_us, chars_max) or line
    if event.kind == PROMPT:
        record.owed = max(0, record.owed - 1)
    return line if len(line) <= chars_max else ""


def _was_compacted(event: HostEvent, desk: Desk, record: Record) -> bool:
    """Tell whether a context was compacted after STATE.md was last given to it."""
    if event.host not in _TELLING or record.owed >= SURELY_OWED:
        return bool(record.owed)
    second = compacted_second(event.transcript_path, desk)
    if second is None:
        return bool(record.owed)  # Nobody else can say; saying it once more does no harm.
    handed_us = record.handed_us + ONE_COMPACTION_US if record.handed_us else 0
    return second > second_text(max(handed_us, record.started_us))[:19]


def _kept(desk: Desk, record: Record) -> Kept:
    """Give STATE.md as it is."""
    text, written_us = desk.state()
    if look_at_state(record, written_us) and written_us:
        desk.keep_copy()
    return Kept(desk.seat.name, f"{desk.seat.root}/STATE.md", text, written_us, record.prompts)
