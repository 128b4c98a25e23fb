"""How is a session staged for its digest in the time a hook has, and who writes it up?

Hooks call this. Nothing here raises and nothing costs at import.
"""

from __future__ import annotations

import os

from cortex.model.seats import DIGESTS_OFF

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from cortex.model.host_events import HostEvent
    from cortex.model.seats import Seat
    from cortex.wiring.settings import Settings

# Bytes of what a transcript grew by that are read, newest first: parsing them takes a tenth of a
# second. A session is staged at each compaction too, and between two of them it grows by some 5 MB.
GROWN_BYTES_MAX = 16 * 1_048_576

# Characters of one message: what was decided in it should be whole.
MESSAGE_CHARS_MAX = 6_000

# How far each transcript was staged: a folder of its own in the seat's home.
READ = "digests"


def stage_digest(event: HostEvent, seat: Seat, now_us: int) -> str:
    """Stage what was said since the last time; gives a line for the journal, or nothing.

    For the end of a session and what comes before a compaction. Fewer than two words of a person
    are left for the next time. Nothing is staged where the operator wants no digests.
    """
    if event.agent_id or os.path.lexists(f"{seat.home}/{DIGESTS_OFF}"):
        return ""
    try:
        _stage(event, seat, now_us)
    except Exception as error:  # noqa: BLE001 - A hook never fails its host (ADR 0007).
        return f"digest: {getattr(error, 'message', type(error).__name__)}"[:200]
    return ""


def start_digests(settings: Settings, seat: Seat) -> None:
    """Have somebody write up what waits, in a process of its own; nothing when nothing waits.

    Where notes are told beside prompts it also brings the index of the memory folder up to date.

    A session that was started for a digest starts none.
    """
    if settings.is_nested:
        return
    try:
        from cortex.stores.system.seat_notes import has_files
        from cortex.wiring.seat.recall import is_wanted

        if not is_wanted(seat) and not has_files(seat.home, "digests/staged"):
            return
        import sys

        from cortex.stores.system.environment import runner_environment
        from cortex.stores.system.running import start_program

        words = [sys.executable, "-m", "cortex", "digest", "run", "--seat", seat.name]
        start_program([*words, "--home", settings.home], runner_environment(), seat.home)
    except Exception:  # noqa: BLE001 - The next session starts it.
        return


def _stage(event: HostEvent, seat: Seat, now_us: int) -> None:
    from cortex.core.seat.exchange import user_turns
    from cortex.seat.digests import TURNS_MIN, Staging, stage
    from cortex.seat.exchanges import read_talk
    from cortex.stores.sources.transcript_tail import read_tail
    from cortex.stores.system.session_marks import FileSessionMarks
    from cortex.wiring.seat.folders import SeatFolders
    from cortex.wiring.seat.live import live_messages

    marks = FileSessionMarks(f"{seat.home}/{READ}")
    done = marks.find_mark(event.session_id) or 0
    messages, left_out, end = live_messages(seat, event.session_id), 0, 0
    if event.transcript_path:
        try:
            tail = read_tail(event.transcript_path, GROWN_BYTES_MAX, done)
        except OSError:
            tail = None
        if tail is not None:
            talk = read_talk(
                tail.lines(), event.session_id, host=event.host, chars_max=MESSAGE_CHARS_MAX
            )
            end = tail.end()
            left_out = max(0, tail.start - (done if done <= tail.size else 0))
            # Words that lie before what is read were noted live; once staged, they are told.
            is_before = bool(left_out) and not done and user_turns(talk.messages) < TURNS_MIN
            if (talk.messages or end == done) and not is_before:
                messages = talk.messages
    path = event.transcript_path if end else ""
    staging = Staging(event.session_id, event.host, event.cause, path, messages, left_out)
    with SeatFolders(seat) as opened, opened.kept.turn():
        if stage(opened.kept, staging, now_us) and end:
            marks.keep_mark(event.session_id, end)
