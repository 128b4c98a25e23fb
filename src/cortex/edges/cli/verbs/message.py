"""What do I tell another agent? `cortex message`."""

from __future__ import annotations

import click

from cortex.edges.cli.options import agent_option, words_argument
from cortex.edges.cli.screen import Screen
from cortex.edges.cli.teamwork import Answer, doing, one_line
from cortex.edges.cli.verb import Verb
from cortex.model.errors import EXIT_BUSY


def build(name: str) -> Verb:
    """Give the verb."""
    return Verb(
        name,
        doing("message", _show, words="text", said=("recipient",)),
        [click.Argument(["recipient"], metavar="TO"), words_argument("text"), agent_option()],
        about="Leave a message for the agent TO. It is in that agent's boot brief and inbox until "
        "it is acknowledged; the newest 100 are kept.",
        examples=['cortex message claude-code "The schema of billing is frozen until Friday."'],
        exits=(EXIT_BUSY,),
    )


def _show(screen: Screen, answer: Answer) -> None:
    screen.line(f"left for {one_line(answer['message']['to'])}")
