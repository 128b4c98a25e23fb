"""How is a view written as JSON, and what is its payload?

Source: docs/formats/needs.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.model.errors import InvalidRequest
from cortex.model.needs import Evidence, PreparedView, Rank, ViewStatus
from cortex.model.observations import observation_reference
from cortex.wire.encoding import encode
from cortex.wire.instants import instant_json

if TYPE_CHECKING:
    from collections.abc import Sequence

RANK_DIGITS_MAX = 18


def prepared_json(view: PreparedView) -> dict[str, object]:
    """Give a view; one whose payload is present already carries no evidence."""
    evidence = () if view.is_present else view.evidence
    return {
        "status": view.status.value,
        "order": "newest" if view.status is ViewStatus.READY else "most_cues",
        "cues": list(view.cues),
        "evidence": [evidence_json(one) for one in evidence],
        "source_refs": [one.observation.reference for one in view.evidence],
        "delivery_id": view.delivery_id,
        "present": view.is_present,
        "payload_bytes": 0 if view.is_present else view.payload_bytes,
        "omitted": omitted_json(view),
        "next": rank_text(view.omitted.next_rank),
        "blocked": list(view.blocked),
        "projection_pending": view.is_pending,
        "restore_epoch": view.restore_epoch,
        "policy_epoch": view.policy_epoch,
        "fingerprint": view.fingerprint,
        "assembly_brief": view.assembly_brief,
    }


def omitted_json(view: PreparedView) -> dict[str, object]:
    """Give what was found and is not in a view."""
    omitted = view.omitted
    return {
        "count": omitted.total,
        "bytes": omitted.text_bytes,
        "too_large": [
            {"reference": observation_reference(one.observation_id), "bytes": one.text_bytes}
            for one in omitted.too_large
        ],
    }


def evidence_json(one: Evidence) -> dict[str, object]:
    """Give one observation as a payload carries it: exact, attributed, and no instruction."""
    seen = one.observation
    return {
        "reference": seen.reference,
        "source": seen.source.key,
        "role": seen.source.role.value,
        "text": str(seen.event.text),
        "route": one.route.value,
        "cues": one.cues,
        "observed_at": instant_json(seen.event.observed_us),
    }


def evidence_bytes(one: Evidence) -> int:
    """Give the UTF-8 bytes of one observation in a payload."""
    return len(encode(evidence_json(one)).encode("utf-8", "surrogatepass"))


def payload_of(evidence: Sequence[Evidence]) -> str:
    """Give the payload: the evidence as one JSON list."""
    return "[" + ",".join(encode(evidence_json(one)) for one in evidence) + "]"


def rank_text(rank: Rank | None) -> str | None:
    """Give where a view ended, to be handed back as ``after``."""
    return None if rank is None else f"{rank.cues}-{rank.observation_id}"


def read_rank(text: str | None, field: str = "after") -> Rank | None:
    """Give the place that ``next`` of an earlier view names; None stands for the beginning.

    Raises:
        InvalidRequest: it is none.
    """
    if text is None:
        return None
    parts = text.split("-")
    if len(parts) == 2 and all(
        part.isascii() and part.isdigit() and len(part) <= RANK_DIGITS_MAX for part in parts
    ):
        return Rank(int(parts[0]), int(parts[1]))
    message = f"'{text[:40]}' is not where a view ended"
    raise InvalidRequest(message, remedy="give the `next` of the view before", field=field)
