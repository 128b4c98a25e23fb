"""How does a command hand a seat's work over to its next session? From what is known, at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.core.seat.checkpoint import LATEST
from cortex.core.seat.daily_log import log_path
from cortex.core.seat.digest import files_of
from cortex.core.seat.exchange import last_exchanges
from cortex.core.seat.hand_off import NOTE_CHARS_MAX, Known
from cortex.core.seat.plain import entry_text
from cortex.core.seat.state import parse_state
from cortex.model.refusals import SeatFileRefused
from cortex.model.seat_moves import HandedOff
from cortex.seat.daily_log import read_log
from cortex.seat.exchanges import read_talk
from cortex.seat.hand_off import write_hand_off
from cortex.seat.reminders import reminders_of
from cortex.seat.state_copies import read_state
from cortex.stores.sources.transcript_tail import read_tail
from cortex.wire.instants import format_instant
from cortex.wiring.seat.bus import open_promises
from cortex.wiring.seat.checkpoints import TAIL_BYTES_MAX
from cortex.wiring.seat.live import live_messages, session_at
from cortex.wiring.seat.opening import open_seat

if TYPE_CHECKING:
    from cortex.core.seat.exchange import Message
    from cortex.seat.exchanges import Talk
    from cortex.wiring.seat.opening import OpenSeat
    from cortex.wiring.settings import Settings

EXCHANGES = 2
"""Exchanges quoted in a document; the checkpoint has more."""


def hand_off(settings: Settings, name: str | None, note: str) -> HandedOff:
    """Write what the next session of a seat needs, from what is known of this one.

    Args:
        settings: of this run.
        name: of the seat; None for that of the current folder.
        note: what the agent adds itself; may be empty.

    Raises:
        NoSeat, SeatFileRefused: as ``open_seat``.
        InvalidRequest: the note is too long, or nothing is left of it.
    """
    said = entry_text(note, NOTE_CHARS_MAX, "note") if note.strip() else ""
    with open_seat(settings, name) as opened:
        session, transcript = session_at(opened.seat, opened.now_us)
        known, warnings = _known(opened, session, transcript, said)
        path, text = write_hand_off(opened.files, known, opened.now_us)
        whole = f"{opened.seat.root}/{path}"
        return HandedOff(opened.seat.name, whole, session, text, tuple(warnings))


def _known(opened: OpenSeat, session: str, transcript: str, note: str) -> tuple[Known, list[str]]:
    """Give what is known, and what is not; a file that cannot be read is not known."""
    files, now_us, warnings = opened.files, opened.now_us, list[str]()
    state, state_us, log, checkpoint = None, 0, "", ""
    try:
        text, state_us = read_state(files)
        state = None if text is None else parse_state(text)
        log = read_log(files, now_us) or ""
        checkpoint = LATEST if files.changed_us(LATEST) else ""
    except SeatFileRefused as refusal:
        warnings.append(refusal.message)
    tasks, crons = _owed(opened, warnings)
    talk = _talk(transcript, session)
    messages = list(talk.messages) if talk else list(live_messages(opened.seat, session))
    if not session:
        warnings.append("no session was at work here; only the files of the seat are told")
    elif talk is None:
        warnings.append("its transcript could not be read; the files it changed are not known")
    known = Known(
        seat=opened.seat.name,
        session_id=session,
        note=note,
        state=state,
        state_us=state_us,
        tasks=tasks,
        crons=crons,
        messages=_last(messages),
        checkpoint=checkpoint,
        log_path=log_path(now_us),
        log=log,
        files=files_of(messages),
        is_read=talk is not None,
    )
    return known, warnings


def _owed(opened: OpenSeat, warnings: list[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Give the open tasks and approvals of a seat, and its open reminders, one line each."""
    try:
        tasks = [f"{one.text} ({one.note}; {one.where})" for one in open_promises(opened)]
        crons = [
            f"due {format_instant(one.fire_us)} {one.prompt} ({one.reminder_id})"
            for one in reminders_of(opened.kept)
            if one.acked_us is None
        ]
    except SeatFileRefused as refusal:
        warnings.append(refusal.message)
        return (), ()
    return tuple(tasks), tuple(crons)


def _last(messages: list[Message]) -> tuple[Message, ...]:
    return tuple(last_exchanges(messages, EXCHANGES)) if messages else ()


def _talk(transcript: str, session: str) -> Talk | None:
    """Give what the end of a transcript says, or None when it cannot be read."""
    if not transcript.startswith("/"):
        return None
    try:
        tail = read_tail(transcript, TAIL_BYTES_MAX)
    except OSError:
        return None
    talk = read_talk(tail.lines(), session)
    return talk if talk.host and talk.rows else None
