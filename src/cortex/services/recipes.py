"""What does a recipe give here and now, and was it worked out before?

A run reads one snapshot. Its result is kept for the next asker if the store is free at once; nobody
waits for that. Source: CQR 12.10, ADR 0082, ADR 0083.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from cortex.core.anchors.matters import key_of
from cortex.core.facts.structured import read_fields
from cortex.core.recipes.guards import (
    environment_print,
    guards_of,
    identity_of,
    is_unchanged,
    next_boundary,
    relation_print,
)
from cortex.core.recipes.interpreter import run, searched_by
from cortex.core.text.cleaning import clean
from cortex.core.text.digests import digest
from cortex.model.errors import CortexError
from cortex.model.facts import Fact
from cortex.model.gates import Gate, TemporalMode
from cortex.model.lean_classes import NamedTuple
from cortex.model.recipes import (
    OPERATOR_VERSION,
    CompiledRead,
    Fault,
    Limits,
    Member,
    Plan,
    Row,
    Structured,
    refused,
)
from cortex.ports.brain import Brain, BrainReader
from cortex.wire.recipes import values_json

KEEP_WAIT_MS = 50
"""Milliseconds a result waits for the writer's turn; then it is not kept."""

PLAN_DOMAIN = "cortex/recipe-plan/1"


class Order(NamedTuple):
    """One recipe to run.

    Args:
        name: of the recipe; ``proposed`` for a plan of an agent.
        environment: what the asker says of the surroundings, as JSON; None for nothing.
        policy: fingerprint of the rules of the house that the result rests on.
    """

    name: str
    plan: Plan
    limits: Limits
    principal: str
    gate: Gate
    environment: object = None
    policy: str = ""


class Served(NamedTuple):
    """The values by output name, and whether they were worked out before."""

    values: dict[str, object]
    is_cached: bool


class _Relation(NamedTuple):
    """One searched relation: its facts' marks, and their fingerprint (None when too many)."""

    members: tuple[Member, ...]
    fingerprint: str | None


def serve(brain: Brain, order: Order) -> Served:
    """Give what a recipe gives: the kept result if all it rests on is unchanged, else a new one.

    Raises:
        RecipeRefused: a limit was reached, or a guard of the recipe failed.
    """
    environment = environment_print(order.environment)
    now_us = order.gate.at_us
    with brain.reading() as reader:
        identity = _identity(reader, order, environment)
        relations = _relations(reader, order)
        kept = reader.compiled.find(identity) if environment is not None else None
        prints = {name: relation.fingerprint for name, relation in relations.items()}
        if kept is not None and is_unchanged(kept, prints, order.policy, environment, now_us):
            return Served(json.loads(kept.result_json), is_cached=True)
        _require_bounded(order, relations)
        snapshot = _snapshot(reader, order, relations)
    result = run(order.plan, snapshot, now_us, order.limits)
    values = values_json(result)
    dependencies = {
        name: (relation.fingerprint, frozenset(member.fact_id for member in relation.members))
        for name, relation in relations.items()
    }
    guards = guards_of(result, dependencies, order.policy, environment)
    if guards is not None and _is_public(order.plan):
        rows = (row for of in snapshot.values() for row in of)
        text = json.dumps(values, ensure_ascii=False, sort_keys=True)
        until_us = next_boundary(rows, now_us)
        read = CompiledRead(identity, order.name, text, guards, now_us, until_us)
        _keep(brain, read, now_us)
        values = json.loads(text)
    return Served(values, is_cached=False)


def _identity(reader: BrainReader, order: Order, environment: str | None) -> str:
    plan = digest(PLAN_DOMAIN, repr(order.plan).encode("utf-8", "replace"))
    return identity_of(
        {
            "principal": order.principal,
            "owner": order.gate.owner_id,
            "scopes": None if order.gate.scope_ids is None else list(order.gate.scope_ids),
            "epoch": reader.restore_epoch(),
            "operator": OPERATOR_VERSION,
            "recipe": order.name,
            "plan": plan,
            "limits": list(order.limits),
            "environment": environment,
        }
    )


def _relations(reader: BrainReader, order: Order) -> dict[str, _Relation]:
    """Look at every searched relation, as far as the recipe may."""
    limit = order.limits.max_work
    found = {}
    for name in searched_by(order.plan):
        members = tuple(reader.compiled.members(name, order.gate.scope_ids, limit + 1))
        states = _obligation_states(reader, [member.fact_id for member in members])
        found[name] = _Relation(members, relation_print(members, states, limit))
    return found


def _require_bounded(order: Order, relations: Mapping[str, _Relation]) -> None:
    """Refuse before loading what the run would refuse after it."""
    seen = sum(len(relation.members) for relation in relations.values())
    if seen > order.limits.max_work:
        what = f"more than {order.limits.max_work} facts would have to be looked at"
        raise refused(Fault.WORK_LIMIT, what)


def _snapshot(
    reader: BrainReader, order: Order, relations: Mapping[str, _Relation]
) -> dict[str, list[Row]]:
    """Load the facts of the searched relations that the caller may see, by relation and id.

    Every status and window is there; a recipe says itself what it takes for current.
    """
    gate = order.gate._replace(mode=TemporalMode.HISTORICAL)
    known = {m.fact_id: m.known_seq for of in relations.values() for m in of.members}
    ids = sorted(known)
    states = _obligation_states(reader, ids)
    rows: dict[str, list[Row]] = {}
    for fact in reader.facts(ids, gate):
        state = states.get(fact.fact_id)
        row = row_of(fact, known[fact.fact_id], _structured(fact), state)
        rows.setdefault(fact.content.type, []).append(row)
    return rows


def row_of(fact: Fact, known_seq: int, structured: Structured, state: str | None) -> Row:
    """Give a fact as recipes see it.

    Args:
        structured: what the fact has beyond its columns; a column of the same name wins.
        state: of an obligation; None for any other fact.
    """
    content = fact.content
    naming = content.naming
    columns: dict[str, object] = {
        "text": str(content.text),
        "context": None if content.context is None else str(content.context),
        "type": content.type,
        "kind": content.kind.value,
        "status": content.status.value,
        "subject": naming.subject,
        "subject_key": key_of(naming.subject) if naming.subject else None,
        "attribute": naming.attribute,
        "thread": naming.thread,
        "goal": naming.goal,
        "agent": content.provenance.source_agent,
        "branch": content.provenance.branch,
        "retention": content.retention.value,
        "quality": content.quality,
        "pinned": content.is_pinned,
        "state": state,
    }
    present = {name: value for name, value in columns.items() if value is not None}
    ends = [end for end in (content.valid_until_us, content.expires_us) if end is not None]
    return Row(
        id=str(fact.fact_id),
        fact_ids=(fact.fact_id,),
        scope=content.scope_id,
        relation=content.type,
        fields={**structured, **present},
        valid_from_us=content.valid_from_us,
        valid_until_us=min(ends, default=None),
        known_seq=known_seq,
    )


def _structured(fact: Fact) -> Structured:
    """Give what a fact has beyond its columns; empty for most."""
    return read_fields(fact.content.fields)


def _obligation_states(reader: BrainReader, fact_ids: Sequence[int]) -> Mapping[int, str]:
    """Give the state of each fact that is owed."""
    return reader.threads.obligation_states(fact_ids)


def _is_public(plan: Plan) -> bool:
    """Tell whether the names that are kept with a result, which an agent chose, hold no secret."""
    names = (*searched_by(plan), *(name for name, _ in plan.outputs))
    return not clean("\n".join(names)).counts


def _keep(brain: Brain, read: CompiledRead, now_us: int) -> None:
    """Keep a result if the store is free at once; a kept result is no reason to fail or to wait."""
    try:
        with brain.writing(KEEP_WAIT_MS) as writer:
            writer.compiled.keep(read, now_us)
    except CortexError:
        return
