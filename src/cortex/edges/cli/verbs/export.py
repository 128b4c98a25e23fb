"""How does a brain leave this machine whole? `cortex export`."""

from __future__ import annotations

from cortex.edges.cli.files import path_of
from cortex.edges.cli.options import NameType, option
from cortex.edges.cli.screen import Progress, Screen, counted
from cortex.edges.cli.session import Session
from cortex.edges.cli.verb import Options, Verb
from cortex.model.errors import EXIT_BUSY, InvalidRequest
from cortex.model.exports import ExportReport
from cortex.wire.exports import export_json

STANDARD_OUTPUT = "-"
FORMATS = ("jsonl", "markdown")


def build(name: str) -> Verb:
    """Give the verb."""
    return Verb(
        name,
        run,
        [
            option(
                "--to",
                "file to write (a folder for markdown), or - for standard output",
                required=True,
                metavar="FILE",
            ),
            option(
                "--format",
                "jsonl is everything, exactly; markdown is what is in force, to be read",
                type=NameType("format", FORMATS),
                default=FORMATS[0],
                show_default=True,
            ),
        ],
        about="Write everything kept here to a file. `cortex import FILE --apply` brings it back: "
        "exactly into an empty store, and into any other without doubling anything. The file is "
        "replaced whole and readable by its owner only.",
        examples=[
            "cortex export --to brain.jsonl",
            "cortex export --to - | zstd > brain.jsonl.zst",
            "cortex export --to notes --format markdown",
        ],
        exits=(EXIT_BUSY,),
    )


def run(session: Session, options: Options) -> None:
    """Export the brain."""
    from cortex.wiring import exports

    target = options["to"]
    if target == STANDARD_OUTPUT:
        if session.is_json:
            message = "--json and --to - would both write to standard output"
            raise InvalidRequest(message, remedy="give --to a file", field="to")
    else:
        target = path_of(session, target, "to")
    progress = Progress("exporting")
    try:
        with session.open() as house:
            if options["format"] == "markdown":
                report = exports.export_markdown(house, target, session.caller(options))
            else:
                report = exports.export_lines(house, target, progress.update)
    finally:
        progress.close()
    if target != STANDARD_OUTPUT:
        session.answer(export_json(report), lambda screen: _show(screen, report))


def _show(screen: Screen, report: ExportReport) -> None:
    screen.line(f"exported to {report.target}")
    screen.table(
        ["scope" if report.format == "markdown" else "table", "count"],
        [[name, str(count)] for name, count in report.counts if count],
    )
    if report.left_out:
        screen.line(
            f"{counted(report.left_out, 'fact')} no longer in force: only in --format jsonl"
        )
    if report.digest:
        screen.line(f"sha256 {report.digest}")
