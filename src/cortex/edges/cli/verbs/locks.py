"""Which files does somebody work on? `cortex locks`."""

from __future__ import annotations

from cortex.edges.cli.options import agent_option
from cortex.edges.cli.screen import Screen
from cortex.edges.cli.teamwork import Answer, doing, show_table
from cortex.edges.cli.verb import Verb


def build(name: str) -> Verb:
    """Give the verb."""
    return Verb(
        name,
        doing("locks", _show),
        [agent_option()],
        about="List the locks that hold now, by path, with holder and end.",
        examples=["cortex locks", "cortex locks --json"],
    )


def _show(screen: Screen, answer: Answer) -> None:
    columns = ("agent", "minutes_left", "path")
    show_table(screen, answer["locks"], columns, "Nobody holds a lock.")
