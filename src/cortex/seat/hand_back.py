"""What is a seat told at an event: its STATE.md when its context is gone, a line when it fills up?

A compaction is known from whichever of its events comes, and from the transcript when none does;
however often it is told, STATE.md is given back once. Hooks of one session may run side by side:
what a session was told is exchanged in one step, and who comes second is silent.
Source: OGL 3.1, docs/formats/state.md.
"""

from __future__ import annotations

from cortex.core.boot.calendar import second_text
from cortex.core.seat.hand_back import Kept, after_compaction, at_start
from cortex.core.seat.meter import (
    ONE_COMPACTION_US,
    compact,
    hand_over,
    look_at_state,
    read_record,
    record_bytes,
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
)
from cortex.seat.meter import compacted_second, meter_line

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from collections.abc import Callable

    from cortex.core.seat.meter import Record
    from cortex.model.host_events import HostEvent
    from cortex.seat.desk import Desk

# Hosts whose transcript says where it was compacted, so that an event alone is not believed.
_TELLING = (CLAUDE_CODE, CODEX)

# Hundredths below which a context has lost so much that its transcript is asked why.
_FALL_PERCENT = 70


class Told:
    """What a seat is told.

    Attributes:
        text: empty for most events.
        after: what is to be noted once the host has the text.
    """

    __slots__ = ("after", "text")

    def __init__(self, text: str = "", after: tuple[Callable[[], None], ...] = ()) -> None:
        self.text = text
        self.after = after


def tell_state(event: HostEvent, desk: Desk, form: str, now_us: int, chars_max: int) -> Told:
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
    said = ""
    if event.kind == SESSION_START:
        said = _at_start(desk, record, form, now_us, chars_max)
    elif event.kind in {COMPACT_BEFORE, COMPACT_AFTER}:
        compact(record, now_us)
    elif event.kind in {PROMPT, TOOL_AFTER}:
        said = _under_way(event, desk, record, now_us, chars_max)
    noted = record_bytes(record)
    if noted == kept:
        return Told(said)
    if event.kind == SESSION_START:
        return Told(said, (lambda: _note(desk, event.session_id, kept, noted),))
    return Told(said if desk.records.exchange(event.session_id, kept, noted) else "")


def _note(desk: Desk, session_id: str, kept: bytes, noted: bytes) -> None:
    desk.records.exchange(session_id, kept, noted)


def _at_start(desk: Desk, record: Record, form: str, now_us: int, chars_max: int) -> str:
    record.started_us = now_us
    if form == FORM_COMPACT:
        said = after_compaction(_kept(desk, record), now_us, chars_max)
        if said:
            hand_over(record, now_us)
        return said
    return at_start(_kept(desk, record), now_us, chars_max)


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
        said = after_compaction(_kept(desk, record), now_us, chars_max)
        if said:
            hand_over(record, now_us)
            line = said
    if event.kind == PROMPT:
        record.owed = 0  # If there was a compaction, it was found by now.
    return line if len(line) <= chars_max else ""


def _was_compacted(event: HostEvent, desk: Desk, record: Record) -> bool:
    """Tell whether a context was compacted after STATE.md was last given to it."""
    if event.host not in _TELLING:
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
