"""What do the verbs of a seat have in common?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.edges.cli.options import option
from cortex.wire.display import display_line

if TYPE_CHECKING:
    from collections.abc import Iterable

    import click

    from cortex.edges.cli.screen import Screen
    from cortex.model.seat_checks import SeatCheck


def seat_option() -> click.Option:
    """Give the option that names a seat; without it the seat of the current folder is meant."""
    return option("--seat", "the seat (default: that of this folder)", metavar="NAME")


def show_checks(screen: Screen, checks: Iterable[SeatCheck]) -> None:
    """Print what checks found, each with its remedy below."""
    for row in checks:
        screen.line(f"{row.level.upper():<5}{row.check}: {display_line(row.evidence)}", hang=5)
        if row.remedy:
            screen.line(display_line(row.remedy), 5)
