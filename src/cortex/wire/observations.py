"""How are sources, observations and receipts written as JSON?

Source: docs/formats/observations.md.
"""

from __future__ import annotations

from collections.abc import Sequence

from cortex.model.capture_policy import EVERY_SCOPE, CapturePolicy
from cortex.model.inventories import Entry, Inventory
from cortex.model.limits import OBSERVATION_PREVIEW_CHARS_MAX
from cortex.model.observations import (
    RELATIONSHIP,
    CaptureReceipt,
    Exact,
    Observation,
    Source,
    TailReceipt,
    observation_reference,
)
from cortex.model.vault import JudgedRecord
from cortex.wire.instants import instant_json

TRUST = {"kind": "attributed_observation", "instruction": False, "privilege": "none"}
"""What a text is that somebody observed: a report of who said it, and no order."""


def source_json(source: Source) -> dict[str, object]:
    """Give a registered source."""
    return {
        "source": source.key,
        "scope": source.scope_id,
        "role": source.role.value,
        "max_bytes": source.bytes_max,
        "on_secret": source.on_secret.value,
        "enabled": source.is_enabled,
        "registered_at": instant_json(source.registered_us),
    }


def observation_json(exact: Exact) -> dict[str, object]:
    """Give an observation whole, its exact text included.

    ``intact`` tells whether the kept text still has the digest it was captured with.
    """
    seen = exact.observation
    return {
        **named_json(seen),
        "text": str(seen.event.text),
        "digest": seen.digest,
        "redacted": dict(seen.redacted),
        "intact": exact.is_intact,
        "retracted_at": instant_json(seen.retracted_us),
        "retraction": seen.retraction,
        "trust": TRUST,
    }


def shown_json(seen: Observation) -> dict[str, object]:
    """Give what stands beside the cards of an answer: where it is from, and how it begins."""
    return {
        **named_json(seen),
        "preview": str(seen.event.text)[:OBSERVATION_PREVIEW_CHARS_MAX],
        "expand": seen.reference,
        "trust": TRUST,
    }


def source_label(source: Source) -> str:
    """Give what a person calls a source: its key, or the host's name for what a host does."""
    kind, _, rest = source.key.partition(":")
    return rest.partition(":")[0] if kind == "host" and rest else source.key


def named_json(seen: Observation) -> dict[str, object]:
    """Give what names an observation and says where it is from."""
    return {
        "reference": seen.reference,
        "source": seen.source.key,
        "scope": seen.source.scope_id,
        "role": seen.source.role.value,
        "generation": seen.generation,
        "event_key": seen.event.key,
        "observed_at": instant_json(seen.event.observed_us),
        "captured_at": instant_json(seen.captured_us),
    }


def capture_receipt_json(receipt: CaptureReceipt) -> dict[str, object]:
    """Give what became of an event."""
    seen, profile = receipt.observation, receipt.ack_profile
    return {
        **named_json(seen),
        "digest": seen.digest,
        "retained_bytes": len(seen.event.text.encode("utf-8")),
        "redacted": dict(seen.redacted),
        "duplicate": receipt.is_duplicate,
        "ack_profile": None if profile is None else profile.value,
        "restore_epoch": receipt.restore_epoch,
    }


def tail_receipt_json(receipt: TailReceipt) -> dict[str, object]:
    """Give what became of a portion of a log."""
    return {
        "accepted": [capture_receipt_json(one) for one in receipt.accepted],
        "next_offset": receipt.next_offset,
        "uncommitted_tail_bytes": receipt.uncommitted_bytes,
    }


def inventory_json(inventory: Inventory) -> dict[str, object]:
    """Give a list of registered files, and how far it was taken in."""
    return {
        "revision": inventory.revision,
        "status": inventory.status.value,
        "restore_epoch": inventory.restore_epoch,
        "made_at": instant_json(inventory.made_us),
        "next_index": inventory.next_index,
        "untracked_registrations": inventory.untracked,
        "entries": [_entry_json(entry) for entry in inventory.entries],
    }


def policy_json(policy: CapturePolicy, stale: Sequence[str]) -> dict[str, object]:
    """Give the operator's word on capture, and the sources that it keeps closed."""
    everywhere = policy.word(EVERY_SCOPE)
    return {
        "state": everywhere.state,
        "policy_epoch": instant_json(everywhere.epoch or None),
        "fault": policy.fault,
        "scopes": [
            {
                "scope": scope_id,
                "state": word.state,
                "policy_epoch": instant_json(word.epoch or None),
            }
            for scope_id, word in sorted(policy.words.items())
            if scope_id != EVERY_SCOPE
        ],
        "to_enable": sorted(stale),
    }


def _entry_json(entry: Entry) -> dict[str, object]:
    kept = entry.observation_id
    return {
        "source": entry.key,
        "format": entry.format,
        "bytes": entry.size_bytes,
        "source_revision": entry.fingerprint,
        "status": entry.status.value,
        "detail": entry.detail,
        "reference": None if kept is None else observation_reference(kept),
    }


def evidence_json(cited: Sequence[Exact], records: Sequence[JudgedRecord]) -> dict[str, object]:
    """Give what a fact rests on; empty when it cites nothing."""
    if not cited and not records:
        return {}
    return {
        "relationship": RELATIONSHIP,
        "observations": [observation_json(exact) for exact in cited],
        "records": [judged_json(record) for record in records],
    }


def judged_json(record: JudgedRecord) -> dict[str, object]:
    """Give a cited record of a vault, and whether it still says what it said."""
    cited = record.cited
    return {
        "reference": cited.reference,
        "root": cited.root,
        "path": cited.path,
        "record": cited.record_id,
        "line": cited.line,
        "line_now": record.line_now,
        "digest": cited.digest,
        "cited_at": instant_json(cited.cited_us),
        "standing": record.standing.value,
    }
