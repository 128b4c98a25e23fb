"""Which hosts may hand over what they do, and how far were their transcripts read?

Tables ``host_grants``, ``read_positions``: canonical.
"""

from cortex.model.host_grants import HostGrant, ReadPosition
from cortex.stores.sqlite.scopes import scope_no
from cortex.stores.sqlite.session import Row, Session

_GRANT = """
SELECT g.grant_key, g.host, c.scope_id, g.host_version, g.adapter_version, g.bytes_max,
    g.is_live, g.is_history
FROM host_grants AS g
JOIN scopes AS c ON c.scope_no = g.scope_no
WHERE g.principal = ?
"""


class SqliteHosts:
    """Implements ``cortex.ports.hosts``."""

    __slots__ = ("_session",)

    def __init__(self, session: Session) -> None:
        self._session = session

    def find_grant(self, principal: str, key: str) -> HostGrant | None:
        """Give the grant a principal made under a key, or None."""
        row = self._session.row(_GRANT + "AND g.grant_key = ?", (principal, key))
        return None if row is None else _grant(row)

    def grants(self, principal: str) -> list[HostGrant]:
        """Give every grant of a principal, by key."""
        rows = self._session.rows(_GRANT + "ORDER BY g.grant_key", (principal,))
        return [_grant(row) for row in rows]

    def position(self, principal: str, name: str) -> ReadPosition | None:
        """Give how far a principal read what has this name, or None."""
        row = self._session.row(
            "SELECT identity, byte_offset, state FROM read_positions"
            " WHERE principal = ? AND name = ?",
            (principal, name),
        )
        return None if row is None else ReadPosition(*row)

    def grant(self, principal: str, grant: HostGrant, now_us: int) -> None:
        """Add a grant."""
        self._session.rows(
            "INSERT INTO host_grants (principal, grant_key, host, scope_no, host_version,"
            " adapter_version, bytes_max, is_live, is_history, granted_us)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                principal,
                grant.key,
                grant.host,
                scope_no(self._session, grant.scope_id),
                grant.host_version,
                grant.adapter_version,
                grant.bytes_max,
                int(grant.is_live),
                int(grant.is_history),
                now_us,
            ),
        )

    def revoke(self, principal: str, key: str) -> None:
        """Take a grant away; one that is not there is passed over."""
        self._session.rows(
            "DELETE FROM host_grants WHERE principal = ? AND grant_key = ?", (principal, key)
        )

    def set_position(self, principal: str, name: str, position: ReadPosition, now_us: int) -> None:
        """Note how far something was read, in place of what was noted before."""
        self._session.rows(
            "INSERT INTO read_positions (principal, name, identity, byte_offset, state, read_us)"
            " VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (principal, name) DO UPDATE SET"
            " identity = excluded.identity, byte_offset = excluded.byte_offset,"
            " state = excluded.state, read_us = excluded.read_us",
            (principal, name, *position, now_us),
        )


def _grant(row: Row) -> HostGrant:
    key, host, scope_id, host_version, adapter_version, bytes_max, is_live, is_history = row
    return HostGrant(
        key,
        host,
        scope_id,
        host_version,
        adapter_version,
        bytes_max,
        bool(is_live),
        bool(is_history),
    )
