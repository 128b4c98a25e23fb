"""Who works on this file? `cortex lock`."""

from __future__ import annotations

import click

from cortex.edges.cli.options import DURATION, agent_option, option, place_options
from cortex.edges.cli.screen import Screen
from cortex.edges.cli.teamwork import Answer, doing, one_line
from cortex.edges.cli.verb import Verb
from cortex.model.errors import EXIT_BUSY, EXIT_DENIED


def build(name: str) -> Verb:
    """Give the verb."""
    return Verb(
        name,
        doing("lock", _show, said=("path", "ttl")),
        [
            click.Argument(["path"], metavar="PATH"),
            option("--ttl", "how long it holds, such as 15m (default: 5m)", type=DURATION),
            agent_option(),
            *place_options(),
        ],
        about="Tell other agents that you work on PATH: a file, a folder, or a thing with a colon "
        "such as deploy:production. A lock is advice and ends by itself; asking again extends it. "
        "A lock that another agent holds is refused with its holder and end.",
        examples=["cortex lock src/billing.py --agent refactorer --ttl 15m"],
        exits=(EXIT_BUSY, EXIT_DENIED),
    )


def _show(screen: Screen, answer: Answer) -> None:
    lock = answer["lock"]
    done = "extended" if answer["extended"] else "locked"
    screen.line(f"{done} {one_line(lock['path'])} until {lock['expires_at']}")
