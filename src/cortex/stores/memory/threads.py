"""Which thread of work does a fact belong to, and what is owed on it?"""

from dataclasses import dataclass

from cortex.stores.memory.rows import Rows


@dataclass(slots=True)
class ThreadsRows(Rows):
    """What is kept."""


class MemoryThreads:
    """Implements ``cortex.ports.threads``."""

    def __init__(self, rows: ThreadsRows) -> None:
        self._rows = rows
