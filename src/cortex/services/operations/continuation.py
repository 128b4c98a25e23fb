"""What must somebody know to go on with a thread, who has read nothing else of it?

Everything in it is said in full: whoever reads it needs no second call before the next step.
Source: CQR 5.8, docs/formats/threads.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from cortex.core.anchors.threads import thread_id
from cortex.core.facts.structured import read_fields, read_text
from cortex.core.threads.obligations import VERIFIABLE
from cortex.model.boot import BINDING_TYPES
from cortex.model.callers import Caller, Place
from cortex.model.conflicts import ConflictStatus
from cortex.model.facts import Fact
from cortex.model.gates import Gate
from cortex.model.threads import (
    FAILURE_TYPE,
    MOVES_TOLD_MAX,
    OVER_STATES,
    VERIFIED_TYPE,
    Move,
    ObligationState,
)
from cortex.ports.brain import BrainReader
from cortex.services.find import conflict_stories
from cortex.services.operations.answers import fact_line
from cortex.services.operations.host import OperationHost
from cortex.services.operations.threads import Obligation, ThreadParts, parts_of
from cortex.wire.threads import attempt_json

ITEMS_MAX = 20
"""Entries of each list: what one person can take in; `omitted` says how many there are beyond."""

CONSTRAINTS_MAX = 12
"""Binding facts of the place that go along with those of the thread."""


_MEETS = {
    "failed_attempts": "failed_attempts",
    "unfinished_work": "open_obligations",
    "verified_outputs": "last_verified_outcome",
}
"""Lists of a continuation, and the need each of them meets when it is not empty."""


def continuation(
    host: OperationHost, thread: str, caller: Caller, place: Place
) -> dict[str, object]:
    """Give what is needed to go on with a thread, as far as it is seen from this place.

    A thread that nothing is known of gives the same keys, empty.
    """
    name = thread_id(thread)
    gate = host.gate(place, caller)
    with host.known.reading() as reader:
        parts = parts_of(reader, name, gate)
        told: dict[str, list[dict[str, object]]] = {
            "constraints": _constraints(reader, parts, gate),
            "verified_outputs": _verified(parts),
            "unfinished_work": [o.told() for o in parts.obligations if o.state not in OVER_STATES],
            "blockers": [
                {"reference": o.fact.reference, "statement": str(o.fact.content.text), **_why(o)}
                for o in parts.obligations
                if o.state is ObligationState.BLOCKED
            ],
            "failed_attempts": [
                attempt_json(fact) for fact in parts.attempts if fact.content.type == FAILURE_TYPE
            ],
            "conflicts": _conflicts(reader, parts, caller),
            "needs_revalidation": _to_revalidate(reader, parts),
            "evidence_needs": _evidence_needs(parts),
        }
    omitted = {key: len(items) - ITEMS_MAX for key, items in told.items() if len(items) > ITEMS_MAX}
    return {
        "thread": name,
        "goal": _goal(parts),
        "last_checkpoint": _checkpoint(parts),
        **{key: items[:ITEMS_MAX] for key, items in told.items()},
        "omitted": omitted,
        "self_contained": True,
    }


def needs_met(told: Mapping[str, object] | None) -> frozenset[str]:
    """Give the needs that a continuation meets beside the cards; none without one."""
    lists = {} if told is None else told
    return frozenset(need for name, need in _MEETS.items() if lists.get(name))


def _goal(parts: ThreadParts) -> str | None:
    """Give the goal the newest checkpoint names, else the one its newest fact serves."""
    for head in parts.heads:
        said = read_fields(head.content.fields)
        goal = read_text(said, "goal") or read_text(said, "title")
        if goal:
            return goal
    owed = (obligation.fact for obligation in reversed(parts.obligations))
    goals = (fact.content.naming.goal for fact in (*parts.others, *parts.attempts, *owed))
    return next(filter(None, goals), None)


def _checkpoint(parts: ThreadParts) -> dict[str, object] | None:
    if not parts.heads:
        return None
    head = parts.heads[0]
    return {**fact_line(head), "agent": head.content.provenance.source_agent}


def _constraints(reader: BrainReader, parts: ThreadParts, gate: Gate) -> list[dict[str, object]]:
    """Give the binding facts of the thread, then those of the place, labelled c1, c2 ..."""
    own = [fact for fact in parts.others if fact.content.type in BINDING_TYPES]
    around = reader.threads.facts_typed(sorted(BINDING_TYPES), gate, CONSTRAINTS_MAX)
    named = {fact.fact_id: fact for fact in (*own, *around)}
    return [
        {"label": f"c{number}", **fact_line(fact)}
        for number, fact in enumerate(named.values(), start=1)
    ]


def _verified(parts: ThreadParts) -> list[dict[str, object]]:
    done = [o.told() for o in parts.obligations if o.state is ObligationState.VERIFIED_COMPLETE]
    results = [
        {**fact_line(fact), **read_fields(fact.content.fields)}
        for fact in parts.others
        if fact.content.type == VERIFIED_TYPE and _is_promoted(fact)
    ]
    return [*done, *results]


def _is_promoted(fact: Fact) -> bool:
    """Tell whether a checker stands behind a fact, and not only the word of its author."""
    return read_text(read_fields(fact.content.fields), "rule_version") is not None


def _conflicts(reader: BrainReader, parts: ThreadParts, caller: Caller) -> list[dict[str, object]]:
    facts: Iterable[Fact] = (*parts.heads, *parts.others)
    ids = sorted(fact.fact_id for fact in facts)
    records = reader.conflicts_of(ids, (ConflictStatus.OPEN,))
    return [
        {
            "conflict": story.record.conflict_id,
            "newer": fact_line(story.source),
            "older": fact_line(story.target),
        }
        for story in conflict_stories(reader, records, caller)
    ]


def _to_revalidate(reader: BrainReader, parts: ThreadParts) -> list[dict[str, object]]:
    """Give what was verified once and stands open again, with the artifact verified then."""
    found: list[dict[str, object]] = []
    for obligation in parts.obligations:
        if obligation.state in OVER_STATES or obligation.move is None:
            continue
        earlier = _last_verification(reader, obligation)
        if earlier is not None:
            found.append(
                {
                    "reference": obligation.fact.reference,
                    "statement": str(obligation.fact.content.text),
                    "verified_artifact": earlier.artifact,
                    "present_artifact": obligation.move.artifact,
                    "verification": f"rev:{earlier.fact_id}@{earlier.ordinal}",
                }
            )
    return found


def _last_verification(reader: BrainReader, obligation: Obligation) -> Move | None:
    moves = reader.threads.moves_of(obligation.fact.fact_id, MOVES_TOLD_MAX)
    verified = ObligationState.VERIFIED_COMPLETE
    return next((move for move in reversed(moves) if move.state is verified), None)


def _evidence_needs(parts: ThreadParts) -> list[dict[str, object]]:
    """Give the work under way that only a check can end, with the predicate to check."""
    return [
        {
            "reference": obligation.fact.reference,
            "state": obligation.state.value,
            "predicate": read_text(read_fields(obligation.fact.content.fields), "predicate"),
        }
        for obligation in parts.obligations
        if obligation.state in VERIFIABLE
    ]


def _why(obligation: Obligation) -> dict[str, object]:
    move = obligation.move
    return {
        "note": None if move is None else move.note or None,
        "blocked_by": None if move is None else move.agent,
    }
