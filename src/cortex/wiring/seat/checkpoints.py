"""How is a checkpoint made when a host compacts, and told when a session starts?

Hooks call this. Nothing here raises and nothing costs at import.
"""

from __future__ import annotations

from cortex.wiring.seat.folders import LONG_TURN_S, TURN_S, SeatFolders

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from collections.abc import Iterator

    from cortex.core.seat.exchange import Message
    from cortex.model.host_events import HostEvent
    from cortex.model.seats import Seat
    from cortex.seat.checkpoints import Heard

# Bytes read of a transcript: first so many, then more when they hold too little talk. The larger
# takes a tenth of a second; a host allows two.
TAIL_BYTES = 1_048_576
TAIL_BYTES_MAX = 8 * 1_048_576

# Microseconds a checkpoint may be older than its compaction: the host's summary takes minutes.
EARLY_US = 15 * 60 * 1_000_000

# Seconds a host gets to write down the last prompt, once: transcripts lag behind.
LAG_SECONDS = 0.15

COMPACT = "compact"  # Why a session starts again after a compaction, in every host's word.


class SeatCheckpoint:
    """What a session that starts is told.

    Attributes:
        text: a notice and the latest checkpoint; empty when there is neither.
        token: what ``checkpoint_emitted`` is given once the text is out; empty without a record.
    """

    __slots__ = ("text", "token")

    def __init__(self, text: str = "", token: str = "") -> None:
        self.text = text
        self.token = token


def checkpoint_now(event: HostEvent, seat: Seat, now_us: int, *, is_back_fill: bool = False) -> str:
    """Keep the conversation of an event's session; gives a line for the journal, or nothing."""
    try:
        return _checkpoint(event, seat, now_us, is_back_fill=is_back_fill)
    except Exception as error:  # noqa: BLE001 - A hook never fails its host (ADR 0007).
        why = f"{type(error).__name__}: {getattr(error, 'message', error)}"[:200]
        return _failed(event, seat, why, now_us)


def checkpoint_said(
    event: HostEvent, seat: Seat, room_chars: int, now_us: int, behind_chars: int = 0
) -> SeatCheckpoint:
    """Give what a session that starts is told of what was kept.

    Args:
        event: the start.
        seat: of what seat.
        room_chars: most characters.
        now_us: the present instant.
        behind_chars: how many of them a record leaves free; the notice of a failure may take them.
    """
    try:
        is_compacted = event.cause == COMPACT
        from cortex.seat.checkpoints import checkpoint_notice, due_checkpoint

        with SeatFolders(seat) as opened:
            files, kept = opened.files, opened.kept
            notice = checkpoint_notice(files, kept, now_us)
            notice = notice if len(notice) <= room_chars else ""
            room = room_chars - len(notice) - 1 - behind_chars
            text, token = due_checkpoint(
                files, kept, (event.host, event.session_id), room, is_compacted=is_compacted
            )
        return SeatCheckpoint("\n".join(part for part in (notice, text) if part), token)
    except Exception:  # noqa: BLE001 - A hook never fails its host (ADR 0007).
        return SeatCheckpoint()


def notice_chars(seat: Seat, now_us: int) -> int:
    """Give the characters a notice of a failed checkpoint takes, to be left free; 0 without one."""
    try:
        from cortex.seat.checkpoints import checkpoint_notice

        with SeatFolders(seat) as opened:
            notice = checkpoint_notice(opened.files, opened.kept, now_us)
    except Exception:  # noqa: BLE001 - A hook never fails its host (ADR 0007).
        return 0
    return len(notice) + 2 if notice else 0


def checkpoint_emitted(seat: Seat, session_id: str, token: str) -> None:
    """Note that what ``checkpoint_said`` gave was written out; without this it stays pending."""
    if not token:
        return
    try:
        from cortex.seat.checkpoints import mark_told

        with SeatFolders(seat) as opened, opened.kept.turn():
            mark_told(opened.kept, session_id, token)
    except Exception:  # noqa: BLE001 - It is told once more then.
        return


def checkpoint_missed(event: HostEvent, seat: Seat, compacted_us: int, now_us: int) -> str:
    """Keep the conversation before a compaction that was found in its transcript.

    Nothing happens when it was kept before it was compacted. Gives a line for the journal.
    """
    try:
        from cortex.seat.checkpoints import read_state

        with SeatFolders(seat) as opened:
            state = read_state(opened.kept)
        is_there = state.session == event.session_id and not state.failure
        if is_there and state.at_us > compacted_us - EARLY_US:
            return ""
        return _checkpoint(event, seat, now_us, is_back_fill=True, is_past=True)
    except Exception as error:  # noqa: BLE001 - A hook never fails its host (ADR 0007).
        return f"checkpoint: {type(error).__name__}"


def _checkpoint(
    event: HostEvent, seat: Seat, now_us: int, *, is_back_fill: bool, is_past: bool = False
) -> str:
    from cortex.seat import checkpoints

    with SeatFolders(seat, TURN_S if is_back_fill else LONG_TURN_S) as opened:
        files, kept = opened.files, opened.kept
        if not is_back_fill:
            checkpoints.begin(kept, event.session_id, now_us)
        with kept.turn():
            if checkpoints.is_repeat(kept, event.session_id, now_us):
                return ""
            heard = hear_talk(event, seat, is_back_fill=is_back_fill, is_past=is_past)
            became = checkpoints.take_checkpoint(files, kept, heard, now_us)
            if became != checkpoints.FAILED:
                return ""
            return f"checkpoint: {checkpoints.read_state(kept).failure}"


def _failed(event: HostEvent, seat: Seat, why: str, now_us: int) -> str:
    """Note that nothing could be written, where it may still be possible."""
    try:
        from cortex.seat.checkpoints import is_repeat, note_failure

        with SeatFolders(seat) as opened, opened.kept.turn():
            if is_repeat(opened.kept, event.session_id, now_us):
                return ""  # Whoever kept us waiting has kept it.
            note_failure(opened.kept, event.session_id, why, now_us)
    except Exception as error:  # noqa: BLE001 - The journal is what is left.
        return f"checkpoint: {why}; it could not be noted: {type(error).__name__}"
    return f"checkpoint: {why}"


def hear_talk(
    event: HostEvent, seat: Seat, *, is_back_fill: bool = False, is_past: bool = False
) -> Heard:
    """Read what was said in an event's session, newest first, as far as a record needs it.

    Args:
        event: names the session and its transcript.
        seat: whose live notes are read as well.
        is_back_fill: nobody told of the compaction before it came.
        is_past: only what stands before the last compaction in the transcript.
    """
    import time

    from cortex.seat.checkpoints import Heard
    from cortex.wiring.seat.live import live_messages

    heard = Heard(event.session_id, event.cause, event.transcript_path)
    heard.is_back_fill = is_back_fill
    heard.live = live_messages(seat, event.session_id)
    _read(heard, event, is_past=is_past)
    if not is_back_fill and _lacks_last_prompt(heard):
        time.sleep(LAG_SECONDS)
        _read(heard, event, is_past=is_past)
    return heard


def _read(heard: Heard, event: HostEvent, *, is_past: bool) -> None:
    from cortex.core.seat.checkpoint import NO_TRANSCRIPT
    from cortex.core.seat.exchange import EXCHANGES_MAX, user_turns
    from cortex.seat.exchanges import read_talk
    from cortex.stores.sources.transcript_tail import read_tail

    heard.talk, heard.why = None, ""
    if not heard.path:
        heard.why = NO_TRANSCRIPT
        return
    for bytes_max in _steps():
        try:
            tail = read_tail(heard.path, bytes_max)
        except OSError as error:
            heard.why = f"the transcript cannot be read: {error.strerror or 'unknown reason'}"
            return
        heard.left_out = tail.start
        heard.talk = read_talk(
            tail.lines(),
            heard.session_id,
            host=event.host,
            turns_max=EXCHANGES_MAX,
            is_until_compaction=is_past,
        )
        if not tail.start or user_turns(heard.talk.messages) >= EXCHANGES_MAX:
            return


def _steps() -> Iterator[int]:
    bytes_max = TAIL_BYTES
    while bytes_max <= TAIL_BYTES_MAX:
        yield bytes_max
        bytes_max *= 8


def _lacks_last_prompt(heard: Heard) -> bool:
    """Tell whether a person said something that the transcript does not have yet."""
    said = [one for one in heard.live if one.speaker == "user" and one.key]
    messages: tuple[Message, ...] = heard.talk.messages if heard.talk else ()
    return bool(said) and all(one.key != said[-1].key for one in messages)
