"""Does each record stand at its newest revision, and are the facts with handles counted right?

The rules a foreign key cannot state. Every finding is one line for the person who must act.
Whether the brain stands where its log says is seen through the port (``services.doctor``).
"""

from cortex.stores.sqlite.session import Session

_MISPLACED_RECORDS = (
    "SELECT r.record_no FROM records AS r WHERE NOT EXISTS ("
    "SELECT 1 FROM record_heads AS h WHERE h.record_no = r.record_no AND h.ordinal = ("
    "SELECT max(v.ordinal) FROM revisions AS v WHERE v.record_no = r.record_no))"
    " ORDER BY r.record_no LIMIT ?"
)

_MISCOUNTED = (
    "SELECT value FROM clock_meta WHERE key = 'projected_facts' AND value <> ("
    "SELECT count(*) FROM projections) + (SELECT count(*) FROM unfolded)"
)


def misplaced_records(session: Session, limit: int) -> tuple[str, ...]:
    """Name the first records that do not stand at their newest revision; empty when all do."""
    numbers = session.values(_MISPLACED_RECORDS, (limit,))
    return tuple(f"record {number} does not stand at its newest revision" for number in numbers)


def miscounted_facts(session: Session) -> tuple[str, ...]:
    """Tell the stored count of facts with handles when it is wrong; empty when it is right."""
    counts = session.values(_MISCOUNTED)
    return tuple(f"the count of facts with handles, {count}, is wrong" for count in counts)
