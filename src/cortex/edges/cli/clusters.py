"""How do facts that say much the same read together? `cortex list --clusters`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cortex.edges.cli.facts import fact_line
from cortex.edges.cli.screen import counted
from cortex.wire.display import display_line
from cortex.wire.housekeeping import clusters_json

if TYPE_CHECKING:
    from cortex.edges.cli.screen import Screen
    from cortex.edges.cli.session import Session
    from cortex.edges.cli.verb import Options
    from cortex.model.facts import Fact


def list_clusters(session: Session, options: Options) -> None:
    """Print the largest clusters of a place, each with the statement that speaks for it."""
    from cortex.wiring.maintenance import clusters

    with session.open() as house:
        found = clusters(house, session.place(options), session.caller(options), options["limit"])
    stories = [(each.cluster_id, each.label, each.speaker, each.members) for each in found]
    session.answer(clusters_json(stories), lambda screen: _show(screen, stories))


def _show(screen: Screen, stories: Sequence[tuple[int, str, Fact, Sequence[Fact]]]) -> None:
    if not stories:
        screen.line("No facts here say much the same, or nobody looked yet: run cortex maintain")
        return
    for _, label, speaker, members in stories:
        screen.line(f"{screen.strong(display_line(label))}  {counted(len(members), 'fact')}")
        for fact in members:
            mark = "*" if fact.fact_id == speaker.fact_id else " "
            screen.line(f"{mark} {fact.reference}  {fact_line(fact)}", 2)
