"""Which facts does a fact depend on, and in what role?

Canonical: an author stated them. A relation belongs to the log entry it was stated under and is
gone from every read once that entry is rolled back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cortex.model.relations import Relation, Standing


class RelationsReader(Protocol):
    """A consistent snapshot."""

    def standings(self, fact_ids: Sequence[int]) -> dict[int, Standing]:
        """Give how each of these facts stands and what it depends on, in one indexed read.

        Every asked id has an entry, in id order; an unknown one has no head.
        """

    def touching(self, fact_ids: Sequence[int]) -> list[Relation]:
        """Give the relations with one of these facts at either end, by fact, role, other."""


class RelationsWriter(RelationsReader, Protocol):
    """Part of one write transaction; reads see its own writes."""

    def add(self, relation: Relation, version_id: int) -> bool:
        """Keep a relation under a log entry; tell whether it is new.

        One that stands already is left as it is.
        """
