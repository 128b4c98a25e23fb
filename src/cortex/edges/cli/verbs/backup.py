"""How is the brain copied into one file? `cortex backup`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.edges.cli.files import path_of
from cortex.edges.cli.health import in_bytes
from cortex.edges.cli.options import count_option, flag, option
from cortex.edges.cli.screen import Progress, Screen, counted
from cortex.edges.cli.session import Session
from cortex.edges.cli.verb import Options, Verb
from cortex.model.copies import COPIES_KEPT, COPIES_KEPT_MAX
from cortex.model.errors import EXIT_BUSY
from cortex.wire.copies import backup_json
from cortex.wire.display import display_line

if TYPE_CHECKING:
    from cortex.model.copies import BackupReport


def build(name: str) -> Verb:
    """Give the verb."""
    return Verb(
        name,
        run,
        [
            option(
                "--to",
                "file to write; nothing is replaced (default: the next name in `backups` of the "
                "home)",
                metavar="FILE",
            ),
            flag("--verify", "unpack the copy when it is done, look through it and ask it"),
            count_option(
                "--keep",
                "copies of this brain to keep in the home; older ones are deleted",
                COPIES_KEPT,
                COPIES_KEPT_MAX,
            ),
        ],
        about="Copy the whole brain, as it stands at one instant, into one file. Others go on "
        "reading and writing. A damaged brain is not copied over good copies: it is refused.",
        examples=["cortex backup --verify", "cortex backup --to ~/brain-copy.zip"],
        exits=(EXIT_BUSY,),
    )


def run(session: Session, options: Options) -> None:
    """Copy, with progress on a terminal."""
    from cortex.wiring.copies import back_up

    target = options["to"]
    if target is not None:
        target = path_of(session, target, "to")
    progress = Progress("copying")
    try:
        with session.open() as house:
            report = back_up(
                house, target, options["keep"], progress.update, is_verified=options["verify"]
            )
    finally:
        progress.close()
    session.answer(
        backup_json(report), lambda screen: _show(screen, report), done=f"copied to {report.path}"
    )


def _show(screen: Screen, report: BackupReport) -> None:
    contents = report.manifest.contents
    screen.line(screen.strong(display_line(report.path)))
    screen.line(f"{counted(contents.facts, 'fact')}, {in_bytes(report.size)}", 2)
    if report.proof is not None:
        screen.line(
            f"verified: sound, and {counted(report.proof.probes, 'question')} answered alike", 2
        )
    if report.dropped:
        screen.line(f"{counted(len(report.dropped), 'older copy', 'older copies')} deleted", 2)
