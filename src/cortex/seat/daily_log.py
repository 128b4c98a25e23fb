"""What did a seat do, and when? It is written down at once, with the clock's time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.core.seat.daily_log import DAY_BYTES_MAX, entry, log_path, new_day
from cortex.core.seat.stamps import require_come
from cortex.model.lean_classes import NamedTuple

if TYPE_CHECKING:
    from cortex.ports.seat_files import SeatFiles


class Logged(NamedTuple):
    """An entry that was written: its file below the seat, and its text."""

    path: str
    text: str


def log_entry(files: SeatFiles, kind: str, text: str, now_us: int) -> Logged:
    """Append an entry to the file of the day and give it.

    Two processes that write at once both get their entry in, whole.

    Raises:
        InvalidRequest: there is nothing to write, it is too long, or it tells of what has not come.
        SeatFileRefused: the file is a link, or past its limit.
    """
    written = entry(kind, text, now_us)
    require_come(written, now_us, "text")
    path = log_path(now_us)
    with files.turn():
        is_new = not files.find(path, DAY_BYTES_MAX)
        files.append(path, ((new_day(now_us) if is_new else "") + written).encode())
    return Logged(path, written.strip())


def read_log(files: SeatFiles, now_us: int) -> str | None:
    """Give the file of the day an instant lies in, or None without one.

    Raises:
        SeatFileRefused: it is a link, or past its limit.
    """
    content = files.find(log_path(now_us), DAY_BYTES_MAX)
    return None if content is None else content.decode("utf-8", "replace")
