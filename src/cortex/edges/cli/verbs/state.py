"""Where does a seat stand? `cortex state`, its STATE.md."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cortex.edges.cli.family import Family
from cortex.edges.cli.options import option
from cortex.edges.cli.seats import of_seat, seat_option, show_checks
from cortex.edges.cli.streams import read_text
from cortex.edges.cli.verb import Options, Verb
from cortex.model.errors import EXIT_FAILURE, EXIT_NOT_FOUND, EXIT_OK
from cortex.wire.display import display_text
from cortex.wire.state import checks_json, copies_json, rewritten_json, state_json

if TYPE_CHECKING:
    from cortex.edges.cli.screen import Screen
    from cortex.edges.cli.session import Session
    from cortex.model.seat_states import Copy, Rewritten

SECTIONS_SHOWN = (
    "checkpoint, promises, surfaces, changes, decisions, dead-ends, dispatches or rules"
)


def build(name: str) -> Family:
    """Give the verb with its actions."""
    return Family(
        name,
        [
            ("show", "print STATE.md, or one section", _show_verb(name)),
            ("set", "rewrite STATE.md, or one section, from standard input", _set_verb(name)),
            ("check", "say whether it would carry this seat over a compaction", _check_verb(name)),
            ("history", "list the former versions", _history_verb(name)),
            ("restore", "bring a former version back", _restore_verb(name)),
        ],
        about="STATE.md is what a seat knows after its context was compacted: where the work "
        "stands, what was promised, what was changed, tried and decided. Cortex gives it back by "
        "itself. Without an action it is printed.",
        examples=[
            "cortex state",
            "cortex state set < STATE.new.md",
            'echo "- [open] send the report (due 2026-05-04)" | '
            "cortex state set --section promises",
            "cortex state check --json",
        ],
    )


def _section_option(help_text: str) -> click.Option:
    return option("--section", f"{help_text}: {SECTIONS_SHOWN}", metavar="SECTION")


def _show_verb(name: str) -> Verb:
    return Verb(
        name,
        _show,
        [
            _section_option("only this section"),
            option("--copy", "a former version, by its name in the history", metavar="NAME"),
            seat_option(),
        ],
        about="Print STATE.md as it is.",
        examples=["cortex state show", "cortex state show --section promises --seat ops"],
        exits=(EXIT_NOT_FOUND,),
    )


def _set_verb(name: str) -> Verb:
    return Verb(
        name,
        _set,
        [_section_option("rewrite only this section"), seat_option()],
        about="Rewrite STATE.md from standard input. A whole file has all eight headings; with "
        "--section the input is what stands below one. The time is put in from the clock, what "
        "it said before is copied into memory/state-history, and secrets and private spans are "
        "taken out. An instant ahead of the clock is refused unless it is due, expected or until.",
        examples=[
            "cortex state set < STATE.new.md",
            'printf "task: invoices\\nstands: sent\\nexact next step: book them\\n" | '
            "cortex state set --section checkpoint",
        ],
        exits=(EXIT_NOT_FOUND,),
    )


def _check_verb(name: str) -> Verb:
    return Verb(
        name,
        _check,
        [seat_option()],
        about="Say what is missing, empty, too long, too old or ahead of the clock in STATE.md, "
        "and whether the context meter warns before the host compacts. Changes nothing. Exits 1 "
        "when a check failed; a warning alone exits 0.",
        examples=["cortex state check", "cortex state check --seat ops --json"],
        exits=(EXIT_FAILURE, EXIT_NOT_FOUND),
    )


def _history_verb(name: str) -> Verb:
    return Verb(
        name,
        _history,
        [seat_option()],
        about="List the former versions of STATE.md that are kept, the newest first. A name is "
        "when that version was written.",
        examples=["cortex state history", "cortex state history --json"],
        exits=(EXIT_NOT_FOUND,),
    )


def _restore_verb(name: str) -> Verb:
    return Verb(
        name,
        _restore,
        [click.Argument(["copy"], required=False, metavar="[NAME]"), seat_option()],
        about="Make STATE.md say what the former version NAME said, or the newest that says "
        "something else. What it says now is copied first.",
        examples=["cortex state restore", "cortex state restore 20260501T101500.000000Z"],
        exits=(EXIT_NOT_FOUND,),
    )


def _show(session: Session, options: Options) -> None:
    from cortex.wiring.seat.state import section_title, show_state

    title = section_title(options["section"]) if options["section"] else None
    shown = show_state(session.settings, options["seat"], options["copy"])
    text = shown.text if title is None else shown.state.body(title) or ""
    sections = [
        (section.title, section.body)
        for section in shown.state.sections
        if title in {None, section.title}
    ]
    data = state_json(shown.seat, shown.path, text, shown.written_us, sections)
    session.answer(data, lambda screen: screen.paragraph(display_text(text.rstrip("\n"))))


def _set(session: Session, options: Options) -> None:
    from cortex.wiring.seat.state import INPUT_BYTES_MAX, write_state

    text = read_text("stdin", INPUT_BYTES_MAX)
    made = write_state(session.settings, options["seat"], options["section"], text)
    _tell_rewrite(session, made, "STATE.md is rewritten")


def _restore(session: Session, options: Options) -> None:
    from cortex.wiring.seat.state import bring_back

    made = bring_back(session.settings, options["seat"], options["copy"])
    _tell_rewrite(session, made, "STATE.md says what the former version said")


def _tell_rewrite(session: Session, made: Rewritten, done: str) -> None:
    session.warn(*made.warnings)
    data = rewritten_json(made.text, made.former, made.removed)
    session.answer(data, lambda screen: _show_rewrite(screen, made, done), done=done)


def _show_rewrite(screen: Screen, made: Rewritten, done: str) -> None:
    screen.line(f"{done}: {len(made.text)} characters.")
    if made.former is not None:
        screen.line(f"What it said before is kept as {made.former}.", 2)
    for kind, count in made.removed:
        screen.line(f"Taken out before it was written: {kind} ({count})", 2)


def _check(session: Session, options: Options) -> int:
    from cortex.wiring.seat.state import check_state

    checks = check_state(session.settings, options["seat"])
    data = {**of_seat(session, options["seat"]), **checks_json(checks)}
    session.answer(data, lambda screen: show_checks(screen, checks))
    return EXIT_OK if data["healthy"] else EXIT_FAILURE


def _history(session: Session, options: Options) -> None:
    from cortex.wiring.seat.state import former_states

    copies = former_states(session.settings, options["seat"])
    data = {**of_seat(session, options["seat"]), **copies_json(copies)}
    session.answer(data, lambda screen: _show_copies(screen, copies))


def _show_copies(screen: Screen, copies: list[Copy]) -> None:
    if not copies:
        screen.line("No former version of STATE.md is kept.")
        return
    screen.table(("name", "bytes"), [(copy.name, str(copy.size)) for copy in copies])
