"""What was served, and what did that save?"""

from dataclasses import dataclass

from cortex.stores.memory.rows import Rows


@dataclass(slots=True)
class AuditsRows(Rows):
    """What is kept."""


class MemoryAudits:
    """Implements ``cortex.ports.audits``."""

    def __init__(self, rows: AuditsRows) -> None:
        self._rows = rows
