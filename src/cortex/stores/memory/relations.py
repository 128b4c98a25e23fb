"""Which facts does a fact depend on, and in what role?"""

from dataclasses import dataclass

from cortex.stores.memory.rows import Rows


@dataclass(slots=True)
class RelationsRows(Rows):
    """What is kept."""


class MemoryRelations:
    """Implements ``cortex.ports.relations``."""

    def __init__(self, rows: RelationsRows) -> None:
        self._rows = rows
