"""Which words of observations lead to which others?"""

from dataclasses import dataclass

from cortex.stores.memory.rows import Rows


@dataclass(slots=True)
class AssociationsRows(Rows):
    """What is kept."""


class MemoryAssociations:
    """Implements ``cortex.ports.associations``."""

    def __init__(self, rows: AssociationsRows) -> None:
        self._rows = rows
