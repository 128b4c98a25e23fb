"""What did each commit make, in the brain's order?

Tables ``commits``, ``records``, ``revisions``, ``record_heads``, ``change_items`` and ``outbox``:
canonical. Numbers are stored; the ids people see are put together from them. The body of a
revision repeats the fact's text, so it is deflated.
"""

import zlib

from cortex.model.records import CommitEntry
from cortex.stores.sqlite.scopes import scope_no
from cortex.stores.sqlite.session import Session

CREATED = "created"
"""The kind of change that a fact's first commit mostly is; then there is no record to look for."""


def append(session: Session, entry: CommitEntry) -> int:
    """Write commit, record, revision, head, change item and outbox jobs.

    A record is made with the first commit of its fact; a later one adds a revision, which becomes
    the record's only head. Gives the commit's sequence.
    """
    sequence = session.insert(
        "INSERT INTO commits (principal_id, request_id, ack_profile, recorded_us)"
        " VALUES (?, ?, ?, ?)",
        (entry.principal, entry.request_id, entry.ack_profile, entry.recorded_us),
    )
    record_no, ordinal = _next_revision(session, entry, sequence)
    session.rows(
        "INSERT INTO revisions (record_no, ordinal, recorded_sequence, epistemic_status,"
        " body_deflated) VALUES (?, ?, ?, ?, ?)",
        (record_no, ordinal, sequence, entry.epistemic, zlib.compress(entry.body_json.encode())),
    )
    if ordinal > 1:
        session.rows("DELETE FROM record_heads WHERE record_no = ?", (record_no,))
    session.rows(
        "INSERT INTO record_heads (record_no, ordinal) VALUES (?, ?)", (record_no, ordinal)
    )
    session.rows(
        "INSERT INTO change_items (sequence, ordinal, scope_no, record_no, change_kind)"
        " VALUES (?, 0, ?, ?, ?)",
        (sequence, scope_no(session, entry.scope_id), record_no, entry.change_kind),
    )
    session.run_many(
        "INSERT INTO outbox (commit_sequence, job_kind, state) SELECT ?1, ?2, 'pending'"
        " WHERE NOT EXISTS (SELECT 1 FROM outbox INDEXED BY outbox_waiting"
        " WHERE state <> 'done' AND state = 'pending' AND job_kind = ?2)",
        [(sequence, job) for job in entry.jobs],
    )
    return sequence


def pending_jobs(session: Session) -> int:
    """Count outbox jobs not done."""
    counted = session.value(
        "SELECT count(*) FROM outbox INDEXED BY outbox_waiting WHERE state <> 'done'"
    )
    assert isinstance(counted, int)
    return counted


def _next_revision(session: Session, entry: CommitEntry, sequence: int) -> tuple[int, int]:
    """Give the record of the fact, made when there is none, and the number of its next revision."""
    if entry.change_kind == CREATED:
        made = session.value(
            "INSERT INTO records (kind, fact_id, created_sequence) VALUES (?, ?, ?)"
            " ON CONFLICT DO NOTHING RETURNING record_no",
            (entry.record_kind, entry.fact_id, sequence),
        )
        if made is not None:
            return made, 1
    row = session.row(
        "SELECT r.record_no, max(v.ordinal) FROM records AS r"
        " JOIN revisions AS v ON v.record_no = r.record_no WHERE r.fact_id = ?"
        " GROUP BY r.record_no",
        (entry.fact_id,),
    )
    if row is not None:
        return row[0], row[1] + 1
    record_no = session.insert(
        "INSERT INTO records (kind, fact_id, created_sequence) VALUES (?, ?, ?)",
        (entry.record_kind, entry.fact_id, sequence),
    )
    return record_no, 1
