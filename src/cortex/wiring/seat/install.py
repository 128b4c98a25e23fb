"""How is a folder made a seat of this machine, and taken out again?"""

from __future__ import annotations

from pathlib import Path

from cortex import __version__
from cortex.model.errors import InvalidRequest
from cortex.model.installation import Action
from cortex.model.lean_classes import NamedTuple
from cortex.model.seats import Seat
from cortex.seat.installing import Planned, carry_out, plan, take_out
from cortex.stores.files.seat_files import SeatFolder
from cortex.stores.system.clock import SystemClock
from cortex.stores.system.seats import is_seat_name, read_seats, write_seats
from cortex.wire.instants import format_instant
from cortex.wiring.seat.opening import find_seat
from cortex.wiring.settings import Settings

NAME_REMEDY = "give one with --name: lower-case letters, digits, - and _"


class SeatInstalled(NamedTuple):
    """What was planned or done with a folder.

    ``is_new`` tells that it was no seat before; ``copies`` are the files that changed, as they
    were; ``is_applied`` tells that it was done.
    """

    seat: Seat
    planned: Planned
    is_new: bool
    is_applied: bool
    copies: tuple[str, ...]

    @property
    def changes(self) -> bool:
        """Tell whether there is anything to do."""
        return self.is_new or any(step.action is not Action.SKIP for step in self.planned.steps)


def install_seat(  # A folder, what it is called, and whether it is done.
    settings: Settings,
    folder: str,
    *,
    name: str | None = None,
    org: str | None = None,
    is_applied: bool,
) -> SeatInstalled:
    """Plan what makes a folder a seat, and do it when asked to; a second time changes nothing.

    Raises:
        InvalidRequest: no such folder, no name that can be one, or a name another seat has.
        SeatFileRefused: one of its files cannot be read or written.
    """
    root = str(Path(settings.cwd, folder).resolve())
    if not Path(root).is_dir():
        message = f"no such folder: {root}"
        raise InvalidRequest(message, remedy="make it first", field="folder")
    known = read_seats(settings.home)
    seat, is_new = _seat_at(settings, known, root, name, org)
    files = SeatFolder(root)
    try:
        planned = plan(files, __version__)
        copies: list[str] = []
        if is_applied:
            copies = carry_out(files, planned, _stamp())
            if is_new:
                Path(settings.home).mkdir(mode=0o700, parents=True, exist_ok=True)
                write_seats(settings.home, [*(one for one in known if one.root != root), seat])
    finally:
        files.close()
    return SeatInstalled(seat, planned, is_new, is_applied, tuple(copies))


def _seat_at(
    settings: Settings, known: list[Seat], root: str, name: str | None, org: str | None
) -> tuple[Seat, bool]:
    """Give the seat a folder is or becomes, and whether anything of it is new."""
    before = next((seat for seat in known if seat.root == root), None)
    wanted = name or (before.name if before else Path(root).name.lower())
    if not is_seat_name(wanted):
        message = f"'{wanted}' cannot be a seat's name"
        raise InvalidRequest(message, remedy=NAME_REMEDY, field="name")
    if before is not None and wanted != before.name:
        message = f"this folder is the seat '{before.name}'"
        remedy = f"take it out first with `cortex seat uninstall {before.name} --apply`"
        raise InvalidRequest(message, remedy=remedy, field="name")
    other = next((seat for seat in known if seat.name == wanted and seat.root != root), None)
    if other is not None:
        message = f"'{wanted}' is the seat in {other.root}"
        raise InvalidRequest(message, remedy=NAME_REMEDY, field="name")
    works_for = org if org is not None else (before.org if before else "")
    if any(character in works_for for character in "\t\n\r"):
        message = "an organisation's name is one line without tabs"
        raise InvalidRequest(message, remedy="give another one with --org", field="org")
    seat = Seat(wanted, root, f"{settings.home}/seats/{wanted}", works_for)
    return seat, before is None or before.org != works_for


def uninstall_seat(
    settings: Settings, name: str | None, *, is_applied: bool, is_forced: bool = False
) -> tuple[Seat, str]:
    """Take a seat out of this machine and our block out of its instructions.

    Everything the seat wrote stays, in its folder and in the Cortex home.

    Returns:
        The seat, and the name of the copy made of its instructions; empty without one.

    Raises:
        NoSeat: there is none of that name, or here.
        SeatFileRefused: its instructions cannot be changed.
    """
    seat = find_seat(settings, name)
    if not is_applied:
        return seat, ""
    copy = ""
    if Path(seat.root).is_dir():
        files = SeatFolder(seat.root)
        try:
            copy = take_out(files, _stamp(), is_forced=is_forced)
        finally:
            files.close()
    known = read_seats(settings.home)
    write_seats(settings.home, [one for one in known if one.name != seat.name])
    return seat, copy


def list_seats(settings: Settings) -> list[tuple[Seat, bool]]:
    """Give every seat by name, and whether its folder is there."""
    return [(seat, Path(seat.root).is_dir()) for seat in read_seats(settings.home)]


def _stamp() -> str:
    shown = format_instant(SystemClock().now_us())
    return shown.partition(".")[0].replace("-", "").replace(":", "").removesuffix("Z") + "Z"
