"""How are the facts of a client graph written as JSON? Source: docs/formats/client-graph.md."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cortex.wire.instants import format_instant

if TYPE_CHECKING:
    from cortex.model.client_graph import (
        GraphBuild,
        GraphEntity,
        GraphFact,
        GraphMessage,
        GraphRole,
        SourcedFact,
    )


def fact_json(one: SourcedFact) -> dict[str, object]:
    """Give a fact with its words, where they stand, and what it replaced."""
    fact = one.fact
    return {
        "fact": fact.fact_id,
        "entity": one.entity.name,
        "predicate": fact.predicate,
        "value": fact.value,
        "normal": fact.normal or None,
        "quote": fact.quote,
        "quote_start": fact.start,
        "quote_end": fact.end,
        "made_by": fact.extractor,
        "status": "superseded" if fact.superseded_by else "active",
        "superseded_by": fact.superseded_by or None,
        "replaced": None if one.former is None else one.former.value,
        "message": message_json(one.message),
    }


def message_json(message: GraphMessage) -> dict[str, object]:
    """Give where a message stands, whose it is and when it was written."""
    return {
        "file": message.file,
        "line": message.line,
        "direction": message.direction,
        "chat": message.chat_id or None,
        "speaker": message.speaker or None,
        "at": format_instant(message.at_us),
    }


def entity_json(
    entity: GraphEntity, facts: Sequence[GraphFact], roles: Sequence[GraphRole]
) -> dict[str, object]:
    """Give a noun, how many facts are about it, and its roles."""
    return {
        "key": entity.key,
        "name": entity.name,
        "kind": entity.kind or None,
        "aliases": list(entity.aliases),
        "origin": entity.origin,
        "facts": len(facts),
        "held": sum(1 for fact in facts if not fact.superseded_by),
        "roles": [{"role": role.role, "holder": role.holder} for role in roles],
    }


def build_json(row: GraphBuild) -> dict[str, object]:
    """Give what a build did."""
    return {
        "started_at": format_instant(row.started_us),
        "finished_at": format_instant(row.finished_us),
        "messages": row.seen,
        "new": row.new,
        "unread": row.unread,
        "kept": row.kept,
        "rejected": row.rejected,
        "reasons": dict(row.reasons),
        "newest_at": format_instant(row.newest_us) if row.newest_us else None,
        "note": row.note or None,
    }
