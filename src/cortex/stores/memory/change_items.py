"""What changed since a place in the feed? The commits themselves are the feed here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.model.changes import ChangeItem
from cortex.model.facts import OPEN_VISIBILITIES

if TYPE_CHECKING:
    from cortex.model.gates import Gate
    from cortex.stores.memory.state import State


class MemoryChangeItems:
    """Implements ``cortex.ports.change_items``."""

    def __init__(self, state: State) -> None:
        self._state = state

    def frontier(self) -> int:
        """Give the place of the newest commit."""
        return len(self._state.commits)

    def between(self, after: int, until: int, gate: Gate, limit: int) -> list[ChangeItem]:
        """Give the changes behind one place up to another, oldest first."""
        items: list[ChangeItem] = []
        revisions: dict[int, int] = {}
        for sequence, entry in enumerate(self._state.commits, 1):
            revisions[entry.fact_id] = revision = revisions.get(entry.fact_id, 0) + 1
            if after < sequence <= until and self._is_seen(entry.fact_id, gate):
                items.append(
                    ChangeItem(
                        sequence,
                        0,
                        entry.fact_id,
                        entry.change_kind,
                        revision,
                        entry.epistemic,
                        entry.recorded_us,
                    )
                )
        return items[:limit]

    def _is_seen(self, fact_id: int, gate: Gate) -> bool:
        content = self._state.facts[fact_id].content
        return (gate.scope_ids is None or content.scope_id in gate.scope_ids) and (
            gate.owner_id is None
            or content.owner_id == gate.owner_id
            or content.visibility in OPEN_VISIBILITIES
        )
