"""What did an agent ask to be told, and what was it given?"""

from dataclasses import dataclass

from cortex.stores.memory.rows import Rows


@dataclass(slots=True)
class NeedsRows(Rows):
    """What is kept."""


class MemoryNeeds:
    """Implements ``cortex.ports.needs``."""

    def __init__(self, rows: NeedsRows) -> None:
        self._rows = rows
