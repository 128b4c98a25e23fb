"""How do the actions of `cortex bus` answer? One way for all of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from cortex.edges.cli.teamwork import refused_as_data, show_table
from cortex.model.refusals import CoordinationRefused
from cortex.wire.display import display_line
from cortex.wiring.seat.evidence import evidence_ends, without_force

if TYPE_CHECKING:
    from collections.abc import Callable

    from cortex.edges.cli.screen import Screen
    from cortex.edges.cli.session import Session
    from cortex.wiring.seat.messages import Told

    Row = Mapping[str, Any]


def answer(
    session: Session, do: Callable[[], Told], show: Callable[[Screen, Row], None], done: str = ""
) -> int:
    """Do something on the bus, print what came of it, and give the exit status."""
    try:
        told = do()
    except CoordinationRefused as error:
        return refused_as_data(session, error)
    session.warn(*told.warnings)
    session.answer(told.data, lambda screen: show(screen, told.data), done=done)
    return 0


def table(screen: Screen, rows: Sequence[Row], columns: Sequence[str], nothing: str) -> None:
    """Print some keys of each row, or a sentence when there is none."""
    show_table(screen, rows, tuple(columns), nothing, one_line)


def quoted_table(
    screen: Screen, rows: Sequence[Row], columns: tuple[str, ...], said: tuple[str, str, str]
) -> None:
    """Print a table of what seats wrote, in a block that says so.

    Args:
        said: (where the rows come from, what they are to a reader, a sentence for no rows).
    """
    origin, standing, nothing = said
    head, end = evidence_ends(origin, standing) if rows else ("", "")
    weak = [{name: row[name] and without_force(str(row[name])) for name in columns} for row in rows]
    screen.paragraph(head)
    show_table(screen, weak, columns, nothing)
    screen.paragraph(end)


def one_line(value: object) -> str:
    """Give a value on one line, without what could act on a reader; nothing for null."""
    return "" if value is None else display_line(without_force(str(value)))


def unreadable(screen: Screen, names: Sequence[str]) -> None:
    """Say which files could not be read."""
    for name in names:
        screen.line(f"unreadable: {display_line(name)} (cortex seat doctor)")
