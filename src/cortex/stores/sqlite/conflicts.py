"""Which facts do not agree, and who has decided?

Table ``decision_conflicts``: canonical. A verdict that was recorded under a log entry disappears
from view when that entry is rolled back.
"""

from __future__ import annotations

from cortex.model.conflicts import ConflictClass, ConflictRecord, ConflictStatus
from cortex.model.errors import NotFound
from cortex.stores.sqlite.session import Row, Session, numbers, texts

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from collections.abc import Sequence

_STANDING = """
FROM decision_conflicts
WHERE (version_id IS NULL OR version_id NOT IN (
    SELECT version_id FROM versions WHERE status = 'orphaned'))
"""

_SELECT = f"""
SELECT conflict_id, source_fact_id, target_fact_id, classification, similarity, status,
    resolution_strategy, created_us, resolved_by, resolved_us
{_STANDING}"""

_TOUCHING = """AND status IN (SELECT value FROM carray(:statuses))
AND conflict_id IN (
    SELECT conflict_id FROM decision_conflicts
    WHERE source_fact_id IN (SELECT value FROM carray(:ids))
    UNION SELECT conflict_id FROM decision_conflicts
    WHERE target_fact_id IN (SELECT value FROM carray(:ids)))
ORDER BY conflict_id"""

_NEWEST = """AND status IN (SELECT value FROM carray(:statuses))
ORDER BY conflict_id DESC LIMIT :limit"""


def of_facts(
    session: Session, fact_ids: Sequence[int], statuses: Sequence[ConflictStatus]
) -> list[ConflictRecord]:
    """Give the conflict records touching any of these facts, by conflict id."""
    if not fact_ids or not statuses:
        return []
    rows = session.rows(
        _SELECT + _TOUCHING,
        {"ids": numbers(fact_ids), "statuses": texts(statuses)},
    )
    return [_conflict(row) for row in rows]


def listed(
    session: Session, statuses: Sequence[ConflictStatus], limit: int
) -> list[ConflictRecord]:
    """Give conflict records of any fact, newest first."""
    if not statuses:
        return []
    rows = session.rows(
        _SELECT + _NEWEST,
        {"statuses": texts(statuses), "limit": limit},
    )
    return [_conflict(row) for row in rows]


def count_open(session: Session) -> int:
    """Count the conflicts somebody still has to decide."""
    count: int = session.value(f"SELECT count(*) {_STANDING} AND status = 'open'")
    return count


def add(session: Session, record: ConflictRecord, version_id: int | None) -> ConflictRecord:
    """Record a verdict under a log entry; the record's own id is replaced by the store's."""
    conflict_id = session.insert(
        "INSERT INTO decision_conflicts (version_id, source_fact_id, target_fact_id,"
        " classification, similarity, status, resolution_strategy, created_us)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (
            version_id,
            record.source_fact_id,
            record.target_fact_id,
            record.classification,
            record.similarity,
            record.status,
            record.strategy,
            record.created_us,
        ),
    )
    return _require(session, conflict_id)


def settle(
    session: Session, conflict_id: int, strategy: str, resolved_by: str, now_us: int
) -> ConflictRecord:
    """Mark a conflict as resolved by a person.

    Raises:
        NotFound: there is no such conflict.
    """
    session.rows(
        "UPDATE decision_conflicts SET status = 'user_resolved', resolution_strategy = ?,"
        " resolved_by = ?, resolved_us = ? WHERE conflict_id = ?",
        (strategy, resolved_by, now_us, conflict_id),
    )
    return _require(session, conflict_id)


def _require(session: Session, conflict_id: int) -> ConflictRecord:
    row = session.row(_SELECT + " AND conflict_id = ?", (conflict_id,))
    if row is None:
        message = f"there is no conflict {conflict_id}"
        raise NotFound(message)
    return _conflict(row)


def _conflict(row: Row) -> ConflictRecord:
    return ConflictRecord(
        conflict_id=row[0],
        source_fact_id=row[1],
        target_fact_id=row[2],
        classification=ConflictClass(row[3]),
        similarity=row[4],
        status=ConflictStatus(row[5]),
        strategy=row[6],
        created_us=row[7],
        resolved_by=row[8],
        resolved_us=row[9],
    )
