"""What was done to the memory? `cortex history`."""

from __future__ import annotations

import click

from cortex.edges.cli.options import agent_option, count_option
from cortex.edges.cli.session import Session
from cortex.edges.cli.stories import show_history
from cortex.edges.cli.verb import Options, Verb
from cortex.model.errors import EXIT_NOT_FOUND
from cortex.wire.outcomes import history_json

ENTRIES = 20
ENTRIES_MAX = 1000  # Past it, ask for the history of one fact.


def build(name: str) -> Verb:
    """Give the verb."""
    return Verb(
        name,
        run,
        [
            click.Argument(["reference"], required=False, metavar="[REFERENCE]"),
            count_option("--limit", "most entries", ENTRIES, ENTRIES_MAX),
            agent_option(),
        ],
        about="List log entries, newest first: of everything, or of the fact REFERENCE. Undone "
        "entries are part of the log and marked.",
        examples=["cortex history", "cortex history decision::12 --json"],
        exits=(EXIT_NOT_FOUND,),
    )


def run(session: Session, options: Options) -> None:
    """Print the log."""
    with session.open() as house:
        entries = house.history(options["reference"], options["limit"], session.caller(options))
    session.answer(history_json(entries), lambda screen: show_history(screen, entries))
