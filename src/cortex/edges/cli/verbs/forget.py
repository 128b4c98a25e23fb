"""How is a fact taken out for good? `cortex forget`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cortex.edges.cli.health import in_bytes
from cortex.edges.cli.options import agent_option, flag, option
from cortex.edges.cli.screen import counted
from cortex.edges.cli.session import Session
from cortex.edges.cli.verb import Options, Verb
from cortex.model.callers import Place
from cortex.model.erasure import ErasureReport, Scrubbed, Selection
from cortex.model.errors import (
    EXIT_BUSY,
    EXIT_CONFLICT,
    EXIT_DENIED,
    EXIT_NOT_FOUND,
    EXIT_OK,
    InvalidRequest,
)
from cortex.wire.display import display_line
from cortex.wire.erasure import erasure_json, scrubbed_json
from cortex.wiring.forget import Forgetting

if TYPE_CHECKING:
    from cortex.edges.cli.screen import Screen
    from cortex.wiring.house import House

LISTED_MAX = 20
"""References printed for a person; --json has all."""


def build(name: str) -> Verb:
    """Give the verb."""
    return Verb(
        name,
        run,
        [
            click.Argument(["references"], metavar="[REFERENCE]...", nargs=-1, required=False),
            option("--matching", "everything that holds these words", metavar="TEXT"),
            option("--scope", "everything filed under this scope, by id or name", metavar="SCOPE"),
            option("--source", "every fact that this agent said", metavar="AGENT"),
            flag("--everywhere", "search every scope for --matching or --source"),
            flag("--copies", "delete the copies too that Cortex made and that hold the words"),
            flag("--apply", "do it; without this only what would go is counted"),
            flag("--lift", "allow what was forgotten to be said again; brings nothing back"),
            flag("--finish", "clean the file after a forgetting that was interrupted"),
            agent_option(),
        ],
        about="Count what forgetting facts or captures would take, and with --apply take it: out "
        "of every table, the index, kept answers, the sidecar, journals, the log and the pages of "
        "the file. "
        "The words cannot come back by a commit or an import, and no rollback brings them back. "
        "Several conditions must all be met. To end a fact and keep its history, use "
        "`cortex retract`.",
        examples=[
            "cortex forget decision::12 --copies --apply",
            "cortex forget obs:40 --apply",
            'cortex forget --matching "Anna Berg" --everywhere --apply',
            "cortex forget --lift decision::12",
        ],
        exits=(EXIT_NOT_FOUND, EXIT_CONFLICT, EXIT_BUSY, EXIT_DENIED),
    )


def run(session: Session, options: Options) -> int:
    """Forget, count, lift or finish."""
    with session.open() as house:
        forgetting = Forgetting(house)
        if options["finish"]:
            return _finish(session, forgetting)
        selection = _selection(house, options)
        caller = session.caller(options)
        if options["lift"]:
            lifted = forgetting.lift(selection, caller)
            data, said = {"lifted": lifted}, counted(lifted, "statement")
            session.answer(
                data,
                lambda screen: screen.line(f"{said} may be said again."),
            )
            return EXIT_OK
        report = forgetting.forget(selection, caller, is_applied=options["apply"])
    session.answer(
        erasure_json(report), lambda screen: _show(screen, report), done="it is forgotten"
    )
    return _status(report)


def _finish(session: Session, forgetting: Forgetting) -> int:
    scrubbed = forgetting.finish()
    data = {"scrubbed": None if scrubbed is None else scrubbed_json(scrubbed)}
    session.answer(data, lambda screen: _show_scrubbed(screen, scrubbed))
    return EXIT_OK if scrubbed is None or scrubbed.is_clean else EXIT_BUSY


def _selection(house: House, options: Options) -> Selection:
    matching, source = options["matching"] or "", options["source"] or ""
    if (matching or source) and not (
        options["scope"] or options["everywhere"] or options["lift"] or options["references"]
    ):
        message = "--matching and --source need a place to look in"
        remedy = "name one with --scope, or look in every scope with --everywhere"
        raise InvalidRequest(message, remedy=remedy, field="scope")
    if options["scope"] and options["everywhere"]:
        message = "--scope and --everywhere name different places"
        raise InvalidRequest(message, remedy="give one of them", field="scope")
    named = options["scope"]
    scope_id = house.scope(Place(None, named)).scope_id if named else None
    references = tuple(options["references"])
    return Selection(references, matching, scope_id, source, options["copies"])


def _status(report: ErasureReport) -> int:
    """Success only when everything asked for is gone."""
    is_left = report.scrubbed is not None and not report.scrubbed.is_clean
    is_left = is_left or (report.is_applied and report.captured_left > 0)
    return EXIT_BUSY if is_left else EXIT_OK


def _show(screen: Screen, report: ErasureReport) -> None:
    if not report.facts and not report.captured:
        screen.line("Nothing meets this; nothing was changed.")
        return
    verb = "Forgot" if report.is_applied else "Would forget"
    for references, noun in ((report.facts, "fact"), (report.captured, "observation")):
        if references:
            screen.line(f"{verb} {counted(len(references), noun)}: {_listed(references)}")
    if report.captured_left:
        screen.line(f"{counted(report.captured_left, 'observation')} more: run it again", 2)
    for place, rows in report.counts:
        screen.line(f"{place}: {rows}", 2)
    for reference, relation in report.flagged[:LISTED_MAX]:
        screen.line(f"{reference} was built on it ({relation}) and is flagged", 2)
    if report.also_said_by:
        screen.line(f"The same words stay in {_listed(report.also_said_by)}: name them too")
    _show_copies(screen, report)
    if not report.is_applied:
        screen.line("Nothing was changed. Add --apply to do it; it cannot be undone.")
        return
    _show_scrubbed(screen, report.scrubbed)
    if report.proof is not None:
        _show_proof(screen, report)


def _show_copies(screen: Screen, report: ErasureReport) -> None:
    verb = "Deleted" if report.is_applied else "Would delete"
    for path in report.removed_copies:
        screen.line(f"{verb} the copy {display_line(path)}")
    for path in report.copies:
        screen.line(f"A copy stays in {display_line(path)}: delete it yourself")
    if report.copies and not report.is_applied and not report.removed_copies:
        screen.line("With --copies those go that Cortex made itself.")
    if report.removed_copies and report.is_applied:
        screen.line("Run `cortex backup` to have a copy again.")


def _show_scrubbed(screen: Screen, scrubbed: Scrubbed | None) -> None:
    if scrubbed is None:
        screen.line("No forgetting is unfinished.")
    elif scrubbed.is_clean:
        screen.line(f"The file was rewritten: {in_bytes(scrubbed.bytes_after)}, log empty.")
    else:
        left = scrubbed.fault or f"a reader still holds {scrubbed.log_bytes_left} bytes of the log"
        screen.line(f"Not finished: {display_line(left)}. Run `cortex forget --finish` later.")


def _show_proof(screen: Screen, report: ErasureReport) -> None:
    proof = report.proof
    assert proof is not None
    searched = f"{in_bytes(proof.bytes_searched)} in {counted(proof.files_searched, 'file')}"
    if not proof.found_in:
        screen.line(f"Searched {searched}: the words are nowhere.")
        return
    screen.line(f"Searched {searched}: the words are still in")
    for place in proof.found_in:
        screen.line(display_line(place), 2)


def _listed(references: tuple[str, ...]) -> str:
    more = len(references) - LISTED_MAX
    return ", ".join(references[:LISTED_MAX]) + (f" and {more} more" if more > 0 else "")
