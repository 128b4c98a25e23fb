"""How many facts are in force, for a line that is asked for often?

Read from the index on types alone, so that no fact is touched.
"""

from __future__ import annotations

from cortex.stores.sqlite.connection import format_version, open_reading

# Types filed as memories (services/statements.py, which a status bar does not load).
MEMORY_TYPES = frozenset({"memory", "note", "finding", "observation", "fact", "focus_summary"})

_ACTIVE = """SELECT type, count(*) FROM facts INDEXED BY facts_by_type
WHERE status = 'active' GROUP BY type"""
_ROLLED_BACK = """SELECT f.type, count(*) FROM versions AS v CROSS JOIN facts AS f
ON f.version_id = v.version_id
WHERE v.status = 'orphaned' AND f.status = 'active' GROUP BY f.type"""


def count_active(path: str, busy_ms: int) -> tuple[int, int]:
    """Give (memories, decisions) that are active and not rolled back.

    Raises:
        StoreUnreadable, StoreNewer, StoreBusy: as opening the file says.
        apsw.Error: a statement failed.
    """
    connection = open_reading(path, busy_ms)
    try:
        if format_version(connection, path) == 0:
            return 0, 0
        counts = [0, 0]
        for sign, sql in ((1, _ACTIVE), (-1, _ROLLED_BACK)):
            for type_name, count in connection.execute(sql):
                counts[type_name not in MEMORY_TYPES] += sign * count
        return counts[0], counts[1]
    finally:
        connection.close()
