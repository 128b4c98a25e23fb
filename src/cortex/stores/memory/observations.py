"""What did a registered source produce, exactly?"""

from dataclasses import dataclass

from cortex.stores.memory.rows import Rows


@dataclass(slots=True)
class ObservationsRows(Rows):
    """What is kept."""


class MemoryObservations:
    """Implements ``cortex.ports.observations``."""

    def __init__(self, rows: ObservationsRows) -> None:
        self._rows = rows
