"""What did use teach?"""

from dataclasses import dataclass

from cortex.stores.memory.rows import Rows


@dataclass(slots=True)
class LearningRows(Rows):
    """What is kept."""


class MemoryLearning:
    """Implements ``cortex.ports.learning``."""

    def __init__(self, rows: LearningRows) -> None:
        self._rows = rows
