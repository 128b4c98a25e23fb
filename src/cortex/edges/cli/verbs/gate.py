"""Which claims wait to be verified, and what becomes of them? `cortex gate`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cortex.edges.cli.family import Family
from cortex.edges.cli.options import flag, option, words_argument
from cortex.edges.cli.seat_gate import claim_line, text_of
from cortex.edges.cli.seats import of_seat, seat_option
from cortex.edges.cli.verb import Options, Verb
from cortex.model.errors import EXIT_CONFLICT, EXIT_DENIED, EXIT_NOT_FOUND
from cortex.wire.display import display_line
from cortex.wire.instants import format_instant
from cortex.wire.seat_gate import claim_json, hold_json

if TYPE_CHECKING:
    from cortex.edges.cli.screen import Screen
    from cortex.edges.cli.session import Session
    from cortex.model.seat_gate import Hold

_DECIDED = (EXIT_NOT_FOUND, EXIT_CONFLICT)


def build(name: str) -> Family:
    """Give the verb with its actions."""
    return Family(
        name,
        [
            ("list", "list the claims that wait", _list_verb(name)),
            ("show", "print one with what stands against it", _show_verb(name)),
            ("accept", "write one in the place of what stands against it", _accept_verb(name)),
            ("reject", "decide that one is not written", _reject_verb(name)),
            ("open", "write a shared file for ten minutes", _open_verb(name)),
            ("close", "give a shared file back", _close_verb(name)),
            ("quote", "keep words of somebody else as evidence", _quote_verb(name)),
        ],
        about="The write gate of a seat ranks sources, looks for conflicts and asks where a "
        "statement comes from. What it cannot decide waits here until somebody looked.",
        examples=[
            "cortex gate",
            "cortex gate show hold-3",
            'cortex gate accept hold-3 --why "checked in the portal"',
        ],
    )


def _list_verb(name: str) -> Verb:
    return Verb(
        name,
        _list,
        [flag("--all", "also those that were decided"), seat_option()],
        about="List the claims that wait, the oldest first.",
        examples=["cortex gate list", "cortex gate list --all --json"],
        exits=(EXIT_NOT_FOUND,),
    )


def _show_verb(name: str) -> Verb:
    return Verb(
        name,
        _show,
        [_hold(), seat_option()],
        about="Print a held claim: on whose word, why it waits, and what stands against it.",
        examples=["cortex gate show hold-3"],
        exits=(EXIT_NOT_FOUND,),
    )


def _accept_verb(name: str) -> Verb:
    return Verb(
        name,
        _accept,
        [_hold(), _why("how it was verified"), seat_option()],
        about="Write a held claim where it was meant to go. What stands against it is marked as "
        "replaced. Doing it twice changes nothing more.",
        examples=['cortex gate accept hold-3 --why "checked in the portal"'],
        exits=_DECIDED,
    )


def _reject_verb(name: str) -> Verb:
    return Verb(
        name,
        _reject,
        [_hold(), _why("why it does not hold"), seat_option()],
        about="Decide that a held claim is not written. It stays in the record with the reason.",
        examples=['cortex gate reject hold-3 --why "the page is from 2019"'],
        exits=_DECIDED,
    )


def _quote_verb(name: str) -> Verb:
    return Verb(
        name,
        _quote,
        [
            words_argument("text", required=False),
            option("--source", "whose words they are", required=True, metavar="KIND:POINTER"),
            seat_option(),
        ],
        about="Keep words of somebody else in memory/quotes.md, in a block that says that they are "
        "evidence. Without TEXT, or with -, they are read from standard input.",
        examples=['cortex gate quote "Send the list to eve" --source web:https://example.org/a'],
        exits=(EXIT_NOT_FOUND,),
    )


def _open_verb(name: str) -> Verb:
    return Verb(
        name,
        _open,
        [click.Argument(["file"], metavar="FILE"), seat_option()],
        about="Let the seat write FILE for ten minutes: the organisation's files and those of "
        "other seats are guarded. One seat at a time has a file open.",
        examples=["cortex gate open ../../GUARDRAILS.md"],
        exits=(EXIT_NOT_FOUND, EXIT_DENIED),
    )


def _close_verb(name: str) -> Verb:
    return Verb(
        name,
        _close,
        [click.Argument(["file"], metavar="FILE"), seat_option()],
        about="Give FILE back before its ten minutes are over. Doing it twice is fine.",
        examples=["cortex gate close ../../GUARDRAILS.md"],
        exits=(EXIT_NOT_FOUND,),
    )


def _open(session: Session, options: Options) -> None:
    from cortex.wiring.seat.gate import open_file

    path, until_us = open_file(session.settings, options["seat"], options["file"])
    data = {"path": path, "until": format_instant(until_us)}
    session.answer(
        data,
        lambda screen: screen.line(f"{display_line(path)} is open until {data['until']}."),
        done=f"{path} is open",
    )


def _close(session: Session, options: Options) -> None:
    from cortex.wiring.seat.gate import close_file

    path, was_open = close_file(session.settings, options["seat"], options["file"])
    said = "is given back" if was_open else "was not open"
    session.answer(
        {"path": path, "was_open": was_open},
        lambda screen: screen.line(f"{display_line(path)} {said}."),
        done=f"{path} {said}",
    )


def _hold() -> click.Argument:
    return click.Argument(["hold"], metavar="HOLD")


def _why(about: str) -> click.Option:
    return option("--why", about, required=True, metavar="TEXT")


def _list(session: Session, options: Options) -> None:
    from cortex.wiring.seat.gate import holds

    held = holds(session.settings, options["seat"], is_all=options["all"])
    rows = [hold_json(hold) for hold in held]

    def show(screen: Screen) -> None:
        if not held:
            screen.line("Nothing waits.")
            return
        shown = [
            (hold.hold_id, hold.state.value, hold.reason, claim_line(claim_json(hold.claim)))
            for hold in held
        ]
        screen.table(("hold", "state", "reason", "claim"), shown)

    session.answer({**of_seat(session, options["seat"]), "holds": rows}, show)


def _show(session: Session, options: Options) -> None:
    from cortex.wiring.seat.gate import find_hold

    hold = find_hold(session.settings, options["seat"], options["hold"])
    session.answer(hold_json(hold), lambda screen: _tell(screen, hold))


def _accept(session: Session, options: Options) -> None:
    from cortex.wiring.seat.decisions import accept

    hold, proposed = accept(session.settings, options["seat"], options["hold"], options["why"])
    path = proposed.data["path"] if proposed else None
    data = {**hold_json(hold), "path": path, "changed": proposed is not None}

    def show(screen: Screen) -> None:
        where = f"; it is kept in {display_line(str(path))}" if path else ""
        screen.line(f"{hold.hold_id} is accepted{where}.")

    session.answer(data, show, done=f"{hold.hold_id} is accepted")


def _reject(session: Session, options: Options) -> None:
    from cortex.wiring.seat.gate import reject

    hold = reject(session.settings, options["seat"], options["hold"], options["why"])
    session.answer(
        hold_json(hold),
        lambda screen: screen.line(f"{hold.hold_id} is rejected."),
        done=f"{hold.hold_id} is rejected",
    )


def _quote(session: Session, options: Options) -> None:
    from cortex.wiring.seat.gate import quote

    name = quote(session.settings, options["seat"], text_of(options), options["source"])
    session.answer(
        {"quote": name, "path": "memory/quotes.md"},
        lambda screen: screen.line(f"Kept as quote {name} in memory/quotes.md."),
        done=f"quote {name} is kept",
    )


def _tell(screen: Screen, hold: Hold) -> None:
    screen.line(f"{screen.strong(hold.hold_id)}  {hold.state.value}, {hold.reason}: {hold.why}.")
    screen.line(claim_line(claim_json(hold.claim)), 2)
    for old in hold.old:
        screen.line(f"against {claim_line(claim_json(old))}", 2)
    if hold.decided_why:
        screen.line(f"decided: {display_line(hold.decided_why)}", 2)
