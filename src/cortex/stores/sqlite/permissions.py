"""What may each client do? Table ``client_permissions``: canonical."""

from cortex.model.permissions import Grant, Permission
from cortex.stores.sqlite.session import Session


class SqlitePermissions:
    """Implements ``cortex.ports.permissions``."""

    __slots__ = ("_session",)

    def __init__(self, session: Session) -> None:
        self._session = session

    def grants(self, owner_id: int) -> list[Grant]:
        """Give every grant, by client, permission and scope."""
        rows = self._session.rows(
            "SELECT client, permission, scope, granted_by, granted_us FROM client_permissions"
            " WHERE owner_id = ? ORDER BY client, permission, scope",
            (owner_id,),
        )
        return [Grant(row[0], Permission(row[1]), *row[2:]) for row in rows]

    def grant(self, owner_id: int, grant: Grant) -> None:
        """Store a grant; one that is there already keeps its giver and instant."""
        self._session.rows(
            "INSERT OR IGNORE INTO client_permissions"
            " (owner_id, client, permission, scope, granted_by, granted_us)"
            " VALUES (?, ?, ?, ?, ?, ?)",
            (owner_id, grant.client, grant.permission.value, *grant[2:]),
        )

    def revoke(self, owner_id: int, grant: Grant) -> bool:
        """Remove a grant by client, permission and scope; False when there was none."""
        return bool(
            self._session.rows(
                "DELETE FROM client_permissions WHERE owner_id = ? AND client = ?"
                " AND permission = ? AND scope = ? RETURNING client",
                (owner_id, grant.client, grant.permission.value, grant.scope),
            )
        )
