"""What can be read from a damaged store? `cortex recover`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.edges.cli.options import agent_option, flag
from cortex.edges.cli.screen import Progress, Screen, counted
from cortex.edges.cli.session import Session
from cortex.edges.cli.verb import Options, Verb
from cortex.model.errors import EXIT_BUSY
from cortex.wire.copies import recover_json
from cortex.wire.display import display_line

if TYPE_CHECKING:
    from cortex.model.copies import RecoverReport


def build(name: str) -> Verb:
    """Give the verb."""
    return Verb(
        name,
        run,
        [
            flag("--apply", "do it; without this only what could be read is counted"),
            agent_option(),
        ],
        about="Read every row that can still be read from a damaged store into a new one, build "
        "the handles again, and say how much was kept and lost. With --apply the new one takes "
        "the place; the damaged files are kept beside it. A sound store is left alone.",
        examples=["cortex recover", "cortex recover --apply"],
        exits=(EXIT_BUSY,),
    )


def run(session: Session, options: Options) -> None:
    """Count what can be read, or recover."""
    from cortex.wiring.copies import recover_brain

    progress = Progress("recovering")
    try:
        with session.open() as house:
            report = recover_brain(
                house, session.caller(options), progress.update, is_applied=options["apply"]
            )
    finally:
        progress.close()
    done = "recovered" if report.is_applied else ""
    session.answer(recover_json(report), lambda screen: _show(screen, report), done=done)


def _show(screen: Screen, report: RecoverReport) -> None:
    if not report.findings:
        screen.line("The store is sound; there is nothing to recover.")
        return
    for finding in report.findings:
        screen.line(display_line(f"damaged: {finding}"))
    rows = [(each.table, str(each.kept), str(each.lost)) for each in report.tables]
    screen.table(("table", "kept", "lost"), rows)
    if report.altered:
        shown = ", ".join(report.altered)
        screen.line(f"The words of these are not as they were said; look at them: {shown}")
    facts = counted(report.facts, "fact")
    if not report.is_applied:
        screen.line(f"{facts} can be read. Nothing was changed; add --apply to do it.")
        return
    screen.line(f"The new store holds {facts}.")
    screen.line(f"The damaged files are at {display_line(str(report.set_aside))}")
