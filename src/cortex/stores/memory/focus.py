"""What did one agent store during one stretch of work?"""

from dataclasses import dataclass

from cortex.stores.memory.rows import Rows


@dataclass(slots=True)
class FocusRows(Rows):
    """What is kept."""


class MemoryFocus:
    """Implements ``cortex.ports.focus``."""

    def __init__(self, rows: FocusRows) -> None:
        self._rows = rows
