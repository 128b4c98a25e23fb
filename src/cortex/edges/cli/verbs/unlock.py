"""Who is done with this file? `cortex unlock`."""

from __future__ import annotations

import click

from cortex.edges.cli.options import agent_option, place_options
from cortex.edges.cli.screen import Screen
from cortex.edges.cli.teamwork import Answer, doing, one_line
from cortex.edges.cli.verb import Verb
from cortex.model.errors import EXIT_BUSY, EXIT_DENIED, EXIT_NOT_FOUND


def build(name: str) -> Verb:
    """Give the verb."""
    return Verb(
        name,
        doing("unlock", _show, said=("path",)),
        [click.Argument(["path"], metavar="PATH"), agent_option(), *place_options()],
        about="Give the lock on PATH back. Only its holder can; anybody else waits for its end.",
        examples=["cortex unlock src/billing.py --agent refactorer"],
        exits=(EXIT_NOT_FOUND, EXIT_BUSY, EXIT_DENIED),
    )


def _show(screen: Screen, answer: Answer) -> None:
    screen.line(f"unlocked {one_line(answer['path'])}")
