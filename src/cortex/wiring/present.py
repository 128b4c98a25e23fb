"""What do the words of a command mean right now? The present instant, and the scopes there are.

For reading a command line, before a house is opened.
"""

from __future__ import annotations

import os

from cortex.stores.system.clock import SystemClock


def read_now_us() -> int:
    """Give the present instant."""
    return SystemClock().now_us()


def scope_names(home: str | None, db: str | None) -> list[str]:
    """Give the names of the scopes that hold facts, each once, sorted; creates no store.

    Args:
        home, db: as given on the command line; None takes the settings.

    Raises:
        CortexError: a setting cannot be used, or the store cannot be read.
    """
    from cortex.wiring.settings import read_settings

    settings = read_settings(home, db)
    if not os.path.exists(settings.db_path):  # noqa: PTH110  # pathlib costs every command 8 ms.
        return []
    from cortex.wiring.house import open_house

    with open_house(settings) as house:
        return sorted({row.name for row in house.scopes()})
