"""How are clusters made again? `cortex recrystallize`."""

from __future__ import annotations

from cortex.edges.cli.housekeeping import exit_of, show_maintenance
from cortex.edges.cli.session import Session
from cortex.edges.cli.verb import Options, Verb
from cortex.model.errors import EXIT_BUSY
from cortex.wire.housekeeping import maintenance_json


def build(name: str) -> Verb:
    """Give the verb."""
    return Verb(
        name,
        run,
        [],
        about="Drop every cluster and put facts that say much the same together again. `cortex "
        "list --clusters` shows them; answers do not depend on them.",
        examples=["cortex recrystallize", "cortex recrystallize --json"],
        exits=(EXIT_BUSY,),
    )


def run(session: Session, options: Options) -> int:
    """Make them again, and say how many there are."""
    from cortex.wiring.maintenance import recrystallize

    del options
    with session.open() as house:
        report = recrystallize(house)
    session.answer(maintenance_json(report), lambda screen: show_maintenance(screen, report))
    return exit_of(report)
