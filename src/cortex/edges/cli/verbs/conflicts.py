"""Which statements disagree? `cortex conflicts`."""

from __future__ import annotations

from cortex.edges.cli.options import agent_option, count_option, flag
from cortex.edges.cli.session import Session
from cortex.edges.cli.stories import show_conflicts
from cortex.edges.cli.verb import Options, Verb
from cortex.wire.stories import conflicts_json

CONFLICTS = 20
CONFLICTS_MAX = 1000  # Nobody settles more at a sitting.


def build(name: str) -> Verb:
    """Give the verb."""
    return Verb(
        name,
        run,
        [
            flag("--all", "also those that were settled, by a rule or by a person"),
            count_option("--limit", "most conflicts", CONFLICTS, CONFLICTS_MAX),
            agent_option(),
        ],
        about="List statements that disagree and that nobody has settled, newest first. Settle one "
        "with `cortex resolve`.",
        examples=["cortex conflicts", "cortex conflicts --all --json"],
    )


def run(session: Session, options: Options) -> None:
    """Print the conflicts."""
    status = "all" if options["all"] else "open"
    with session.open() as house:
        stories = house.conflicts(status, options["limit"], session.caller(options))
    session.answer(conflicts_json(stories), lambda screen: show_conflicts(screen, stories))
