"""Which records belong together, and what did their use teach?"""

from dataclasses import dataclass

from cortex.stores.memory.rows import Rows


@dataclass(slots=True)
class AssembliesRows(Rows):
    """What is kept."""


class MemoryAssemblies:
    """Implements ``cortex.ports.assemblies``."""

    def __init__(self, rows: AssembliesRows) -> None:
        self._rows = rows
