"""Is what the file holds whole, and does the derived part fit the canonical one?

Reads everything once and changes nothing. Source: ADR 0003, ADR 0023.
"""

import apsw

from cortex.ports.health import Examination
from cortex.stores.sqlite import cold
from cortex.stores.sqlite.connection import BUSY_WAIT_MS, open_reading
from cortex.stores.sqlite.heads import miscounted_facts, misplaced_records
from cortex.stores.sqlite.log_file import log_damage
from cortex.stores.sqlite.session import Session

FAULTS_TOLD_MAX = 5
"""Faults told of each sort: enough to see what it is, short enough to read."""

# Each counts rows of derived tables that do not fit, with the words they are reported in.
_DERIVED = (
    (
        "facts have no handles",
        "SELECT count(*) FROM facts AS f WHERE f.quality >= 0"
        " AND NOT EXISTS (SELECT 1 FROM projections AS p WHERE p.fact_id = f.fact_id)"
        " AND NOT EXISTS (SELECT 1 FROM unfolded AS u WHERE u.fact_id = f.fact_id)",
    ),
    (
        "rows of handles belong to no fact",
        "SELECT (SELECT count(*) FROM projections WHERE fact_id NOT IN (SELECT fact_id FROM facts))"
        " + (SELECT count(*) FROM unfolded WHERE fact_id NOT IN (SELECT fact_id FROM facts))"
        " + (SELECT count(*) FROM clock_anchor_evidence"
        "    WHERE fact_id NOT IN (SELECT fact_id FROM facts))"
        " + (SELECT count(*) FROM entity_mentions"
        "    WHERE fact_id NOT IN (SELECT fact_id FROM facts))"
        " + (SELECT count(*) FROM matters WHERE fact_id NOT IN (SELECT fact_id FROM facts))",
    ),
    (
        "handles name an anchor, entity or term that is not there",
        "SELECT (SELECT count(*) FROM clock_anchor_evidence"
        "    WHERE anchor_id NOT IN (SELECT anchor_id FROM clock_anchors))"
        " + (SELECT count(*) FROM entity_mentions"
        "    WHERE entity_id NOT IN (SELECT entity_id FROM entities))"
        " + (SELECT count(*) FROM postings WHERE term_id NOT IN (SELECT term_id FROM terms))",
    ),
    (
        "terms count other facts than their postings hold",
        # A posting takes four bytes of its block.
        "SELECT count(*) FROM terms AS t WHERE t.facts <> coalesce("
        "(SELECT sum(length(p.pairs)) / 4 FROM postings AS p WHERE p.term_id = t.term_id), 0)",
    ),
)


class SqliteExaminer:
    """Looks into the brain file at a path.

    Args:
        busy_ms: longest wait for a program that holds the whole file.
    """

    __slots__ = ("_busy_ms", "_path")

    def __init__(self, path: str, busy_ms: int = BUSY_WAIT_MS) -> None:
        self._path = path
        self._busy_ms = busy_ms

    def examine(self) -> Examination:
        """Give what a full read of the file found.

        Raises:
            StoreUnreadable, StoreNewer, StoreReadOnly, StoreBusy: it cannot be read to its end.
        """
        connection = open_reading(self._path, self._busy_ms)
        try:
            session = Session(connection, self._path)
            log_faults = _log_faults(connection, self._path)
            session.rows("BEGIN")
            integrity = (*log_faults, *(_integrity(session) or _cold(session)))
            references = _references(session)
            return Examination(
                integrity=integrity,
                references=references,
                # Damaged pages make every count below a guess.
                derived=() if integrity else _derived(session),
            )
        finally:
            connection.close()


def engine_versions() -> tuple[tuple[str, str], ...]:
    """Give (name, version) of the driver and of the SQLite inside it."""
    return (("apsw", apsw.apsw_version()), ("sqlite", apsw.sqlite_lib_version()))


def _log_faults(connection: apsw.Connection, path: str) -> tuple[str, ...]:
    """Tell of commits in the log that cannot be read, where nobody commits meanwhile."""
    if log_damage(connection, path) is None:
        return ()
    damage = log_damage(connection, path)  # A commit under way looks like damage, once.
    if damage is None:
        return ()
    told = "1 commit" if damage.lost_commits == 1 else f"{damage.lost_commits} commits"
    return (f"{told} of the log cannot be read behind its frame {damage.good_frames}",)


def _integrity(session: Session) -> tuple[str, ...]:
    """Give SQLite's own findings, sorted; they name tables, rows and pages, never values."""
    found = session.values(f"PRAGMA integrity_check({FAULTS_TOLD_MAX})")
    return tuple(sorted(" ".join(str(line).split()) for line in found if line != "ok"))


def _cold(session: Session) -> tuple[str, ...]:
    """Say which cold blocks cannot be read; what they hold is told to nobody until then."""
    return tuple(
        f"cold block {block_id} is damaged: {facts} facts in it cannot be read"
        for block_id, facts in cold.faults(session, FAULTS_TOLD_MAX)
    )


def _references(session: Session) -> tuple[str, ...]:
    rows = session.rows("PRAGMA foreign_key_check")
    faults = {
        f"{table} row {rowid} points at a missing row of {parent}"
        for table, rowid, parent, _ in rows
    }
    told = (*sorted(faults), *misplaced_records(session, FAULTS_TOLD_MAX))
    return told[:FAULTS_TOLD_MAX]


def _derived(session: Session) -> tuple[str, ...]:
    counted = ((session.value(sql), words) for words, sql in _DERIVED)
    told = tuple(f"{count} {words}" for count, words in counted if count)
    return (*told, *miscounted_facts(session))
