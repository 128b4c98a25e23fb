"""Has this request been answered before?

Table ``operation_ledger``: canonical. A key belongs to its principal.
"""

from cortex.model.records import LedgerEntry
from cortex.stores.sqlite.session import Session


def find(session: Session, principal: str, idempotency_key: str) -> LedgerEntry | None:
    """Give the remembered request of this principal, or None."""
    row = session.row(
        "SELECT principal, idempotency_key, request_id, canonical_hash, outcome_json, recorded_us"
        " FROM operation_ledger WHERE principal = ? AND idempotency_key = ?",
        (principal, idempotency_key),
    )
    return None if row is None else LedgerEntry(*row)


def remember(session: Session, entry: LedgerEntry) -> None:
    """Keep the outcome of a request; a key that is already kept is refused by the table."""
    session.rows(
        "INSERT INTO operation_ledger (principal, idempotency_key, request_id, canonical_hash,"
        " outcome_json, recorded_us) VALUES (?, ?, ?, ?, ?, ?)",
        (
            entry.principal,
            entry.idempotency_key,
            entry.request_id,
            entry.canonical_hash,
            entry.outcome_json,
            entry.recorded_us,
        ),
    )
