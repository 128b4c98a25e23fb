"""What did a record say, revision by revision, and which are its heads?

Tables ``revisions`` and ``record_heads`` (written by ``records``) and ``revision_parents``:
canonical.
"""

import zlib
from collections.abc import Sequence

from cortex.model.revisions import RecordRevision, RevisionId
from cortex.stores.sqlite import facts
from cortex.stores.sqlite.session import Row, Session, numbers

_SELECT = """
SELECT r.fact_id, v.ordinal, v.recorded_sequence, v.epistemic_status, v.body_deflated,
    c.recorded_us, h.ordinal IS NOT NULL
FROM records AS r
CROSS JOIN revisions AS v ON v.record_no = r.record_no
CROSS JOIN commits AS c ON c.sequence = v.recorded_sequence
LEFT JOIN record_heads AS h ON h.record_no = v.record_no AND h.ordinal = v.ordinal
WHERE r.fact_id = ?
"""


class SqliteRevisions:
    """Implements ``cortex.ports.revisions``."""

    __slots__ = ("_session",)

    def __init__(self, session: Session) -> None:
        self._session = session

    def of_fact(self, fact_id: int, limit: int) -> list[RecordRevision]:
        """Give the newest revisions of a fact's record, newest first."""
        rows = self._session.rows(_SELECT + "ORDER BY v.ordinal DESC LIMIT ?", (fact_id, limit))
        return [self._revision(row) for row in rows]

    def find(self, revision: RevisionId) -> RecordRevision | None:
        """Give one revision, or None."""
        row = self._session.row(_SELECT + "AND v.ordinal = ?", revision)
        return None if row is None else self._revision(row)

    def latest(self, fact_ids: Sequence[int]) -> dict[int, int]:
        """Give the number of the latest revision of each fact, by id."""
        if not fact_ids:
            return {}
        rows = self._session.rows(
            "SELECT r.fact_id, max(v.ordinal) FROM records AS r"
            " CROSS JOIN revisions AS v ON v.record_no = r.record_no"
            " WHERE r.fact_id IN (SELECT value FROM carray(?)) GROUP BY r.fact_id"
            " ORDER BY r.fact_id",
            (numbers(fact_ids),),
        )
        return dict(rows)

    def add_parents(self, revision: RevisionId, parents: Sequence[RevisionId]) -> None:
        """Say which revisions one was made from, when that is not the one before it."""
        for each in (revision, *parents):
            facts.require(self._session, each.fact_id)
        self._session.run_many(
            "INSERT INTO revision_parents (fact_id, ordinal, parent_fact_id, parent_ordinal)"
            " VALUES (?, ?, ?, ?)",
            [(*revision, *parent) for parent in parents],
        )

    def _revision(self, row: Row) -> RecordRevision:
        fact_id, ordinal, sequence, epistemic, body, recorded_us, is_head = row
        stated = self._session.rows(
            "SELECT parent_fact_id, parent_ordinal FROM revision_parents"
            " WHERE fact_id = ? AND ordinal = ? ORDER BY parent_fact_id, parent_ordinal",
            (fact_id, ordinal),
        )
        before = [(fact_id, ordinal - 1)] if ordinal > 1 else []
        return RecordRevision(
            revision=RevisionId(fact_id, ordinal),
            sequence=sequence,
            epistemic=epistemic,
            body_json=zlib.decompress(body).decode(),
            recorded_us=recorded_us,
            is_head=bool(is_head),
            parents=tuple(RevisionId(*pair) for pair in stated or before),
        )
