"""What was forgotten, so that it stays forgotten?"""

from dataclasses import dataclass

from cortex.stores.memory.rows import Rows


@dataclass(slots=True)
class ErasureRows(Rows):
    """What is kept."""


class MemoryErasure:
    """Implements ``cortex.ports.erasure``."""

    def __init__(self, rows: ErasureRows) -> None:
        self._rows = rows
