"""Who works on what: locks, sessions, tasks, messages, activities, feed?"""

from dataclasses import dataclass

from cortex.stores.memory.rows import Rows


@dataclass(slots=True)
class CoordinationRows(Rows):
    """What is kept."""


class MemoryCoordination:
    """Implements ``cortex.ports.coordination``."""

    def __init__(self, rows: CoordinationRows) -> None:
        self._rows = rows
