"""How do I start, and how do I give it to my agent? `cortex setup`."""

from __future__ import annotations

from typing import Any

from cortex.edges.cli.options import flag
from cortex.edges.cli.screen import Screen
from cortex.edges.cli.session import Session
from cortex.edges.cli.verb import Options, Verb
from cortex.model.errors import EXIT_STORE
from cortex.wire.display import display_line


def build(name: str) -> Verb:
    """Give the verb."""
    return Verb(
        name,
        run,
        [flag("--dry-run", "only say what would be made")],
        about="Make the Cortex home, check it, and say how an agent host gets it. It writes into "
        "the home only; `cortex install` writes into the files of hosts.",
        examples=["cortex setup", "cortex setup --dry-run"],
    )


def run(session: Session, options: Options) -> int:
    """Make, check and print."""
    from cortex.wiring.setup import set_up

    data = set_up(session.settings, is_dry=options["dry_run"])
    session.answer(data, lambda screen: _show(screen, data))
    return 0 if data["healthy"] else EXIT_STORE


def _show(screen: Screen, data: dict[str, Any]) -> None:
    screen.pairs(
        [
            ("home", display_line(data["home"])),
            ("store", display_line(data["store"])),
            ("made", "nothing" if not data["made"] else ", ".join(map(display_line, data["made"]))),
        ]
    )
    for finding in data["findings"]:
        screen.line(display_line(f"{finding['level']}: {finding['check']}: {finding['detail']}"))
    for host in data["hosts"]:
        screen.line()
        screen.line(screen.strong(f"{host['host']}: {host['what']}"))
        for line in host["lines"]:
            print(f"  {line}")
