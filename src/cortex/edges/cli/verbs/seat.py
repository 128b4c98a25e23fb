"""Which folders are seats of this machine? `cortex seat`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cortex.edges.cli.family import Family
from cortex.edges.cli.options import flag, option
from cortex.edges.cli.seats import show_checks
from cortex.edges.cli.verb import Options, Verb
from cortex.model.errors import EXIT_FAILURE, EXIT_NOT_FOUND, EXIT_OK
from cortex.wire.display import display_line
from cortex.wire.seats import seat_json, steps_json
from cortex.wire.state import checks_json

if TYPE_CHECKING:
    from cortex.edges.cli.screen import Screen
    from cortex.edges.cli.session import Session
    from cortex.wiring.seat.install import SeatInstalled


def build(name: str) -> Family:
    """Give the verb with its actions."""
    return Family(
        name,
        [
            ("list", "list the seats of this machine", _list_verb(name)),
            ("install", "make a folder a seat", _install_verb(name)),
            ("doctor", "say whether what a seat needs to go on is there", _doctor_verb(name)),
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
            flag("--apply", "do it; without this only the plan is printed"),
        ],
        about="Make FOLDER a seat: STATE.md, ENTITIES.md and MEMORY.md where they are missing, a "
        "marked block in CLAUDE.md, and an entry in the Cortex home. The hooks of `cortex install` "
        "serve it from then on. A second time changes nothing.",
        examples=["cortex seat install .", "cortex seat install ~/agents/ops --name ops --apply"],
    )


def _doctor_verb(name: str) -> Verb:
    return Verb(
        name,
        _doctor,
        [click.Argument(["seat"], metavar="[NAME]", required=False)],
        about="Check what the seat NAME, or that of this folder, needs to go on: checkpoints, "
        "STATE.md, the context meter, session facts, digests, notes and entities. What cannot be "
        "looked at is no pass. Exits 1 when a check failed; a warning alone exits 0.",
        examples=["cortex seat doctor", "cortex seat doctor ops --json"],
        exits=(EXIT_FAILURE, EXIT_NOT_FOUND),
    )


def _uninstall_verb(name: str) -> Verb:
    return Verb(
        name,
        _uninstall,
        [
            click.Argument(["seat"], metavar="[NAME]", required=False),
            flag("--apply", "do it; without this it is only said"),
            flag("--force", "also when somebody wrote in our block of CLAUDE.md"),
        ],
        about="Take the seat NAME, or that of this folder, out of this machine, and our block out "
        "of its CLAUDE.md. Everything it wrote stays.",
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
            screen.line(display_line(f"{seat.name}  {seat.root}{gone}"))

    session.answer(data, show)


def _install(session: Session, options: Options) -> None:
    from cortex.wiring.seat.install import install_seat

    done = install_seat(
        session.settings,
        options["folder"],
        name=options["name"],
        org=options["org"],
        is_applied=options["apply"],
    )
    data = {
        **seat_json(done.seat),
        "applied": done.is_applied,
        "new": done.is_new,
        "steps": steps_json(done.planned.steps),
        "copies": list(done.copies),
    }
    session.answer(data, lambda screen: _show_install(screen, done))


def _show_install(screen: Screen, done: SeatInstalled) -> None:
    said = "applied" if done.is_applied else "planned"
    if not done.changes:
        said = "nothing to do"
    screen.line(display_line(f"seat {done.seat.name} in {done.seat.root}: {said}"))
    for step in done.planned.steps:
        screen.line(display_line(f"  {step.action.value:7} {step.path}  ({step.reason})"))
    for copy in done.copies:
        screen.line(display_line(f"  copy    {copy}"))
    if not done.is_applied and done.changes:
        screen.line("Nothing was written; --apply does it.")


def _doctor(session: Session, options: Options) -> int:
    from cortex.wiring.seat.doctor import examine_seat

    checks = examine_seat(session.settings, options["seat"])
    data = checks_json(checks)
    session.answer(data, lambda screen: show_checks(screen, checks))
    return EXIT_OK if data["healthy"] else EXIT_FAILURE


def _uninstall(session: Session, options: Options) -> None:
    from cortex.wiring.seat.install import uninstall_seat

    is_applied = options["apply"]
    seat, copy = uninstall_seat(
        session.settings, options["seat"], is_applied=is_applied, is_forced=options["force"]
    )
    data = {**seat_json(seat), "applied": is_applied, "copies": [copy] if copy else []}

    def show(screen: Screen) -> None:
        said = "taken out; its files stay" if is_applied else "would be taken out; --apply does it"
        screen.line(display_line(f"seat {seat.name} in {seat.root}: {said}"))

    session.answer(data, show)
