"""How good is recall? `cortex bench recall`, through the shipped recall path only."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cortex.edges.cli.options import NameType, option
from cortex.edges.cli.screen import Progress, Screen
from cortex.edges.cli.session import Session
from cortex.edges.cli.verb import Options, Verb
from cortex.wire.display import display_line

if TYPE_CHECKING:
    from cortex.wiring.bench import MeasuredSuite

SUBJECTS = ("recall",)


def build(name: str) -> Verb:
    """Give the verb."""
    return Verb(
        name,
        run,
        [
            click.Argument(["subject"], type=NameType("benchmark", SUBJECTS), metavar="recall"),
            option("--suite", "labelled set to use, such as cas", required=True, metavar="NAME"),
            option("--data", "its file, or the folder it is in", required=True, metavar="PATH"),
            option(
                "--out",
                "where to write one JSON line for each question; SUITE-questions.jsonl by default",
                metavar="FILE",
            ),
        ],
        about="Measure recall on a labelled set, in a brain of its own that is thrown away. Prints "
        "metric, k, pool size, exclusions and a table per category.",
        examples=["cortex bench recall --suite cas --data cas.jsonl --out questions.jsonl"],
    )


def run(session: Session, options: Options) -> None:
    """Measure and print the tables."""
    from cortex.wiring.bench import run_recall

    out = options["out"] or f"{options['suite']}-questions.jsonl"
    progress = Progress("measuring")
    try:
        measured = run_recall(options["suite"], options["data"], out, progress.update)
    finally:
        progress.close()
    session.answer(measured.data, lambda screen: _show(screen, measured))


def _show(screen: Screen, measured: MeasuredSuite) -> None:
    for table in measured.tables:
        screen.line(screen.strong(display_line(table.title)))
        screen.table(table.columns, table.rows)
        screen.line()
    for note in measured.notes:
        screen.line(display_line(note))
