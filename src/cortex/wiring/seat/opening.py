"""How is a seat opened? Its folder, what Cortex keeps for it, and the instant."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from cortex.model.lean_classes import NamedTuple
from cortex.model.refusals import NoSeat, SeatFileRefused
from cortex.stores.files.seat_files import SeatFolder
from cortex.stores.system.clock import SystemClock
from cortex.stores.system.seats import read_seats, seat_of

if TYPE_CHECKING:
    from cortex.model.seats import Seat
    from cortex.ports.seat_files import SeatFiles
    from cortex.wiring.settings import Settings


class OpenSeat(NamedTuple):
    """A seat with its files: its own folder, and what Cortex keeps for it in its home."""

    seat: Seat
    files: SeatFiles
    kept: SeatFiles
    now_us: int


def find_seat(settings: Settings, name: str | None = None) -> Seat:
    """Give the seat of a name, or of the current folder.

    Raises:
        NoSeat: there is none.
    """
    if name is None:
        seat = seat_of(settings.home, settings.cwd)
        if seat is None:
            message = f"no seat here: {settings.cwd}"
            raise NoSeat(message)
        return seat
    for seat in read_seats(settings.home):
        if seat.name == name:
            return seat
    message = f"no seat is called '{name}'"
    raise NoSeat(message)


@contextmanager
def open_seat(settings: Settings, name: str | None = None) -> Iterator[OpenSeat]:
    """Open a seat for reading and writing; needs no brain.

    Raises:
        NoSeat: there is none.
        SeatFileRefused: its folder cannot be opened.
    """
    seat = find_seat(settings, name)
    if not Path(seat.root).exists():
        message = f"the folder of the seat {seat.name} is gone: {seat.root}"
        remedy = "bring it back; or `cortex seat uninstall NAME --apply` takes the seat out"
        raise SeatFileRefused(message, remedy=remedy)
    make_folder(seat.home)
    with SeatFolder(seat.root) as files, SeatFolder(seat.home) as kept:
        yield OpenSeat(seat, files, kept, SystemClock().now_us())


def make_folder(path: str) -> None:
    """Make a folder of a seat's home, and those above it; nothing happens when it is there.

    Raises:
        SeatFileRefused: it cannot be made.
    """
    try:
        Path(path).mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        message = f"{path} cannot be made: {error.strerror}"
        remedy = "see whose folder it is, and whether its disk can be written"
        raise SeatFileRefused(message, remedy=remedy) from None
