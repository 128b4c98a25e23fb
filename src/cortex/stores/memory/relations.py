"""Which facts does a fact depend on, and in what role?"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from cortex.model.relations import ROLE_ORDER, Relation, Standing
from cortex.stores.memory.rows import Rows


@dataclass(slots=True)
class RelationsRows(Rows):
    """What is kept: each relation with the log entry it was stated under."""

    stated: list[tuple[Relation, int]] = field(default_factory=list)


class MemoryRelations:
    """Implements ``cortex.ports.relations``.

    Args:
        committed: the fact of each commit, in the brain's order.
        is_undone: whether a log entry was rolled back.
    """

    def __init__(
        self, rows: RelationsRows, committed: Sequence[int], is_undone: Callable[[int], bool]
    ) -> None:
        self._rows = rows
        self._committed = committed
        self._is_undone = is_undone

    def standings(self, fact_ids: Sequence[int]) -> dict[int, Standing]:
        """Give how each of these facts stands and what it depends on."""
        kept = self._kept()
        return {
            fact_id: Standing(
                heads=1 if fact_id in self._committed else 0,
                revision=self._committed.count(fact_id),
                relations=tuple(relation for relation in kept if relation.fact_id == fact_id),
            )
            for fact_id in sorted(set(fact_ids))
        }

    def touching(self, fact_ids: Sequence[int]) -> list[Relation]:
        """Give the relations with one of these facts at either end."""
        asked = set(fact_ids)
        return [one for one in self._kept() if asked & {one.fact_id, one.other_id}]

    def add(self, relation: Relation, version_id: int) -> bool:
        """Keep a relation under a log entry; tell whether it is new."""
        if relation in self._kept():
            return False
        self._rows.stated.append((relation, version_id))
        return True

    def _kept(self) -> list[Relation]:
        return sorted(
            (
                relation
                for relation, version_id in self._rows.stated
                if not self._is_undone(version_id)
            ),
            key=lambda one: (one.fact_id, ROLE_ORDER[one.role], one.other_id),
        )
