"""How is a copy of the brain brought back? `cortex restore`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cortex.edges.cli.files import path_of
from cortex.edges.cli.health import in_bytes
from cortex.edges.cli.options import agent_option, flag
from cortex.edges.cli.screen import Progress, Screen, counted
from cortex.edges.cli.session import Session
from cortex.edges.cli.verb import Options, Verb
from cortex.model.copies import PresentState
from cortex.model.errors import EXIT_BUSY
from cortex.wire.copies import copies_json, restore_json
from cortex.wire.display import display_line
from cortex.wire.instants import format_instant

if TYPE_CHECKING:
    from cortex.model.copies import CopyFile, Present, Proof, RestoreReport


def build(name: str) -> Verb:
    """Give the verb."""
    return Verb(
        name,
        run,
        [
            click.Argument(["file"], required=False, metavar="[FILE]"),
            flag("--apply", "do it; without this only what would happen is printed"),
            agent_option(),
        ],
        about="Say what the copy FILE would bring and what would be lost, and with --apply put it "
        "in place of the brain. The copy must prove itself first; the brain that gives way is kept "
        "as a copy. What was forgotten stays forgotten. Without FILE the copies in the home are "
        "listed.",
        examples=[
            "cortex restore",
            "cortex restore ~/brain-copy.zip",
            "cortex restore FILE --apply",
        ],
        exits=(EXIT_BUSY,),
    )


def run(session: Session, options: Options) -> None:
    """List, plan or restore."""
    from cortex.wiring.copies import kept_copies, restore_copy

    if options["file"] is None:
        with session.open() as house:
            copies = kept_copies(house)
        session.answer(copies_json(copies), lambda screen: _show_copies(screen, copies))
        return
    path = path_of(session, options["file"], "file")
    progress = Progress("restoring")
    try:
        with session.open() as house:
            report = restore_copy(
                house, path, session.caller(options), progress.update, is_applied=options["apply"]
            )
    finally:
        progress.close()
    done = f"restored from {path}" if report.is_applied else ""
    session.answer(restore_json(report), lambda screen: _show(screen, report), done=done)


def _show_copies(screen: Screen, copies: tuple[CopyFile, ...]) -> None:
    if not copies:
        screen.line("No copy of this brain in the home; `cortex backup` makes one.")
    for each in copies:
        screen.line(f"{format_instant(each.created_us)}  {in_bytes(each.size)}")
        screen.line(display_line(each.path), 2)


def _show(screen: Screen, report: RestoreReport) -> None:
    contents = report.manifest.contents
    screen.pairs(
        [
            ("copy", display_line(report.copy)),
            ("made", format_instant(report.manifest.created_us)),
            ("holds", _held(contents.facts, dict(contents.counts)["versions"])),
            ("proved", _proved(report.proof)),
            ("present", _present(report.present, is_applied=report.is_applied)),
        ]
    )
    if not report.is_applied:
        screen.line("Nothing was changed. Add --apply to bring it back.")
        return
    screen.line(f"Restored; epoch {report.restore_epoch}.")
    if report.forgotten_again:
        screen.line(f"{counted(report.forgotten_again, 'fact')} had been forgotten: kept out.")
    if report.set_aside is not None:
        screen.line(f"What was there is in {display_line(report.set_aside)}")


def _proved(proof: Proof) -> str:
    if proof.same_answers is None:
        return f"sound, {counted(proof.probes, 'fact')} read; made by another version of Cortex"
    return f"sound, {counted(proof.probes, 'question')} answered as when it was made"


def _present(present: Present, *, is_applied: bool) -> str:
    if present.state is PresentState.ABSENT:
        return "nothing"
    if present.state is PresentState.DAMAGED:
        return display_line(f"damaged: {present.detail}")
    facts = counted(present.facts, "fact")
    if not (present.facts_since or present.entries_since):
        return f"{facts}; nothing is younger than the copy"
    newer = _held(present.facts_since, present.entries_since)
    return f"{facts}; younger than the copy and {'gone' if is_applied else 'lost'}: {newer}"


def _held(facts: int, entries: int) -> str:
    return f"{counted(facts, 'fact')}, {counted(entries, 'log entry', 'log entries')}"
