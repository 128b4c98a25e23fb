"""How is everything derived built again? `cortex rebuild-anchors`."""

from __future__ import annotations

from cortex.edges.cli.options import count_option
from cortex.edges.cli.screen import Progress, Screen, counted
from cortex.edges.cli.session import Session
from cortex.edges.cli.verb import Options, Verb
from cortex.model.errors import EXIT_BUSY
from cortex.model.outcomes import RebuildReport
from cortex.wire.outcomes import rebuild_json

BATCH_FACTS = 500
BATCH_FACTS_MAX = 10_000  # Facts held in memory at once.


def build(name: str) -> Verb:
    """Give the verb."""
    return Verb(
        name,
        run,
        [
            count_option("--batch-size", "facts read at a time", BATCH_FACTS, BATCH_FACTS_MAX),
        ],
        about="Drop every derived handle (terms, anchors, entities, links) and compute it again "
        "from the facts. Answers are the same before and after; facts are not touched.",
        examples=["cortex rebuild-anchors", "cortex rebuild-anchors --json"],
        exits=(EXIT_BUSY,),
    )


def run(session: Session, options: Options) -> None:
    """Rebuild, with progress on a terminal."""
    progress = Progress("rebuilding")
    try:
        with session.open() as house:
            report = house.rebuild_anchors(
                session.caller(options), options["batch_size"], progress.update
            )
    finally:
        progress.close()
    session.answer(rebuild_json(report), lambda screen: _show(screen, report))


def _show(screen: Screen, report: RebuildReport) -> None:
    screen.line(f"{counted(report.facts, 'fact')} projected again, generation {report.generation}.")
    screen.pairs([(f"  {name}", str(count)) for name, count in sorted(report.details.items())])
