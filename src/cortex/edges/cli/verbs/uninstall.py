"""How is Cortex taken out of the agent hosts again? `cortex uninstall`."""

from __future__ import annotations

from typing import Any

from cortex.edges.cli.installing import host_options, show_hosts
from cortex.edges.cli.options import flag
from cortex.edges.cli.screen import Screen
from cortex.edges.cli.session import Session
from cortex.edges.cli.verb import Options, Verb
from cortex.model.errors import EXIT_FAILURE, EXIT_OK


def build(name: str) -> Verb:
    """Give the verb."""
    return Verb(
        name,
        run,
        [
            *host_options(),
            flag("--apply", "do it; without this only the plan is printed"),
            flag("--force", "take out what somebody changed inside Cortex's own parts as well"),
        ],
        about="Take Cortex out of the agent hosts: its hooks, its MCP server and its lines for the "
        "agent, those of older versions too. A file that nobody else changed gets its old bytes "
        "back. What was remembered stays.",
        examples=["cortex uninstall", "cortex uninstall --apply", "cortex uninstall --host codex"],
    )


def run(session: Session, options: Options) -> int:
    """Plan or take out; a host that could not be cleared is no success."""
    from cortex.wiring.install import Wanted, uninstall

    wanted = Wanted(
        options["host"],
        options["project"],
        is_applied=options["apply"],
        is_forced=options["force"],
    )
    data = uninstall(session.settings, wanted)
    session.warn(*data.pop("warnings"))
    session.answer(data, lambda screen: _show(screen, data))
    return EXIT_OK if data["complete"] else EXIT_FAILURE


def _show(screen: Screen, data: dict[str, Any]) -> None:
    show_hosts(screen, data, is_leaving=True)
    if data["applied"]:
        screen.line(f"What was remembered stays in {data['home']}.")
