"""What do the verbs of a seat have in common?"""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cortex.edges.cli.options import option
from cortex.model.errors import InvalidRequest
from cortex.wire.display import display_line

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cortex.edges.cli.screen import Screen
    from cortex.edges.cli.session import Session
    from cortex.edges.cli.verb import Options
    from cortex.model.seat_checks import SeatCheck
    from cortex.model.seat_records import BadRow


def seat_option() -> click.Option:
    """Give the option that names a seat; without it the seat of the current folder is meant."""
    return option("--seat", "the seat (default: that of this folder)", metavar="NAME")


def of_seat(session: Session, name: str | None) -> dict[str, object]:
    """Give the field by which an answer says whose it is.

    Raises:
        NoSeat: there is no seat of that name, or here.
    """
    from cortex.wiring.seat.opening import find_seat

    return {"seat": find_seat(session.settings, name).name}


def seat_words() -> list[click.Parameter]:
    """Give what names a seat in an action of `cortex seat`: NAME, or --seat as everywhere else."""
    return [
        click.Argument(["seat"], metavar="[NAME]", required=False),
        click.Option(["--seat", "named"], metavar="NAME", help="the same as NAME"),
    ]


def named_seat(options: Options) -> str | None:
    """Give the seat that is named either way; None when that of the current folder is meant.

    Raises:
        InvalidRequest: both ways name one, and not the same.
    """
    seat, named = options["seat"], options["named"]
    if seat and named and seat != named:
        message = f"which seat is meant, '{seat}' or '{named}'?"
        raise InvalidRequest(message, field="seat", remedy="name one, as NAME or with --seat")
    name: str | None = seat or named
    return name


def show_checks(screen: Screen, checks: Iterable[SeatCheck]) -> None:
    """Print what checks found, each with its remedy below."""
    for row in checks:
        screen.line(f"{row.level.upper():<5}{row.check}: {display_line(row.evidence)}", hang=5)
        if row.remedy:
            screen.line(display_line(row.remedy), 5)


def show_bad(screen: Screen, bad: Iterable[BadRow]) -> None:
    """Print the lines of a record that cannot be read, each with its place."""
    for one in bad:
        screen.line(f"{one.where}: {display_line(one.why)}", 2, 4)
