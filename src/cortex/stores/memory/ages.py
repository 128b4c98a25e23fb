"""How old is a fact, what is it grouped with, and was it moved to a cold block?"""

from dataclasses import dataclass

from cortex.stores.memory.rows import Rows


@dataclass(slots=True)
class AgesRows(Rows):
    """What is kept."""


class MemoryAges:
    """Implements ``cortex.ports.ages``."""

    def __init__(self, rows: AgesRows) -> None:
        self._rows = rows
