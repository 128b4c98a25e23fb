"""What did other agents tell this one? `cortex inbox`."""

from __future__ import annotations

from cortex.edges.cli.options import agent_option, flag
from cortex.edges.cli.screen import Screen
from cortex.edges.cli.teamwork import Answer, doing, show_table
from cortex.edges.cli.verb import Verb
from cortex.model.errors import EXIT_BUSY


def build(name: str) -> Verb:
    """Give the verb."""
    return Verb(
        name,
        doing("inbox", _show, said=("all", "ack")),
        [
            flag("--ack", "acknowledge what is printed, so that it is not shown again"),
            flag("--all", "also messages that were acknowledged"),
            agent_option(),
        ],
        about="List the messages to --agent, oldest first. Reading changes nothing until it is "
        "acknowledged.",
        examples=["cortex inbox --agent claude-code", "cortex inbox --agent claude-code --ack"],
        exits=(EXIT_BUSY,),
    )


def _show(screen: Screen, answer: Answer) -> None:
    show_table(screen, answer["messages"], ("sent_at", "from", "text"), "No message.")
