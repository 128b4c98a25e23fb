"""What does a commit leave in the log of records and requests?

Source: CQR 3.6, docs/formats/receipts.md.
"""

from cortex.model.lean_classes import NamedTuple
from cortex.model.receipts import AckProfile


class CommitEntry(NamedTuple):
    """One authoritative commit: a record, its new revision, a change item and outbox jobs.

    ``body_json`` is the canonical body of the revision; ``change_kind`` is created or revised.
    """

    principal: str
    request_id: str
    fact_id: int
    record_kind: str
    change_kind: str
    body_json: str
    epistemic: str
    scope_id: str
    recorded_us: int
    ack_profile: AckProfile
    jobs: tuple[str, ...] = ()


class LedgerEntry(NamedTuple):
    """A remembered request: the same key with the same hash replays this outcome."""

    principal: str
    idempotency_key: str
    request_id: str
    canonical_hash: str
    outcome_json: str
    recorded_us: int
