"""Which answers were worked out before, and do they still stand?"""

from dataclasses import dataclass

from cortex.stores.memory.rows import Rows


@dataclass(slots=True)
class CompiledRows(Rows):
    """What is kept."""


class MemoryCompiled:
    """Implements ``cortex.ports.compiled``."""

    def __init__(self, rows: CompiledRows) -> None:
        self._rows = rows
