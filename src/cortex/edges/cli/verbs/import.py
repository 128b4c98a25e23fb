# ruff: noqa: N999  # The verb is called like the keyword, and a verb lives under its name.
"""How does what other programs remember come in? `cortex import`."""

from __future__ import annotations

import click

from cortex.edges.cli.files import path_of
from cortex.edges.cli.options import (
    NameType,
    agent_option,
    complete_type,
    flag,
    option,
    place_options,
    warn_of_types,
)
from cortex.edges.cli.phrases import filed_words
from cortex.edges.cli.screen import Progress, Screen
from cortex.edges.cli.session import Session
from cortex.edges.cli.verb import Options, Verb
from cortex.model.errors import EXIT_BUSY, EXIT_FAILURE, EXIT_NOT_FOUND, EXIT_OK
from cortex.model.exports import RestoreReport
from cortex.model.imports import ImportKind, ImportReport
from cortex.wire.display import display_line
from cortex.wire.exports import restore_json
from cortex.wire.imports import import_json

Reports = tuple[ImportReport | RestoreReport, ...]


def build(name: str) -> Verb:
    """Give the verb."""
    return Verb(
        name,
        run,
        [
            click.Argument(["source"], metavar="SOURCE"),
            option(
                "--from",
                "how to read it (default: found out)",
                type=NameType("kind", [kind.value for kind in ImportKind]),
            ),
            option(
                "--type",
                "type of notes that name none (default: note)",
                metavar="TYPE",
                shell_complete=complete_type,
            ),
            flag("--apply", "write it; without this you see what would be written"),
            *place_options(),
            agent_option(),
        ],
        about="Take in what other programs remember: notes in Markdown, the memory of Claude Code, "
        "the graph of the MCP memory server, claude-mem, the exports of ChatGPT and Claude, "
        "transcripts, decisions in a git history, or an export of Cortex. SOURCE is a file or a "
        "folder; it is only read. A second run adds nothing, and a broken one goes on.",
        examples=[
            "cortex import ~/notes --apply",
            "cortex import chatgpt-export.zip --global --apply",
            "cortex import . --from git",
            "cortex import brain.jsonl --apply",
        ],
        exits=(EXIT_BUSY, EXIT_NOT_FOUND),
    )


def run(session: Session, options: Options) -> int:
    """Import the source; a source that could not be read whole is no success."""
    from cortex.wiring.imports import Wanted, import_source

    path = path_of(session, options["source"], "source")
    kind = None if options["from"] is None else ImportKind(options["from"])
    warn_of_types(session, filter(None, [options["type"]]))
    progress = Progress("importing")
    try:
        with session.open() as house:
            reports = import_source(
                house,
                Wanted(path, kind, options["type"]),
                session.place(options),
                session.caller(options),
                is_applied=options["apply"],
                on_progress=progress.count,
            )
            filed = filed_words(house.scope(session.place(options)).scope_id)
    finally:
        progress.close()
    is_partial = any(report.is_partial for report in reports)
    data = {"applied": options["apply"], "partial": is_partial, "sources": _json(reports)}
    session.answer(data, lambda screen: _show(screen, reports, filed))
    return EXIT_FAILURE if is_partial else EXIT_OK


def _json(reports: Reports) -> list[dict[str, object]]:
    return [
        import_json(report) if isinstance(report, ImportReport) else restore_json(report)
        for report in reports
    ]


def _show(screen: Screen, reports: Reports, filed: str) -> None:
    for report in reports:
        if isinstance(report, ImportReport):
            _show_import(screen, report, filed)
        else:
            _show_restore(screen, report)
    if not all(report.is_applied for report in reports):
        screen.line("nothing was written; add --apply to write it")


def _show_import(screen: Screen, report: ImportReport, filed: str) -> None:
    done = "taken in" if report.is_applied else "to take in"
    screen.line(f"{screen.strong(report.source.kind)}, filed {display_line(filed)}")
    rows = [(f"{done}, new", str(report.new)), ("edited", str(report.edited))]
    rows += [("known", str(report.known)), ("repeat a fact", str(report.merged))]
    rows += [("gone, kept", str(report.gone)), ("could not be read", str(report.damaged))]
    screen.pairs([row for row in rows if row[1] != "0"] or [(f"{done}, new", "0")])
    for fact_type, count in report.types:
        screen.line(f"{count} {fact_type}", 2)
    for fact_type, text, where in report.examples:
        screen.line(f"{fact_type}: {display_line(text)} ({display_line(where)})", 2, 2)
    unshown = sum(count for _, count in report.types) - len(report.examples)
    if report.examples and unshown > 0:
        screen.line(f"and {unshown} more", 2)
    _show_skipped(screen, report)
    told = [one.reason for one in report.skipped if one.is_damage]
    for reason, count in report.reasons:
        if count > told.count(reason):
            screen.line(f"skipped {count - told.count(reason)}: {display_line(reason)}")
    for kind, count in report.redacted:
        screen.line(f"taken out {count}: {kind}")


def _show_restore(screen: Screen, report: RestoreReport) -> None:
    how = "into an empty store, exactly" if report.is_exact else "merged by content"
    screen.line(f"{screen.strong('cortex')}  {how}")
    rows = [(name, str(count)) for name, count in report.counts if count]
    if report.known:
        rows.append(("facts here already", str(report.known)))
    screen.pairs(rows or [("facts", "0")])
    for name, count in report.left_out:
        screen.line(f"left out {count} of {name}: only an empty store can take them")
    _show_skipped(screen, report)


def _show_skipped(screen: Screen, report: ImportReport | RestoreReport) -> None:
    for one in report.skipped:
        if one.is_damage:
            screen.line(f"{display_line(one.locator)}: {display_line(one.reason)}", 2, 2)
