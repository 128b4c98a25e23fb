"""Which thread of work does a fact belong to, and what is owed on it?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cortex.model.facts import Fact
    from cortex.model.gates import Gate
    from cortex.model.threads import Move, ThreadRow


class ThreadsReader(Protocol):
    """A consistent snapshot."""

    def facts_of(self, thread: str, types: Sequence[str], gate: Gate, limit: int) -> list[Fact]:
        """Give the facts of a thread that pass the gate, newest first; no types means every one."""

    def facts_typed(self, types: Sequence[str], gate: Gate, limit: int) -> list[Fact]:
        """Give the facts of these types that pass the gate, newest first."""

    def trials(
        self, types: Sequence[str], preconditions_json: str, gate: Gate, limit: int
    ) -> list[Fact]:
        """Give the facts of these types whose fields have exactly these preconditions, by id.

        Args:
            preconditions_json: canonical JSON, compared with what the fields hold under
                ``preconditions``.
        """

    def listed(self, gate: Gate, limit: int) -> list[ThreadRow]:
        """Give the threads with facts that pass the gate, newest fact first, then by name."""

    def moves_of(self, fact_id: int, limit: int) -> list[Move]:
        """Give the newest moves of an obligation, oldest first; rolled-back ones are left out."""

    def obligation_states(self, fact_ids: Sequence[int]) -> dict[int, str]:
        """Give the present state of each obligation, by id; facts of other types are left out.

        One that was never moved is ``proposed``. A move that was rolled back does not count.
        """

    def last_moves(self, fact_ids: Sequence[int]) -> dict[int, Move]:
        """Give the last move of each obligation that was ever moved, by id."""


class ThreadsWriter(ThreadsReader, Protocol):
    """Part of one write transaction; reads see its own writes."""

    def add_move(self, move: Move) -> None:
        """Record a move; from then on it is the present state.

        Raises:
            NotFound: there is no such fact.
        """
