"""Which turns does a session have, in which order, and how are they found?"""

from dataclasses import dataclass

from cortex.stores.memory.rows import Rows


@dataclass(slots=True)
class TurnsRows(Rows):
    """What is kept."""


class MemoryTurns:
    """Implements ``cortex.ports.turns``."""

    def __init__(self, rows: TurnsRows) -> None:
        self._rows = rows
