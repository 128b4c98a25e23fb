"""How do several heads of one record become one again?

Heads are statements that stand unresolved beside each other: the checkpoints of a thread that was
forked, or facts in open conflict. Source: CQR 5.9, ADR 0075, docs/formats/operations.md.
"""

from __future__ import annotations

from collections.abc import Sequence

from cortex.core.facts.references import is_revision
from cortex.model.callers import Caller, Place
from cortex.model.conflicts import ConflictStatus
from cortex.model.errors import InvalidRequest, NotFound
from cortex.model.facts import COLD_STATUSES, Fact
from cortex.model.operations import OperationStatus
from cortex.model.threads import HEADS_MAX
from cortex.ports.brain import BrainReader
from cortex.services.checkpoints import Settled, heads_of, resolve_heads
from cortex.services.commit import Committing
from cortex.services.find import can_see, get_changeable
from cortex.services.operations.arguments import Arguments, naming
from cortex.services.operations.host import OperationHost
from cortex.services.operations.place import place_of
from cortex.services.operations.repeated import repeated
from cortex.services.references import thread_of

CONSIDERED_REMEDY = "name heads of this record; `status` of its thread or `conflicts` lists them"


def is_meant(arguments: Arguments) -> bool:
    """Tell whether heads are to be resolved, and not one of two named facts kept."""
    record = arguments.reference("record")
    if record is None or arguments.has("keep"):
        return False
    names_line = thread_of(record) is not None or is_revision(record)
    return names_line or arguments.has("body") or len(arguments.texts("considered")) > 1


def answer(
    host: OperationHost, arguments: Arguments, caller: Caller, place: Place
) -> dict[str, object]:
    """Put one resolution in the place of the considered heads; the others are listed and stay.

    Raises:
        InvalidRequest: the rationale is missing, or what was considered is no head.
        NotFound: the record has nothing that stands.
        Denied: a considered head belongs to somebody else.
    """
    rationale = arguments.required("rationale", "say why, for whoever meets the record later")
    record = arguments.reference("record") or ""
    considered = arguments.texts("considered")
    body = arguments.text("body")
    named, where = "rationale" if body is None else "body", place_of(arguments, place)
    with naming(named), host.committing(where, caller) as work:

        def run() -> dict[str, object]:
            heads = _heads(work, record)
            chosen = _considered(work, heads, considered) if considered else heads
            statement = _statement(body, rationale, chosen)
            return _told(record, resolve_heads(work, heads, chosen, statement, rationale))

        return repeated(work.writer, arguments, run, caller, work.now_us)


def _heads(work: Committing, record: str) -> list[Fact]:
    thread = thread_of(record)
    if thread is None:
        return _standing_conflict(work.writer, record, work.caller)
    owner_id = work.caller.owner_id
    heads = heads_of(work.writer, thread, work.scope.scope_id, owner_id, work.now_us)
    if not heads:
        message = f"{thread} has no checkpoint here"
        raise NotFound(message, remedy="name a thread that `status` lists", field="record")
    return heads


def _standing_conflict(reader: BrainReader, reference: str, caller: Caller) -> list[Fact]:
    """Give a fact and what it is in open conflict with, directly or through others, newest first.

    The walk ends after ``HEADS_MAX`` facts.
    """
    named = get_changeable(reader, reference, caller, "record")
    found = {named.fact_id: named}
    waiting = [named.fact_id]
    while waiting and len(found) < HEADS_MAX:
        records = reader.conflicts_of(waiting, (ConflictStatus.OPEN,))
        sides = {side for one in records for side in (one.source_fact_id, one.target_fact_id)}
        waiting = sorted(sides - set(found))
        facts = reader.facts(waiting)
        found |= {
            fact.fact_id: fact
            for fact in facts
            if fact.content.status not in COLD_STATUSES and can_see(fact, caller)
        }
    standing = [fact for fact in found.values() if fact.content.status not in COLD_STATUSES]
    if not standing:
        message = f"{named.reference} does not stand any more"
        raise NotFound(message, remedy="name a fact that `conflicts` lists", field="record")
    return sorted(standing, key=lambda fact: -fact.fact_id)


def _considered(work: Committing, heads: Sequence[Fact], names: Sequence[str]) -> list[Fact]:
    known = {head.fact_id for head in heads}
    chosen = {}
    for name in names:
        fact = get_changeable(work.writer, name, work.caller, "considered")
        if fact.fact_id not in known:
            message = f"{fact.reference} is no head of this record"
            raise InvalidRequest(message, remedy=CONSIDERED_REMEDY, field="considered")
        chosen[fact.fact_id] = fact
    return [chosen[fact_id] for fact_id in sorted(chosen, reverse=True)]


def _statement(body: str | None, rationale: str, considered: Sequence[Fact]) -> str:
    """Give what holds from now on: the body, or the only head that was considered."""
    if body is not None:
        return body
    return str(considered[0].content.text) if len(considered) == 1 else rationale


def _told(record: str, settled: Settled) -> dict[str, object]:
    return {
        "status": OperationStatus.OK.value,
        "record": record,
        "reference": settled.fact.reference,
        "revision": str(settled.revision),
        "version": settled.version_id,
        "replaced": [fact.reference for fact in settled.replaced],
        "remaining": [fact.reference for fact in settled.remaining],
        "resolved": not settled.remaining,
    }
