"""Which housekeeping waits, and who has it in hand?"""

from dataclasses import dataclass

from cortex.stores.memory.rows import Rows


@dataclass(slots=True)
class OutboxRows(Rows):
    """What is kept."""


class MemoryOutbox:
    """Implements ``cortex.ports.outbox``."""

    def __init__(self, rows: OutboxRows) -> None:
        self._rows = rows
