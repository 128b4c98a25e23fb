"""How does an agent use Cortex well? `cortex robot-docs`."""

from __future__ import annotations

from cortex.edges.cli.screen import Screen
from cortex.edges.cli.session import Session
from cortex.edges.cli.verb import Options, Verb


def build(name: str) -> Verb:
    """Give the verb."""
    return Verb(
        name,
        run,
        [],
        about="Print a guide for agents: when to ask, what to keep, how to work beside others. Put "
        "it where your agent reads its instructions, or let the agent run this.",
        examples=["cortex robot-docs"],
    )


def run(session: Session, options: Options) -> None:
    """Print the guide."""
    del options
    from cortex import __version__
    from cortex.wire.guide import agent_guide

    text = agent_guide(__version__)
    session.answer({"guide": text}, lambda screen: _show(screen, text))


def _show(screen: Screen, text: str) -> None:
    """Print the guide as it is: it is a file for an agent, so it is not wrapped."""
    del screen
    print(text, end="")
