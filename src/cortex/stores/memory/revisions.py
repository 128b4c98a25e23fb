"""What did a record say, revision by revision, and which are its heads?"""

from dataclasses import dataclass

from cortex.stores.memory.rows import Rows


@dataclass(slots=True)
class RevisionsRows(Rows):
    """What is kept."""


class MemoryRevisions:
    """Implements ``cortex.ports.revisions``."""

    def __init__(self, rows: RevisionsRows) -> None:
        self._rows = rows
