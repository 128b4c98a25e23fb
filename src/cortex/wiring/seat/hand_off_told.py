"""What is a session told at its start of what an earlier one handed over, and when does it count?

A session's start calls this. What is told counts only once the host has it, so a hook that dies on
the way has told nothing. Nothing costs at import.
"""

from __future__ import annotations

from cortex.model.seat_said import SeatSaid
from cortex.model.seats import HANDOFFS_FOLDER

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from cortex.model.host_events import HostEvent
    from cortex.model.seats import Seat

CLEAR = "clear"  # Why a session starts whose context somebody emptied, in every host's word.


def tell_hand_off(
    event: HostEvent, seat: Seat, room_chars: int, now_us: int, above: str = ""
) -> SeatSaid:
    """Give what a session that starts is told of documents that wait for it.

    Raises:
        SeatFileRefused, OSError: a folder of the seat cannot be read.
    """
    from cortex.stores.system.seat_notes import has_files

    if not has_files(seat.root, HANDOFFS_FOLDER):
        return SeatSaid()
    from cortex.seat.hand_off import Start, due_hand_off
    from cortex.wiring.seat.folders import SeatFolders
    from cortex.wiring.seat.live import session_at

    # Whoever emptied its context does not know any more what it wrote.
    session_id = "" if event.cause == CLEAR else event.session_id
    with SeatFolders(seat) as opened:
        due = due_hand_off(
            opened.files,
            opened.kept,
            Start(event.host, session_id, room_chars, above),
            lambda at_us: session_at(seat, at_us)[0],
            now_us,
        )
    if not due.text:
        return SeatSaid()
    return SeatSaid(due.text, after=(lambda: _note(seat, due.marks),))


def _note(seat: Seat, marks: dict[str, int]) -> None:
    """Note that documents were told; without this they are told once more."""
    from cortex.seat.hand_off import mark_told
    from cortex.wiring.seat.folders import SeatFolders

    try:
        with SeatFolders(seat) as opened:
            mark_told(opened.files, opened.kept, marks)
    except Exception:  # noqa: BLE001 - What else is to be noted is not held up.
        return
