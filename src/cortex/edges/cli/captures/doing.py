"""What do the actions of `cortex capture` share: the call, the options, the answer on a screen?"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import click

from cortex.edges.cli.options import flag, option
from cortex.edges.cli.screen import Screen
from cortex.edges.cli.session import Session
from cortex.edges.cli.verb import Options, Run
from cortex.wire.display import display_line

if TYPE_CHECKING:
    from cortex.wiring.capture import Capture

Data = Mapping[str, object]


def doing(
    act: Callable[[Capture, Session, Options], Data],
    show: Callable[[Screen, Data], None] | None = None,
    *,
    is_word_of_operator: bool = False,
) -> Run:
    """Give what a verb runs that does one thing and prints what it gives.

    What hooks took down is kept first, unless the operator is just about to say what may be.

    Args:
        show: prints what it gave for a person; ``show_data`` when None.
    """
    shown = show or show_data

    def run(session: Session, options: Options) -> None:
        from cortex.wiring.capture import Capture
        from cortex.wiring.spool import COMMAND_MS, drain_now

        with session.open() as house:
            if not is_word_of_operator:
                drain_now(house, COMMAND_MS)
            data = act(Capture(house, session.caller(options)), session, options)
        session.answer(data, lambda screen: shown(screen, data))

    return run


def quiet_option() -> click.Option:
    """Give the option every action takes: to print nothing when it worked."""
    return flag("--quiet", "print nothing; the exit status says whether it worked")


def source_option() -> click.Option:
    """Give the option that names a source."""
    return option("--source", "key of the source", required=True, metavar="KEY")


def observation_argument() -> click.Argument:
    """Give the argument that names an observation."""
    return click.Argument(["observation"], metavar="OBSERVATION")


def show_data(screen: Screen, data: Data) -> None:
    """Print what an action gave, a line for each row or each value."""
    listed = next((data[key] for key in _LISTS if isinstance(data.get(key), list)), None)
    if isinstance(listed, list):
        own = {key: value for key, value in data.items() if value is not listed}
        _pairs(screen, own)
        if not listed and not own:
            screen.line("Nothing is kept here yet.")
        for row in listed:
            screen.line(_row(row))
        return
    _pairs(screen, data)


def _pairs(screen: Screen, data: Data) -> None:
    shown = {key: value for key, value in data.items() if value not in ("", None, {}, [])}
    screen.pairs([(key.replace("_", " "), _words(value)) for key, value in shown.items()])


def _row(row: Mapping[str, object]) -> str:
    standing = [] if row.get("enabled", True) else ["disabled"]
    return " ".join([*(display_line(str(row[key])) for key in _LINE if row.get(key)), *standing])


def _words(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | dict):
        return ", ".join(map(_words, value))
    return display_line(str(value))


_LINE = ("reference", "source", "status", "state", "role", "scope", "detail", "preview")
_LISTS = ("sources", "observations", "accepted", "entries", "scopes")
