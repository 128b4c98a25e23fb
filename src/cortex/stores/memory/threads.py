"""Which thread of work does a fact belong to, and what is owed on it?"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from cortex.model.errors import NotFound
from cortex.model.threads import OBLIGATION_TYPE, OVER_STATES, Move, ObligationState, ThreadRow
from cortex.stores.memory.rows import Rows

if TYPE_CHECKING:
    from cortex.model.facts import Fact
    from cortex.model.gates import Gate


@dataclass(slots=True)
class ThreadsRows(Rows):
    """What is kept: the moves of obligations, in the order they were made."""

    moves: list[Move] = field(default_factory=list)


class Known(Protocol):
    """What must be known of the brain around: its facts, and which of them a gate shows."""

    facts: dict[int, Fact]
    threads: ThreadsRows

    def seen(self, gate: Gate) -> list[int]:
        """Give the ids of the facts that pass, ascending."""

    def is_rolled_back(self, version_id: int | None) -> bool:
        """Tell whether a log entry was rolled back."""


class MemoryThreads:
    """Implements ``cortex.ports.threads``."""

    def __init__(self, state: Known) -> None:
        self._state = state

    def facts_of(self, thread: str, types: Sequence[str], gate: Gate, limit: int) -> list[Fact]:
        """Give the facts of a thread that pass the gate, newest first."""
        return self._seen(
            gate,
            lambda fact: (
                fact.content.naming.thread == thread and (not types or fact.content.type in types)
            ),
        )[:limit]

    def facts_typed(self, types: Sequence[str], gate: Gate, limit: int) -> list[Fact]:
        """Give the facts of these types that pass the gate, newest first."""
        return self._seen(gate, lambda fact: fact.content.type in types)[:limit]

    def trials(
        self, types: Sequence[str], preconditions_json: str, gate: Gate, limit: int
    ) -> list[Fact]:
        """Give the facts of these types whose fields have exactly these preconditions, by id."""
        wanted = json.loads(preconditions_json)

        def is_trial(fact: Fact) -> bool:
            content = fact.content
            fields = json.loads(content.fields or "{}")
            return content.type in types and fields.get("preconditions") == wanted

        return self._seen(gate, is_trial)[::-1][:limit]

    def listed(self, gate: Gate, limit: int) -> list[ThreadRow]:
        """Give the threads with facts that pass the gate, newest fact first, then by name."""
        threads: dict[str, list[Fact]] = {}
        for fact in self._seen(gate, lambda fact: fact.content.naming.thread is not None):
            threads.setdefault(str(fact.content.naming.thread), []).append(fact)
        rows = [
            ThreadRow(name, len(facts), self._due(facts), max(fact.updated_us for fact in facts))
            for name, facts in threads.items()
        ]
        return sorted(rows, key=lambda row: (-row.updated_us, row.thread))[:limit]

    def moves_of(self, fact_id: int, limit: int) -> list[Move]:
        """Give the newest moves of an obligation, oldest first."""
        return [move for move in self._standing() if move.fact_id == fact_id][-limit:]

    def obligation_states(self, fact_ids: Sequence[int]) -> dict[int, str]:
        """Give the present state of each obligation, by id."""
        known = self._state.facts
        owed = sorted(
            {i for i in fact_ids if i in known and known[i].content.type == OBLIGATION_TYPE}
        )
        moved = self.last_moves(owed)
        proposed = ObligationState.PROPOSED
        return {i: (moved[i].state if i in moved else proposed).value for i in owed}

    def last_moves(self, fact_ids: Sequence[int]) -> dict[int, Move]:
        """Give the last move of each obligation that was ever moved, by id."""
        last = {move.fact_id: move for move in self._standing()}
        return {fact_id: last[fact_id] for fact_id in sorted(set(fact_ids)) if fact_id in last}

    def add_move(self, move: Move) -> None:
        """Record a move; from then on it is the present state."""
        if move.fact_id not in self._state.facts:
            message = f"there is no fact {move.fact_id}"
            raise NotFound(message)
        self._state.threads.moves.append(move)

    def _standing(self) -> list[Move]:
        state = self._state
        return [move for move in state.threads.moves if not state.is_rolled_back(move.version_id)]

    def _seen(self, gate: Gate, is_wanted: Callable[[Fact], bool]) -> list[Fact]:
        seen = [self._state.facts[fact_id] for fact_id in self._state.seen(gate)]
        return [fact for fact in reversed(seen) if is_wanted(fact)]

    def _due(self, facts: Sequence[Fact]) -> int:
        states = self.obligation_states([fact.fact_id for fact in facts])
        return sum(state not in OVER_STATES for state in states.values())
