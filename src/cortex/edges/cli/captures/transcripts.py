"""How are the transcripts of a host taken in from the command line?"""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cortex.edges.cli.options import agent_option, flag, option, place_options
from cortex.edges.cli.screen import Progress, Screen, counted
from cortex.edges.cli.session import Session
from cortex.edges.cli.verb import Options, Verb
from cortex.model.errors import EXIT_BUSY, EXIT_FAILURE, EXIT_NOT_FOUND, EXIT_OK
from cortex.wire.display import display_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cortex.model.transcripts import Counts, TranscriptReport

_SHOWN_MAX = 20  # Files told one by one on a screen; --json tells all of them.


def transcript_verb(name: str) -> Verb:
    """Give the verb."""
    return Verb(
        name,
        _run,
        [
            click.Argument(["paths"], metavar="PATH...", nargs=-1, required=True),
            option("--host", "whose transcripts they are (default: found out)", metavar="NAME"),
            flag("--dry-run", "say what would be kept, and write nothing"),
            *place_options(),
            agent_option(),
        ],
        about="Take in what was said and done in earlier sessions, from the transcripts of Claude "
        "Code and Codex. PATH is a transcript, or a folder: then every transcript in it. They are "
        "only read. What is there already, live or from here, is not kept twice; a run that broke "
        "off goes on, and of a file that grew only the new lines are read.",
        examples=[
            "cortex capture transcript ~/.claude/projects --dry-run",
            "cortex capture transcript ~/.codex/sessions --host codex",
        ],
        exits=(EXIT_BUSY, EXIT_NOT_FOUND, EXIT_FAILURE),
    )


def _run(session: Session, options: Options) -> int:
    """Take the transcripts in; a file that could not be read is no success."""
    from cortex.edges.cli.files import path_of
    from cortex.model.transcripts import Standing
    from cortex.wire.host_capture import transcripts_json
    from cortex.wiring.transcripts import take_in_transcripts

    progress = Progress("reading")
    is_preview = options["dry_run"]
    try:
        with session.open() as house:
            reports = take_in_transcripts(
                house,
                session.caller(options),
                [path_of(session, path, "path") for path in options["paths"]],
                session.place(options),
                host=options["host"] or "",
                is_preview=is_preview,
                on_progress=progress.update,
            )
    finally:
        progress.close()
    data = transcripts_json(reports, is_preview=is_preview)
    session.answer(data, lambda screen: _show(screen, reports, is_preview=is_preview))
    failed = {Standing.UNREADABLE, Standing.REFUSED}
    return EXIT_FAILURE if any(one.standing in failed for one in reports) else EXIT_OK


def _show(screen: Screen, reports: Sequence[TranscriptReport], *, is_preview: bool) -> None:
    if not reports:
        screen.line("There is no transcript here.")
        return
    for report in reports[:_SHOWN_MAX]:
        screen.line(f"{display_line(report.path)}  {report.standing.value}")
        rows = [
            ("to keep" if is_preview else "kept", _words(report.kept)),
            ("known", str(report.duplicates or "")),
            ("refused", _words(report.refused)),
            ("unknown rows", _words(report.unknown)),
            ("taken out", _words(report.redacted)),
            ("lines that could not be read", _lines(report)),
            ("why", display_line(report.detail)),
        ]
        screen.pairs([row for row in rows if row[1]])
    if len(reports) > _SHOWN_MAX:
        screen.line(f"and {len(reports) - _SHOWN_MAX} more; --json tells all")
    kept = sum(count for report in reports for _, count in report.kept)
    verb = "to keep" if is_preview else "kept"
    screen.line(f"{kept} {verb} of {counted(len(reports), 'transcript')}")


def _words(counts: Counts) -> str:
    return ", ".join(f"{count} {display_line(kind)}" for kind, count in counts)


def _lines(report: TranscriptReport) -> str:
    if not report.bad:
        return ""
    named = ", ".join(map(str, report.bad_lines))
    return f"{report.bad} (line {named}{', ...' if report.bad > len(report.bad_lines) else ''})"
