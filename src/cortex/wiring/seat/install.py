"""How is a folder made a seat of this machine, and taken out again?

A plan first, then exactly that plan, by what also sets up hosts (ADR 0163, 0208).
"""

from __future__ import annotations

from pathlib import Path

from cortex import __version__
from cortex.model.errors import InvalidRequest
from cortex.model.installation import Action, EditRefused, FileOp, HostPlan, HostState, Setup
from cortex.model.lean_classes import NamedTuple
from cortex.model.refusals import SeatFileRefused
from cortex.model.seat_features import FEATURES
from cortex.model.seats import Seat
from cortex.services.install import apply_install, plan_install
from cortex.services.uninstall import NOTHING_OF_OURS, apply_uninstall, plan_uninstall
from cortex.stores.system.seats import is_seat_name, read_seats, registry_content, write_seats
from cortex.wiring.install import Installer, copy_stamp, only_installer
from cortex.wiring.seat.features import GUARDS, base_setups, feature_setup, notes_of
from cortex.wiring.seat.opening import find_seat
from cortex.wiring.settings import Settings

NAME_REMEDY = "give one with --name: lower-case letters, digits, - and _"


class Asked(NamedTuple):
    """What somebody wants of a seat.

    Attributes:
        name: what it is called; None for the name it has, or that of its folder.
        org: the organisation it works for; None for the one it has.
        on: features that are wanted.
        off: features that are taken back.
    """

    name: str | None = None
    org: str | None = None
    on: tuple[str, ...] = ()
    off: tuple[str, ...] = ()


class SeatChange(NamedTuple):
    """What was planned or done with a seat.

    Attributes:
        seat: which.
        ops: each file with what happens to it, or happened.
        is_new: it was no seat before, or works for another organisation now.
        is_applied: it was done.
        copies: the files that changed, as they were.
        notes: what the person should know or do.
    """

    seat: Seat
    ops: tuple[FileOp, ...]
    is_new: bool
    is_applied: bool
    copies: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def changes(self) -> bool:
        """Tell whether there is anything to do."""
        return self.is_new or any(op.before != op.after for op in self.ops)


def install_seat(settings: Settings, folder: str, asked: Asked, *, is_applied: bool) -> SeatChange:
    """Plan what makes a folder a seat, and do it when asked to; a second time changes nothing.

    Raises:
        InvalidRequest: no such folder, no name that can be one, a name another seat has, or a
            feature that is wanted and taken back.
        SeatFileRefused: a file cannot be read or written, or was written meanwhile.
    """
    with only_installer(settings, is_applied=is_applied):
        return _install(settings, folder, asked, is_applied=is_applied)


def _install(settings: Settings, folder: str, asked: Asked, *, is_applied: bool) -> SeatChange:
    root = str(Path(settings.cwd, folder).resolve())
    if not Path(root).is_dir():
        message = f"no such folder: {root}"
        raise InvalidRequest(message, remedy="make it first", field="folder")
    known = read_seats(settings.home)
    seat, is_new = _seat_at(settings, known, root, asked)
    seats = [*(one for one in known if one.root != root), seat]
    registry_content(
        settings.home, seats
    )  # What cannot be listed is refused before a file is written.
    installer = _installer(settings)
    try:
        made, taken = _setups(installer, seat, asked)
    except EditRefused as error:
        raise SeatFileRefused(error.reason, remedy=error.remedy) from None
    plans = plan_install(installer.files, made, __version__)
    leaving = plan_uninstall(
        installer.files, taken, installer.installed, seat.name, is_forced=False
    )
    _require(seat, (*plans, *leaving))
    notes = (*notes_of(installer, seat), *_new_session(plans))
    if is_applied:
        place = (seat.name, __version__)
        known_files = (installer.installed, place, installer.remember, copy_stamp())
        plans = apply_install(installer.files, plans, *known_files)
        leaving = _left(installer, seat, leaving)
        _require(seat, (*plans, *leaving))
        if is_new:
            Path(settings.home).mkdir(mode=0o700, parents=True, exist_ok=True)
            write_seats(settings.home, seats)
    return _change(seat, (*plans, *leaving), notes, is_new=is_new, is_applied=is_applied)


def uninstall_seat(
    settings: Settings, name: str | None, *, is_applied: bool, is_forced: bool = False
) -> SeatChange:
    """Plan taking a seat out of this machine and out of files of others, and do it when asked to.

    Everything the seat wrote stays, in its folder and in the Cortex home.

    Raises:
        NoSeat: there is none of that name, or here.
        SeatFileRefused: a file cannot be changed, or somebody wrote in what is ours.
    """
    with only_installer(settings, is_applied=is_applied):
        return _uninstall(settings, name, is_applied=is_applied, is_forced=is_forced)


def _uninstall(
    settings: Settings, name: str | None, *, is_applied: bool, is_forced: bool
) -> SeatChange:
    seat = find_seat(settings, name)
    installer = _installer(settings)
    setups = (
        *base_setups(installer, seat, is_leaving=True),
        *(feature_setup(installer, seat, one) for one in FEATURES),
    )
    plans = plan_uninstall(
        installer.files, setups, installer.installed, seat.name, is_forced=is_forced
    )
    _require(seat, plans)
    if is_applied:
        plans = _left(installer, seat, plans)
        _require(seat, plans)
        known = read_seats(settings.home)
        write_seats(settings.home, [one for one in known if one.name != seat.name])
    return _change(seat, plans, (), is_new=True, is_applied=is_applied)


def list_seats(settings: Settings) -> list[tuple[Seat, bool]]:
    """Give every seat by name, and whether its folder is there."""
    return [(seat, Path(seat.root).is_dir()) for seat in read_seats(settings.home)]


def _installer(settings: Settings) -> Installer:
    try:
        return Installer(settings)
    except EditRefused as error:
        raise InvalidRequest(error.reason, remedy=error.remedy) from None


def _setups(
    installer: Installer, seat: Seat, asked: Asked
) -> tuple[tuple[Setup, ...], tuple[Setup, ...]]:
    """Give what is put in and what is taken out.

    Of a feature that every seat has there is a file when a seat has it not.
    """
    both = sorted({*asked.on} & {*asked.off})
    if both:
        message = f"'{both[0]}' is wanted and taken back"
        raise InvalidRequest(message, remedy="leave out one of both", field="without")
    own = [one.name for one in FEATURES if not one.flag and one.name in asked.on]
    if own and not installer.settings.user_home:
        message = "no home folder of yours is known, so there is no CLAUDE.md of yours"
        raise InvalidRequest(message, remedy="set HOME, or leave out --user-level")
    made, taken = base_setups(installer, seat), []
    for one in FEATURES:
        on, off = (asked.off, asked.on) if one.is_usual else (asked.on, asked.off)
        if one.name in on:
            made.append(feature_setup(installer, seat, one))
        if one.name in off:
            taken.append(feature_setup(installer, seat, one))
    return tuple(made), tuple(taken)


def _require(seat: Seat, plans: tuple[HostPlan, ...]) -> None:
    """Let a plan pass when nothing in it was refused."""
    for plan in plans:
        if plan.state is HostState.REFUSED:
            again = f"`cortex seat uninstall {seat.name} --force"
            remedy = plan.remedy.replace("`cortex uninstall --force", again)
            raise SeatFileRefused(plan.reason, remedy=remedy)


def _new_session(plans: tuple[HostPlan, ...]) -> tuple[str, ...]:
    """Say when a session that runs would go on without its guards."""
    guards = [op for plan in plans if plan.host == GUARDS for op in plan.ops]
    if all(op.before == op.after for op in guards):
        return ()
    return ("start a new session for the guards; one that runs already keeps its old hooks",)


def _left(installer: Installer, seat: Seat, plans: tuple[HostPlan, ...]) -> tuple[HostPlan, ...]:
    known_files = (installer.installed, seat.name, installer.remember, copy_stamp())
    return apply_uninstall(installer.files, plans, *known_files)


def _change(
    seat: Seat,
    plans: tuple[HostPlan, ...],
    notes: tuple[str, ...],
    *,
    is_new: bool,
    is_applied: bool,
) -> SeatChange:
    """Give what a person is shown: nothing of files that are not there and never were ours."""
    ops = tuple(
        op
        for plan in plans
        for op in plan.ops
        if op.action is not Action.SKIP or (op.before is not None and op.reason != NOTHING_OF_OURS)
    )
    copies = tuple(copy for plan in plans for copy in plan.backups)
    return SeatChange(seat, ops, is_new, is_applied, copies, notes)


def _seat_at(settings: Settings, known: list[Seat], root: str, asked: Asked) -> tuple[Seat, bool]:
    """Give the seat a folder is or becomes, and whether anything of it is new."""
    before = next((seat for seat in known if seat.root == root), None)
    wanted = asked.name or (before.name if before else Path(root).name.lower())
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
    works_for = asked.org if asked.org is not None else (before.org if before else "")
    if any(character in works_for for character in "\t\n\r"):
        message = "an organisation's name is one line without tabs"
        raise InvalidRequest(message, remedy="give another one with --org", field="org")
    seat = Seat(wanted, root, f"{settings.home}/seats/{wanted}", works_for)
    return seat, before is None or before.org != works_for
