"""What is the caller handed after a write, to prove it and to ask about it later?

Source: CQR 3.4, 3.6, docs/formats/receipts.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.model.commits import CommitAction
from cortex.model.conflicts import ConflictClass
from cortex.wire.instants import instant_json

if TYPE_CHECKING:
    from cortex.model.commits import CommitOutcome, Related

CAPTURE_POLICY = "redact_secrets+refuse_over_cap/1"
# The four ways a fact is found; all are written in the transaction that writes the fact.
PROJECTIONS = ("clock", "entity", "exact", "lexical")


def commit_json(outcome: CommitOutcome) -> dict[str, object]:
    """Give what became of a commit: the entry, the receipt, and what was kept of the text."""
    return {
        "reference": outcome.fact.reference,
        "entry": entry_json(outcome),
        "receipt": receipt_json(outcome),
        "capture": capture_json(outcome),
        "replayed": outcome.is_replay,
    }


def entry_json(outcome: CommitOutcome) -> dict[str, object]:
    """Give the stored row in short, and its verdict against the facts it met.

    ``classification`` is the gravest verdict on a stored fact, UNRELATED when there was none.
    """
    fact, content = outcome.fact, outcome.fact.content
    gravest = outcome.related[0].classification if outcome.related else ConflictClass.UNRELATED
    return {
        "action": outcome.action.value,
        "id": fact.fact_id,
        "reference": fact.reference,
        "version": outcome.version_id,
        "type": content.type,
        "scope": content.scope_id,
        "status": content.status.value,
        "pinned": content.is_pinned,
        "retention_class": content.retention.value,
        "quality": content.quality,
        "surprise": content.surprise,
        "observed_at": instant_json(content.observed_us),
        "valid_from": instant_json(content.valid_from_us),
        "valid_until": instant_json(content.valid_until_us),
        "expires_at": instant_json(content.expires_us),
        "supersedes": list(outcome.superseded),
        "classification": gravest.value,
        "related": [related_json(related) for related in outcome.related],
    }


def receipt_json(outcome: CommitOutcome) -> dict[str, object]:
    """Give the proof of a commit; it claims no more durability than the connection gives."""
    omissions = []
    if outcome.action is CommitAction.MERGED:
        omissions.append(f"no new row: merged into {outcome.fact.reference}")
    return {
        "receipt_id": f"receipt:{outcome.version_id}",
        "request_id": outcome.request_id,
        "durability": {
            "accepted": True,
            "local_commit": outcome.sequence,
            "projected_through": dict.fromkeys(PROJECTIONS, outcome.sequence),
            "replicated_through": {},
            "payload_availability": "retained",
            "ack_profile": {"kind": outcome.ack_profile.value},
        },
        "entries": {"decision": outcome.fact.reference, "version": outcome.version_id},
        "aliases": {},
        "omissions": omissions,
        "unresolved_needs": [],
    }


def capture_json(outcome: CommitOutcome) -> dict[str, object]:
    """Give how much of the offered text was kept, in UTF-8 bytes, and what was taken out."""
    kinds = ", ".join(f"{count} {kind}" for kind, count in outcome.redacted)
    return {
        "status": "redacted" if outcome.redacted else "accepted",
        "offered_bytes": outcome.offered_bytes,
        "retained_bytes": outcome.retained_bytes,
        "policy": CAPTURE_POLICY,
        "reason": f"secrets removed: {kinds}" if kinds else None,
    }


def related_json(related: Related) -> dict[str, object]:
    """Give one stored fact a new statement met; ``conflict`` is null unless one was recorded."""
    status = related.conflict_status
    return {
        "reference": related.reference,
        "classification": related.classification.value,
        "similarity": {"jaccard": round(related.similarity, 4), "cosine": None},
        "resolution_strategy": related.strategy,
        "conflict": related.conflict_id,
        "conflict_status": None if status is None else status.value,
    }
