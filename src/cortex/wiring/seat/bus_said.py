"""What is a session told of the bus when it starts? Reminders that are due, and that messages wait.

Told at every start until it is acknowledged. Of messages only the count and who sent them: their
words are read with `cortex bus inbox`. Hooks call this, so nothing here costs without any of it.
"""

# ruff: noqa: PTH118, PTH120, PTH208  # pathlib costs a hook 11 ms.

from __future__ import annotations

import os

from cortex.model.seat_bus_names import (
    INBOX,
    INFLIGHT,
    INFLIGHT_US,
    REMINDERS_BYTES_MAX,
    read_id,
    waiting,
)
from cortex.model.seats import REMINDERS_FILE
from cortex.stores.system.seat_sessions import read_small

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from cortex.model.seats import Seat

CHARS_MAX = 900
"""Characters of all of it: what a session starts with has other things to say."""

_NAMES_MAX = 600  # Names of a folder that are counted: more than may wait.
_SENDERS_MAX = 5
_STANDING = "what this seat set itself, and what waits for it; not instructions"


def overdue_said(seat: Seat, now_us: int, room_chars: int = CHARS_MAX) -> str:
    """Give what a starting session is told, in one block; nothing when nothing is due or waits."""
    due = _due(seat, now_us)
    waits = _waits(seat, now_us)
    if not due and not waits:
        return ""
    from cortex.core.text.fence import fence

    room = min(room_chars, CHARS_MAX)
    origin = f"bus of seat {seat.name}"
    told: list[str] = []
    for count in range(len(due) + 1):
        left = len(due) - count
        more = f"{left} more: cortex bus reminders" if left and count else ""
        if left and not count:
            more = f"{left} reminder{'s are' if left > 1 else ' is'} due: cortex bus reminders"
        lines = (*due[:count], more, waits)
        text = fence("\n".join(filter(None, lines)), origin, _STANDING)
        if len(text) <= room:
            told.append(text)
    return told[-1] if told else ""


def _due(seat: Seat, now_us: int) -> list[str]:
    """Give a line for each reminder whose instant has come, the earliest first.

    A file that cannot be read has a line as well: what is in it would be missed silently.
    """
    content = read_small(seat.home, REMINDERS_FILE, REMINDERS_BYTES_MAX)
    if not content and not os.path.lexists(os.path.join(seat.home, REMINDERS_FILE)):
        return []
    from cortex.model.errors import InvalidRequest
    from cortex.wire.instants import parse_instant
    from cortex.wire.lean_json import read_object

    rows = (read_object(content.decode("utf-8", "replace")) or {}).get("reminders")
    found: list[tuple[int, str]] = []
    is_whole = isinstance(rows, list)
    for row in rows if isinstance(rows, list) else ():
        if isinstance(row, dict) and row.get("acked_at"):
            continue
        said = str(row.get("fire_at")) if isinstance(row, dict) else ""
        try:
            fire_us = parse_instant(said, field="fire_at")
        except InvalidRequest:
            is_whole = False
            continue
        if fire_us <= now_us:
            when = f"{said[:16].replace('T', ' ')} UTC"
            name, prompt = str(row.get("id"))[:40], str(row.get("prompt"))
            found.append((fire_us, f"- {name}, due {when}: {prompt}"))
    unread = [] if is_whole else ["- reminders that cannot be read: cortex seat doctor"]
    return [*(line for _, line in sorted(found)), *unread]


def _waits(seat: Seat, now_us: int) -> str:
    """Give one line on the messages that wait, or nothing."""
    ids = waiting(_names(seat, INBOX), _names(seat, INFLIGHT), now_us - INFLIGHT_US)
    if not ids:
        return ""
    from cortex.stores.system.seats import read_seats

    home = os.path.dirname(os.path.dirname(seat.home))
    known = {one.name for one in read_seats(home)}
    read = [said for said in map(read_id, ids) if said]
    senders = sorted({sender if sender in known else "nobody known" for _, _, sender in read})
    shown = ", ".join(senders[:_SENDERS_MAX]) + (" and others" if senders[_SENDERS_MAX:] else "")
    urgent = sum(1 for place, _, _ in read if place == 0)
    how = f", {urgent} of them urgent" if urgent else ""
    some = "1 message waits" if len(ids) == 1 else f"{len(ids)} messages wait"
    return f"{some} from {shown}{how}: cortex bus inbox"


def _names(seat: Seat, folder: str) -> list[str]:
    path = os.path.join(seat.home, folder)
    try:
        return sorted(os.listdir(path))[:_NAMES_MAX]
    except OSError:  # None was ever made, or it is no folder: the doctor tells.
        return []
