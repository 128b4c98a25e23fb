"""Which item of which source was taken in already?"""

from dataclasses import dataclass

from cortex.stores.memory.rows import Rows


@dataclass(slots=True)
class ImportsRows(Rows):
    """What is kept."""


class MemoryImports:
    """Implements ``cortex.ports.imports``."""

    def __init__(self, rows: ImportsRows) -> None:
        self._rows = rows
