"""Which records belong together, and what did their use teach?

Canonical, all of it: assemblies, where their routes are used, events, and erased sources.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cortex.model.assemblies import Assembly, KeptEvent, RouteEvent


class AssembliesReader(Protocol):
    """A consistent snapshot. Principals never see each other's assemblies or events."""

    def find(
        self, principal: str, assembly_id: str, sequence: int | None = None
    ) -> Assembly | None:
        """Give one revision of an assembly, the latest unless said otherwise, or None."""

    def count(self, principal: str) -> int:
        """Count the assemblies of a principal, whatever number of revisions they have."""

    def where_on(self, principal: str) -> list[str]:
        """Give the scopes in which routes are used, sorted; at first there is none."""

    def lessons(self, principal: str, scope_id: str) -> list[RouteEvent]:
        """Give the events that teach and stand, in the order they were recorded."""

    def find_event(self, principal: str, origin: str, event_id: str) -> KeptEvent | None:
        """Give an event as it stands, or None."""

    def unaltered(self, observation_ids: Sequence[int]) -> dict[int, int]:
        """Give the number of the source of each observation that stands; others are left out.

        It was neither retracted, nor were words taken out of it. Nobody looks at a grant here.
        """

    def erased_among(self, principal: str, sources: Sequence[str]) -> list[str]:
        """Give those of the sources that were erased, sorted."""


class AssembliesWriter(AssembliesReader, Protocol):
    """Part of one write transaction; reads see its own writes."""

    def add(self, assembly: Assembly) -> None:
        """Keep a revision; of one assembly the newest ASSEMBLY_REVISIONS_MAX stay."""

    def switch(self, principal: str, scope_id: str, *, is_on: bool) -> None:
        """Use the routes of a scope, or leave them aside; events stay."""

    def record(self, event: RouteEvent, now_us: int) -> None:
        """Keep an event whose name is free; of a scope ROUTE_EVENTS_MAX stay.

        Those that teach nothing go first, then the oldest.
        """

    def retract(self, principal: str, origin: str, event_id: str, reason: str, now_us: int) -> None:
        """Let an event count nothing any more; its name stays taken, the first reason stays."""

    def erase_source(self, principal: str, source: str, now_us: int) -> int:
        """Take the cues out of every event that rests on a source, and keep out later ones.

        Gives how many events that were; a second time there is none.
        """

    def forget(self, terms: Sequence[str]) -> int:
        """Take these terms out of the cues of every event, whoever's; gives how many events."""
