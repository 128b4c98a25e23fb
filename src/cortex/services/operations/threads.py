"""Which facts belong to one thread of work, and what is owed on it?"""

from __future__ import annotations

from collections.abc import Sequence

from cortex.model.callers import Caller, Place
from cortex.model.facts import Fact, FactStatus
from cortex.model.gates import Gate, TemporalMode
from cortex.model.lean_classes import NamedTuple
from cortex.model.revisions import RevisionId
from cortex.model.threads import (
    ATTEMPT_TYPES,
    CHECKPOINT_TYPE,
    HEADS_MAX,
    OBLIGATION_TYPE,
    THREAD_FACTS_READ_MAX,
    Move,
    ObligationState,
)
from cortex.ports.brain import BrainReader
from cortex.services.operations.host import OperationHost
from cortex.wire.threads import obligation_json

THREAD_FACTS_MAX = 50
"""Facts of a thread that are listed: what one person can take in before going on."""


_LISTED_APART = (OBLIGATION_TYPE, *ATTEMPT_TYPES)


class Obligation(NamedTuple):
    """Something owed, where it stands, and the move that brought it there."""

    fact: Fact
    state: ObligationState
    move: Move | None
    revision: RevisionId | None

    def told(self) -> dict[str, object]:
        """Give it as JSON."""
        return obligation_json(self.fact, self.state, self.move, self.revision)


class ThreadParts(NamedTuple):
    """What a thread consists of; every list is newest first, obligations oldest first.

    ``heads`` are those of one scope, that of the newest: a thread of the same name elsewhere has
    heads of its own, which are among ``others``.
    ``is_cut`` says that the thread has more facts than were read.
    """

    heads: tuple[Fact, ...]
    obligations: tuple[Obligation, ...]
    attempts: tuple[Fact, ...]
    others: tuple[Fact, ...]
    is_cut: bool = False


def thread_facts(
    host: OperationHost, thread: str, place: Place, caller: Caller
) -> tuple[Fact, ...]:
    """Give the facts of a thread that hold now and are seen from this place, newest first."""
    gate = host.gate(place, caller)
    with host.known.reading() as reader:
        return tuple(reader.threads.facts_of(thread, (), gate, THREAD_FACTS_MAX))


def parts_of(reader: BrainReader, thread: str, gate: Gate) -> ThreadParts:
    """Give the parts of a thread; cancelled obligations are among them, other closed facts not."""
    facts = reader.threads.facts_of(thread, (), gate, THREAD_FACTS_READ_MAX)
    ever = gate._replace(mode=TemporalMode.HISTORICAL)
    owed = reader.threads.facts_of(thread, (OBLIGATION_TYPE,), ever, THREAD_FACTS_READ_MAX)
    # Asked for apart: however much was said since, the last checkpoint is never cut off.
    checkpoints = reader.threads.facts_of(thread, (CHECKPOINT_TYPE,), gate, HEADS_MAX)
    scope_id = checkpoints[0].content.scope_id if checkpoints else None
    heads = tuple(each for each in checkpoints if each.content.scope_id == scope_id)
    apart = {fact.fact_id for fact in heads}
    return ThreadParts(
        heads=heads,
        obligations=obligations_of(reader, owed),
        attempts=_typed(facts, ATTEMPT_TYPES),
        others=tuple(
            fact
            for fact in facts
            if fact.fact_id not in apart and fact.content.type not in _LISTED_APART
        ),
        is_cut=THREAD_FACTS_READ_MAX in (len(facts), len(owed)),
    )


def obligations_of(reader: BrainReader, facts: Sequence[Fact]) -> tuple[Obligation, ...]:
    """Give obligations with their states, oldest first; one that was retracted is left out."""
    ids = [fact.fact_id for fact in facts]
    states = reader.threads.obligation_states(ids)
    moves = reader.threads.last_moves(ids)
    latest = reader.revisions.latest(ids)
    return tuple(
        Obligation(
            fact,
            ObligationState(states[fact.fact_id]),
            moves.get(fact.fact_id),
            RevisionId(fact.fact_id, latest[fact.fact_id]) if fact.fact_id in latest else None,
        )
        for fact in sorted(facts, key=lambda fact: fact.fact_id)
        if fact.content.status is FactStatus.ACTIVE
        or states[fact.fact_id] == ObligationState.CANCELLED
    )


def _typed(facts: Sequence[Fact], types: Sequence[str]) -> tuple[Fact, ...]:
    return tuple(fact for fact in facts if fact.content.type in types)
