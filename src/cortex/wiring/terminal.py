"""What does the command line want to know of its surroundings, besides the settings?"""

from __future__ import annotations

from cortex.stores.system.environment import read_environment


class Terminal:
    """What the environment says about the terminal; treated as frozen.

    Attributes:
        has_colour: colour is neither forbidden by ``NO_COLOR`` nor beyond a dumb terminal.
        columns: width the person set in ``COLUMNS``; None when they did not.
        is_debug: ``CORTEX_DEBUG`` asks for the traceback of an internal error.
    """

    __slots__ = ("columns", "has_colour", "is_debug")

    def __init__(self, *, has_colour: bool, columns: int | None, is_debug: bool) -> None:
        self.has_colour = has_colour
        self.columns = columns
        self.is_debug = is_debug


def read_terminal(environment: dict[str, str] | None = None) -> Terminal:
    """Give what the environment says about the terminal.

    Args:
        environment: what ``read_environment`` gave; None reads it now.
    """
    known = read_environment() if environment is None else environment
    columns = known.get("COLUMNS", "")
    return Terminal(
        # no-color.org: any value that is not empty forbids colour.
        has_colour=not known.get("NO_COLOR") and known.get("TERM") != "dumb",
        columns=int(columns)
        if columns.isascii() and columns.isdigit() and columns != "0"
        else None,
        is_debug=known.get("CORTEX_DEBUG", "").strip() not in ("", "0"),
    )
