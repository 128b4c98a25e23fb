"""What was put beside which prompt, and was it used?"""

from dataclasses import dataclass

from cortex.stores.memory.rows import Rows


@dataclass(slots=True)
class InjectionsRows(Rows):
    """What is kept."""


class MemoryInjections:
    """Implements ``cortex.ports.injections``."""

    def __init__(self, rows: InjectionsRows) -> None:
        self._rows = rows
