"""Where does the intake of each source stand, and what may be taken in at all?"""

from dataclasses import dataclass

from cortex.stores.memory.rows import Rows


@dataclass(slots=True)
class IntakeRows(Rows):
    """What is kept."""


class MemoryIntake:
    """Implements ``cortex.ports.intake``."""

    def __init__(self, rows: IntakeRows) -> None:
        self._rows = rows
