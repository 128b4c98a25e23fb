"""Which store is open, and does it serve? `cortex status`."""

from __future__ import annotations

from cortex.edges.cli.health import show_status
from cortex.edges.cli.options import place_options
from cortex.edges.cli.session import Session
from cortex.edges.cli.verb import Options, Verb
from cortex.model.errors import EXIT_BUSY
from cortex.wire.stories import status_json


def build(name: str) -> Verb:
    """Give the verb."""
    return Verb(
        name,
        run,
        place_options(),
        about="Say which file is open, how much is in it, which scope this folder belongs to, and "
        "what is wrong when it does not serve. Changes nothing.",
        examples=["cortex status", "cortex status --json"],
        exits=(EXIT_BUSY,),
    )


def run(session: Session, options: Options) -> int:
    """Print the state; exit as it says."""
    place = session.place(options)
    with session.open() as house:
        report = house.status(place)
    session.answer(status_json(report), lambda screen: show_status(screen, report))
    return report.exit_status
