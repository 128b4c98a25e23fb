"""Which client may read, write or administer?"""

from dataclasses import dataclass

from cortex.stores.memory.rows import Rows


@dataclass(slots=True)
class PermissionsRows(Rows):
    """What is kept."""


class MemoryPermissions:
    """Implements ``cortex.ports.permissions``."""

    def __init__(self, rows: PermissionsRows) -> None:
        self._rows = rows
