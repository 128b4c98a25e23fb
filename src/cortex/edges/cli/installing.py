"""How do the plans for hosts read, and which options choose them?"""

from __future__ import annotations

from typing import Any

import click

from cortex.edges.cli.options import flag, many
from cortex.edges.cli.screen import Screen, counted
from cortex.model.host_events import HOSTS
from cortex.wire.display import display_line, display_text

INDENT = 10
"""Cells before what belongs to a file."""

CONSENT = (
    "From then on, what is said and done in their sessions is kept on this machine, without",
    "secrets. `cortex search` finds it, `cortex capture pause` ends it.",
)
"""Told before and after an installation: the files alone do not say it."""

DIFFERENCE_LINES_MAX = 24
"""Lines of a difference that a person is shown of one file: enough for each kind of entry once."""


def host_options() -> list[click.Option]:
    """Give the options that say which hosts, and at which level."""
    names = ", ".join(HOSTS)
    return [
        many("--host", f"which host: {names} (default: those found here)", "NAME"),
        flag("--project", "for the project of this folder only, not for all you do"),
    ]


def show_hosts(screen: Screen, data: dict[str, Any], *, is_leaving: bool = False) -> None:
    """Print each host with what happens to its files, and what is left to do.

    Args:
        is_leaving: a step that is left is told of a host that is unchanged as well.
    """
    if not data["hosts"]:
        screen.line("No host has Cortex.")
    for at, host in enumerate(data["hosts"]):
        if at:
            screen.line()
        screen.line(f"{screen.strong(host['name'])}: {host['state']}")
        if host["reason"]:
            screen.line(display_line(host["reason"]), 2)
            screen.line(display_line(host["remedy"]), 2)
        for op in host["ops"]:
            screen.line(f"{op['action']:<8}{display_line(op['path'])}", 2)
            screen.line(display_line(op["reason"]), INDENT)
            if not data["applied"]:
                _show_difference(screen, op["diff"].splitlines()[2:])
        for copy in host["backups"]:
            screen.line(f"copy    {display_line(copy)}", 2)
        for step in host["next_steps"] if is_leaving or host["state"] != "unchanged" else ():
            screen.line(f"then    {display_line(step)}", 2)
    _show_ending(screen, {host["state"] for host in data["hosts"]}, is_leaving=is_leaving)


def _show_ending(screen: Screen, states: set[str], *, is_leaving: bool) -> None:
    if not is_leaving and states & {"planned", "applied"}:
        screen.line()
        for line in CONSENT:
            screen.line(line)
    if "planned" in states:
        screen.line()
        screen.line("Nothing was written; add --apply to do it.")
    elif states == {"unchanged"} and not is_leaving:
        screen.line()
        screen.line("Nothing is left to do.")


def _show_difference(screen: Screen, lines: list[str]) -> None:
    for line in lines[:DIFFERENCE_LINES_MAX]:
        print(f"{' ' * INDENT}{display_text(line)}".rstrip())
    left = len(lines) - DIFFERENCE_LINES_MAX
    if left > 0:
        screen.line(f"and {counted(left, 'more line')}; --json has them all", INDENT)
