"""What changed since a place in the feed?"""

from dataclasses import dataclass

from cortex.stores.memory.rows import Rows


@dataclass(slots=True)
class ChangeItemsRows(Rows):
    """What is kept."""


class MemoryChangeItems:
    """Implements ``cortex.ports.change_items``."""

    def __init__(self, rows: ChangeItemsRows) -> None:
        self._rows = rows
