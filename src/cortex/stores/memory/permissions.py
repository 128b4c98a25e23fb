"""What may each client do?"""

from dataclasses import dataclass, field

from cortex.model.permissions import Grant
from cortex.stores.memory.rows import Rows

Key = tuple[int, str, str, str]


@dataclass(slots=True)
class PermissionsRows(Rows):
    """What is kept, by owner, client, permission and scope."""

    grants: dict[Key, Grant] = field(default_factory=dict)


class MemoryPermissions:
    """Implements ``cortex.ports.permissions``."""

    def __init__(self, rows: PermissionsRows) -> None:
        self._rows = rows

    def grants(self, owner_id: int) -> list[Grant]:
        """Give every grant, by client, permission and scope."""
        return [one for key, one in sorted(self._rows.grants.items()) if key[0] == owner_id]

    def grant(self, owner_id: int, grant: Grant) -> None:
        """Store a grant; one that is there already keeps its giver and instant."""
        self._rows.grants.setdefault(_key(owner_id, grant), grant)

    def revoke(self, owner_id: int, grant: Grant) -> bool:
        """Remove a grant by client, permission and scope; False when there was none."""
        return self._rows.grants.pop(_key(owner_id, grant), None) is not None


def _key(owner_id: int, grant: Grant) -> Key:
    return owner_id, grant.client, grant.permission.value, grant.scope
