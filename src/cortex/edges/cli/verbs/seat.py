"""Which folders are seats of this machine? `cortex seat`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cortex.edges.cli.family import Family
from cortex.edges.cli.options import flag, option
from cortex.edges.cli.seat_moves import hand_off_verb, pack_verb, unpack_verb
from cortex.edges.cli.seats import named_seat, of_seat, seat_words, show_checks
from cortex.edges.cli.verb import Options, Verb
from cortex.model.errors import EXIT_FAILURE, EXIT_NOT_FOUND, EXIT_OK
from cortex.model.seat_features import FEATURES
from cortex.wire.display import display_line
from cortex.wire.seats import seat_json, steps_json
from cortex.wire.state import checks_json

if TYPE_CHECKING:
    from cortex.edges.cli.screen import Screen
    from cortex.edges.cli.session import Session
    from cortex.wiring.seat.install import SeatChange


def build(name: str) -> Family:
    """Give the verb with its actions."""
    return Family(
        name,
        [
            ("list", "list the seats of this machine", _list_verb(name)),
            ("install", "make a folder a seat", _install_verb(name)),
            ("doctor", "say whether what a seat needs to go on is there", _doctor_verb(name)),
            ("handoff", "write what the next session needs to go on", hand_off_verb(name)),
            ("pack", "put everything a seat needs into one file", pack_verb(name)),
            ("unpack", "make a pack a seat of this machine", unpack_verb(name)),
            ("uninstall", "take a seat out; what it wrote stays", _uninstall_verb(name)),
        ],
        about="A seat is one long-lived agent with a folder of its own. Cortex gives it back where "
        "it stood after a compaction, and says when its context fills up.",
        examples=["cortex seat install ~/agents/ops --apply", "cortex seat list"],
    )


def _list_verb(name: str) -> Verb:
    return Verb(
        name,
        _list,
        [],
        about="List the seats by name, and whether their folders are there.",
        examples=["cortex seat list --json"],
    )


def _install_verb(name: str) -> Verb:
    return Verb(
        name,
        _install,
        [
            click.Argument(["folder"], metavar="FOLDER"),
            option("--name", "what it is called (default: the name of the folder)", metavar="NAME"),
            option("--org", "the organisation it works for", metavar="NAME"),
            *(flag(one.option, one.about) for one in FEATURES),
            _without_option(),
            flag("--apply", "do it; without this only the plan is printed"),
        ],
        about="Make FOLDER a seat: STATE.md, ENTITIES.md and MEMORY.md where they are missing, a "
        "marked block in CLAUDE.md, the guards of its hosts, and an entry in the Cortex home. The "
        "hooks of `cortex install` serve it from then on. A second time changes nothing, and what "
        "was wanted once stays until it is taken back.",
        examples=[
            "cortex seat install .",
            "cortex seat install ~/agents/ops --name ops --apply",
            "cortex seat install . --with-notes-recall --without user-level --apply",
        ],
    )


def _without_option() -> click.Option:
    return click.Option(
        ["--without"],
        multiple=True,
        metavar="FEATURE",
        type=click.Choice([one.name for one in FEATURES]),
        help="take one back: " + ", ".join(one.name for one in FEATURES),
    )


def _doctor_verb(name: str) -> Verb:
    return Verb(
        name,
        _doctor,
        seat_words(),
        about="Check what the seat NAME, or that of this folder, needs to go on: its hooks, "
        "checkpoints, STATE.md, the meter, digests, notes, entities, graph, records, bus, copies, "
        "and who can read it. What cannot be looked at is no pass. Exits 1 when a check failed; a "
        "warning alone exits 0.",
        examples=["cortex seat doctor", "cortex seat doctor ops --json"],
        exits=(EXIT_FAILURE, EXIT_NOT_FOUND),
    )


def _uninstall_verb(name: str) -> Verb:
    return Verb(
        name,
        _uninstall,
        [
            *seat_words(),
            flag("--apply", "do it; without this it is only said"),
            flag("--force", "also what somebody wrote in our blocks"),
        ],
        about="Take the seat NAME, or that of this folder, out of this machine, and what is "
        "Cortex's out of its files. Everything it wrote stays.",
        examples=["cortex seat uninstall ops --apply"],
        exits=(EXIT_NOT_FOUND,),
    )


def _list(session: Session, options: Options) -> None:
    from cortex.wiring.seat.install import list_seats

    del options
    seats = list_seats(session.settings)
    data = {"seats": [{**seat_json(seat), "present": is_there} for seat, is_there in seats]}

    def show(screen: Screen) -> None:
        if not seats:
            screen.line("No folder is a seat yet. `cortex seat install FOLDER` plans one.")
        for seat, is_there in seats:
            gone = "" if is_there else "  (the folder is gone)"
            screen.line(f"{display_line(seat.name)}  {display_line(seat.root)}{gone}")

    session.answer(data, show)


def _install(session: Session, options: Options) -> None:
    from cortex.wiring.seat.install import Asked, install_seat

    wanted = tuple(one.name for one in FEATURES if options[one.option.strip("-").replace("-", "_")])
    asked = Asked(options["name"], options["org"], wanted, tuple(options["without"]))
    is_applied = options["apply"]
    done = install_seat(session.settings, options["folder"], asked, is_applied=is_applied)
    data = {**_change_json(done), "new": done.is_new, "notes": list(done.notes)}
    session.answer(data, lambda screen: _show(screen, done, "applied", "planned"))


def _change_json(done: SeatChange) -> dict[str, object]:
    return {
        **seat_json(done.seat),
        "applied": done.is_applied,
        "steps": steps_json(done.ops),
        "copies": list(done.copies),
    }


def _show(screen: Screen, done: SeatChange, did: str, would: str) -> None:
    said = did if done.is_applied else would
    if not done.changes:
        said = "nothing to do"
    screen.line(display_line(f"seat {done.seat.name} in {done.seat.root}: {said}"))
    inside = f"{done.seat.root}/"
    for op in done.ops:
        path = op.path.removeprefix(inside)
        row = f"{op.action.value:7} {display_line(path)}  ({display_line(op.reason)})"
        screen.line(row, 2, 8)
    for copy in done.copies:
        screen.line(f"{'copy':7} {display_line(copy.removeprefix(inside))}", 2, 8)
    for note in done.notes:
        screen.line(f"{'note':7} {display_line(note)}", 2, 8)
    if not done.is_applied and done.changes:
        screen.line("Nothing was written; --apply does it.")


def _doctor(session: Session, options: Options) -> int:
    from cortex.wiring.seat.doctor import examine_seat

    checks = examine_seat(session.settings, named_seat(options))
    data = {**of_seat(session, named_seat(options)), **checks_json(checks)}
    session.answer(data, lambda screen: show_checks(screen, checks))
    return EXIT_OK if data["healthy"] else EXIT_FAILURE


def _uninstall(session: Session, options: Options) -> None:
    from cortex.wiring.seat.install import uninstall_seat

    is_forced, is_applied = options["force"], options["apply"]
    done = uninstall_seat(
        session.settings, named_seat(options), is_applied=is_applied, is_forced=is_forced
    )
    did = "taken out; what it wrote stays"
    session.answer(_change_json(done), lambda screen: _show(screen, done, did, "to be taken out"))
