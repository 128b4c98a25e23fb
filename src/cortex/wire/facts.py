"""How is a fact written as JSON? Source: docs/formats/facts.md."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.model.facts import Epistemic, Fact, FactStatus, Naming, Provenance
from cortex.wire.instants import instant_json

if TYPE_CHECKING:
    from cortex.model.conflicts import ConflictRecord
    from cortex.model.versions import Version

_EPISTEMIC = {
    FactStatus.ACTIVE: Epistemic.ASSERTED,
    FactStatus.DISPUTED: Epistemic.CONTESTED,
    FactStatus.SUPERSEDED: Epistemic.RETRACTED,
    FactStatus.ARCHIVED: Epistemic.RETRACTED,
}


def fact_json(fact: Fact) -> dict[str, object]:
    """Give every field of a fact; absent values are null, absent lists empty."""
    content = fact.content
    return {
        "reference": fact.reference,
        "kind": content.kind.value,
        "type": content.type,
        "statement": str(content.text),
        "context": None if content.context is None else str(content.context),
        **naming_json(content.naming),
        "status": content.status.value,
        "epistemic": _EPISTEMIC[content.status].value,
        "scope": content.scope_id,
        "retention": content.retention.value,
        "quality": content.quality,
        "surprise": content.surprise,
        "pinned": content.is_pinned,
        "valid_from": instant_json(content.valid_from_us),
        "valid_until": instant_json(content.valid_until_us),
        "expires_at": instant_json(content.expires_us),
        "observed_at": instant_json(content.observed_us),
        "created_at": instant_json(content.created_us),
        "updated_at": instant_json(fact.updated_us),
        "provenance": provenance_json(content.provenance),
        "owner": content.owner_id,
        "visibility": content.visibility.value,
        "fields": fields_json(content.fields),
        "disputes": id_reference(content.disputes_id),
        "supersedes": id_reference(content.supersedes_id),
        "version": fact.version_id,
        "merged_count": fact.merged_count,
        "retrievals": fact.retrievals,
        "last_accessed_at": instant_json(fact.last_accessed_us),
    }


def fields_json(fields: str | None) -> object:
    """Give the structured fields as an object, or null when a fact has none."""
    if fields is None:
        return None
    import json

    return json.loads(fields)


def naming_json(naming: Naming) -> dict[str, object]:
    """Give the handles the author gave by name."""
    return {
        "subject": naming.subject,
        "attribute": naming.attribute,
        "aliases": list(naming.aliases),
        "paths": list(naming.paths),
        "symbols": list(naming.symbols),
        "anchors": list(naming.anchors),
        "thread": naming.thread,
        "goal": naming.goal,
    }


def provenance_json(provenance: Provenance) -> dict[str, object]:
    """Give who stated a fact, through what, and where in the code."""
    return {
        "agent": provenance.source_agent,
        "client": provenance.source_client,
        "model": provenance.source_model,
        "reasoning_depth": provenance.reasoning_depth,
        "confidence": provenance.confidence,
        "trust": provenance.trust,
        "worktree": provenance.worktree,
        "branch": provenance.branch,
    }


def version_json(version: Version, *, is_head: bool = False) -> dict[str, object]:
    """Give one entry of the log."""
    return {
        "version": version.version_id,
        "operation": version.operation,
        "summary": version.summary,
        "fact": id_reference(version.fact_id),
        "status": "orphaned" if version.is_orphaned else "active",
        "head": is_head,
        "created_at": instant_json(version.created_us),
    }


def conflict_json(conflict: ConflictRecord) -> dict[str, object]:
    """Give one recorded verdict between two facts; ``source`` is the newer statement."""
    return {
        "conflict": conflict.conflict_id,
        "source": id_reference(conflict.source_fact_id),
        "target": id_reference(conflict.target_fact_id),
        "classification": conflict.classification.value,
        "similarity": {"jaccard": round(conflict.similarity, 4), "cosine": None},
        "status": conflict.status.value,
        "resolution_strategy": conflict.strategy,
        "resolved_by": conflict.resolved_by,
        "resolved_at": instant_json(conflict.resolved_us),
        "created_at": instant_json(conflict.created_us),
    }


def id_reference(fact_id: int | None) -> str | None:
    """Give the reference of a fact of which only the id is known; every verb accepts it."""
    return None if fact_id is None else f"fact:{fact_id}"
