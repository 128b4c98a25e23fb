"""Who said what, when?

Table ``traces``: canonical. The words themselves are in the fact; a trace keeps their digest.
"""

from cortex.model.facts import FactContent
from cortex.stores.sqlite.facts import provenance_id
from cortex.stores.sqlite.session import Session


def add(session: Session, fact_id: int, version_id: int, content: FactContent, digest: str) -> int:
    """Record a statement by digest (hexadecimal) and give the trace id."""
    return session.insert(
        "INSERT INTO traces (fact_id, version_id, provenance_id, content_hash, event_us, ingest_us)"
        " VALUES (?, ?, ?, ?, ?, ?)",
        (
            fact_id,
            version_id,
            provenance_id(session, content.provenance),
            bytes.fromhex(digest),
            content.observed_us,
            content.created_us,
        ),
    )
