"""How are threads, obligations and revisions written as JSON? Source: docs/formats/threads.md."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

from cortex.model.threads import Move, ObligationState, ThreadRow
from cortex.wire.facts import fields_json
from cortex.wire.instants import instant_json

if TYPE_CHECKING:
    from cortex.model.facts import Fact
    from cortex.model.revisions import RecordRevision, RevisionId


def thread_json(row: ThreadRow) -> dict[str, object]:
    """Give a thread of a list."""
    return {
        "thread": row.thread,
        "facts": row.facts,
        "open_obligations": row.open_obligations,
        "updated_at": instant_json(row.updated_us),
    }


def obligation_json(
    fact: Fact, state: ObligationState, move: Move | None, revision: RevisionId | None
) -> dict[str, object]:
    """Give an obligation with its present state; what was never said is null."""
    fields = fields_json(fact.content.fields)
    return {
        "reference": fact.reference,
        "revision": None if revision is None else str(revision),
        "statement": str(fact.content.text),
        "state": state.value,
        "predicate": fields.get("predicate") if isinstance(fields, dict) else None,
        "paths": list(fact.content.naming.paths),
        "owed_by": fact.content.provenance.source_agent,
        "recorded_at": instant_json(fact.content.created_us),
        **_last_move(move),
    }


def move_json(move: Move, before: ObligationState, may_become: Sequence[str]) -> dict[str, object]:
    """Give a move that was made; it quotes nothing that is kept."""
    return {
        "reference": f"fact:{move.fact_id}",
        "revision": f"rev:{move.fact_id}@{move.ordinal}",
        "state": move.state.value,
        "before": before.value,
        "changed": move.state is not before,
        "version": move.version_id,
        "moved_by": move.agent,
        "moved_at": instant_json(move.moved_us),
        "may_become": list(may_become),
    }


def attempt_json(fact: Fact) -> dict[str, object]:
    """Give an attempt with everything that is kept of it."""
    fields = fields_json(fact.content.fields)
    return {
        "reference": fact.reference,
        "type": fact.content.type,
        "statement": str(fact.content.text),
        "agent": fact.content.provenance.source_agent,
        "recorded_at": instant_json(fact.content.created_us),
        **(fields if isinstance(fields, dict) else {}),
    }


def revision_json(revision: RecordRevision) -> dict[str, object]:
    """Give one revision of a record; ``body`` is what the fact said and what moved with it."""
    return {
        "revision": str(revision.revision),
        "record": f"fact:{revision.revision.fact_id}",
        "ordinal": revision.revision.ordinal,
        "head": revision.is_head,
        "parents": [str(parent) for parent in revision.parents],
        "epistemic": revision.epistemic,
        "recorded_at": instant_json(revision.recorded_us),
        "sequence": revision.sequence,
        "body": json.loads(revision.body_json),
    }


def _last_move(move: Move | None) -> dict[str, object]:
    if move is None:
        return dict.fromkeys(("note", "artifact", "checker", "authority", "moved_by", "moved_at"))
    return {
        "note": move.note or None,
        "artifact": move.artifact,
        "checker": move.checker,
        "authority": move.authority,
        "moved_by": move.agent,
        "moved_at": instant_json(move.moved_us),
    }
