"""How are sources, observations and receipts written as JSON?

Source: docs/formats/observations.md.
"""

from __future__ import annotations

from collections.abc import Sequence

from cortex.model.limits import OBSERVATION_PREVIEW_CHARS_MAX
from cortex.model.observations import (
    RELATIONSHIP,
    CaptureReceipt,
    Exact,
    Observation,
    Source,
)
from cortex.model.vault import JudgedRecord
from cortex.wire.facts import instant_json


def source_json(source: Source) -> dict[str, object]:
    """Give a registered source."""
    return {
        "source": source.key,
        "scope": source.scope_id,
        "role": source.role.value,
        "max_bytes": source.bytes_max,
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
        "intact": exact.is_intact,
        "retracted_at": instant_json(seen.retracted_us),
        "retraction": seen.retraction,
    }


def shown_json(seen: Observation) -> dict[str, object]:
    """Give what stands beside the cards of an answer: where it is from, and how it begins."""
    return {
        **named_json(seen),
        "preview": str(seen.event.text)[:OBSERVATION_PREVIEW_CHARS_MAX],
        "expand": seen.reference,
        "trust": {"kind": "attributed_observation", "instruction": False, "privilege": "none"},
    }


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
    seen = receipt.observation
    return {
        **named_json(seen),
        "digest": seen.digest,
        "retained_bytes": len(seen.event.text.encode("utf-8")),
        "duplicate": receipt.is_duplicate,
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
