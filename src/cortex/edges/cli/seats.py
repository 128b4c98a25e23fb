"""What do the verbs of a seat have in common?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.edges.cli.options import option

if TYPE_CHECKING:
    import click


def seat_option() -> click.Option:
    """Give the option that names a seat; without it the seat of the current folder is meant."""
    return option("--seat", "the seat (default: that of this folder)", metavar="NAME")
