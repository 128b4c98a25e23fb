"""What changed since a place in the feed? Table ``change_items``: canonical."""

# ruff: noqa: S608  # Statements are put together from constants of the house; values are bound.

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.stores.sqlite.gates import GATE, gated

if TYPE_CHECKING:
    from cortex.model.changes import ChangeItem
    from cortex.model.gates import Gate
    from cortex.stores.sqlite.session import Session

_BETWEEN = f"""
SELECT i.sequence, i.ordinal, r.fact_id, i.change_kind, v.ordinal, v.epistemic_status, c.recorded_us
FROM change_items AS i
JOIN commits AS c ON c.sequence = i.sequence
JOIN records AS r ON r.record_no = i.record_no
JOIN facts AS f ON f.fact_id = r.fact_id
JOIN revisions AS v ON v.record_no = i.record_no AND v.recorded_sequence = i.sequence
WHERE i.sequence > :after AND i.sequence <= :until AND {GATE}
ORDER BY i.sequence, i.ordinal LIMIT :limit
"""


class SqliteChangeItems:
    """Implements ``cortex.ports.change_items``."""

    __slots__ = ("_session",)

    def __init__(self, session: Session) -> None:
        self._session = session

    def frontier(self) -> int:
        """Give the place of the newest commit."""
        return self._session.value("SELECT max(sequence) FROM commits") or 0

    def between(self, after: int, until: int, gate: Gate, limit: int) -> list[ChangeItem]:
        """Give the changes behind one place up to another, oldest first."""
        from cortex.model.changes import ChangeItem  # Every answer comes for the frontier alone.

        sql, bindings = gated(_BETWEEN, gate, keeps_all=True, after=after, until=until, limit=limit)
        return [ChangeItem(*row) for row in self._session.rows(sql, bindings)]
