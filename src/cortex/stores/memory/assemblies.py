"""Which records belong together, and what did their use teach?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from cortex.model.assemblies import Assembly, KeptEvent, RouteEvent
from cortex.model.limits import ASSEMBLY_REVISIONS_MAX, ROUTE_EVENTS_MAX
from cortex.stores.memory.observations import ALTERED, MemoryObservations, ObservationsRows
from cortex.stores.memory.rows import Rows

EventName = tuple[str, str, str]


@dataclass(slots=True)
class AssembliesRows(Rows):
    """What is kept; events by (principal, origin, event id), in the order they came."""

    assemblies: dict[tuple[str, str, int], Assembly] = field(default_factory=dict)
    states: dict[tuple[str, str], bool] = field(default_factory=dict)
    events: dict[EventName, KeptEvent] = field(default_factory=dict)
    erased: dict[tuple[str, str], None] = field(default_factory=dict)


class MemoryAssemblies:
    """Implements ``cortex.ports.assemblies``."""

    def __init__(self, rows: AssembliesRows, observations: ObservationsRows) -> None:
        self._rows = rows
        self._observations = MemoryObservations(observations)

    def find(
        self, principal: str, assembly_id: str, sequence: int | None = None
    ) -> Assembly | None:
        """Give one revision of an assembly, the latest unless said otherwise, or None."""
        revisions = [
            kept
            for key, kept in sorted(self._rows.assemblies.items())
            if key[:2] == (principal, assembly_id) and sequence in (None, key[2])
        ]
        return revisions[-1] if revisions else None

    def count(self, principal: str) -> int:
        """Count the assemblies of a principal."""
        return len({key[1] for key in self._rows.assemblies if key[0] == principal})

    def where_on(self, principal: str) -> list[str]:
        """Give the scopes in which routes are used, sorted."""
        on = sorted(where for where, is_on in self._rows.states.items() if is_on)
        return [scope_id for owner, scope_id in on if owner == principal]

    def lessons(self, principal: str, scope_id: str) -> list[RouteEvent]:
        """Give the events that teach and stand, in the order they were recorded."""
        return [
            kept.event
            for kept in self._rows.events.values()
            if (kept.event.principal, kept.event.scope_id) == (principal, scope_id)
            and kept.event.teaches
            and kept.status == "recorded"
        ]

    def find_event(self, principal: str, origin: str, event_id: str) -> KeptEvent | None:
        """Give an event as it stands, or None."""
        return self._rows.events.get((principal, origin, event_id))

    def unaltered(self, observation_ids: Sequence[int]) -> dict[int, int]:
        """Give the number of the source of each observation that stands."""
        found = map(self._observations.find, observation_ids)
        return {
            seen.observation_id: seen.source.source_no
            for seen in found
            if seen is not None and seen.retracted_us is None and seen.digest != ALTERED
        }

    def erased_among(self, principal: str, sources: Sequence[str]) -> list[str]:
        """Give those of the sources that were erased, sorted."""
        return sorted({one for one in sources if (principal, one) in self._rows.erased})

    def add(self, assembly: Assembly) -> None:
        """Keep a revision; of one assembly the newest stay."""
        name = (assembly.principal, assembly.assembly_id)
        self._rows.assemblies[*name, assembly.sequence] = assembly
        self._rows.assemblies.pop((*name, assembly.sequence - ASSEMBLY_REVISIONS_MAX), None)

    def switch(self, principal: str, scope_id: str, *, is_on: bool) -> None:
        """Use the routes of a scope, or leave them aside; events stay."""
        self._rows.states[principal, scope_id] = is_on

    def record(self, event: RouteEvent, now_us: int) -> None:  # noqa: ARG002  # No instant is kept here.
        """Keep an event whose name is free; of a scope so many stay."""
        self._rows.events[event.principal, event.origin, event.event_id] = KeptEvent(event)
        here = [
            (not kept.event.teaches, -place, key)
            for place, (key, kept) in enumerate(self._rows.events.items())
            if (kept.event.principal, kept.event.scope_id) == (event.principal, event.scope_id)
        ]
        for _, _, key in sorted(here)[ROUTE_EVENTS_MAX:]:
            del self._rows.events[key]

    def retract(
        self,
        principal: str,
        origin: str,
        event_id: str,
        reason: str,  # noqa: ARG002  # No reason is kept here.
        now_us: int,  # noqa: ARG002  # No instant is kept here.
    ) -> None:
        """Let an event count nothing any more; its name stays taken."""
        key = (principal, origin, event_id)
        self._rows.events[key] = self._rows.events[key]._replace(is_retracted=True)

    def erase_source(self, principal: str, source: str, now_us: int) -> int:  # noqa: ARG002  # No instant is kept here.
        """Take the cues out of every event that rests on a source, and keep out later ones."""
        self._rows.erased[principal, source] = None
        hit = {
            key: kept
            for key, kept in self._rows.events.items()
            if key[0] == principal and source in kept.event.sources and not kept.is_erased
        }
        for key, kept in hit.items():
            event = kept.event._replace(cues=())
            self._rows.events[key] = kept._replace(event=event, is_erased=True)
        return len(hit)

    def forget(self, terms: Sequence[str]) -> int:
        """Take these terms out of the cues of every event, whoever's."""
        gone = set(terms)
        hit = {
            key: kept
            for key, kept in self._rows.events.items()
            if not gone.isdisjoint(kept.event.cues)
        }
        for key, kept in hit.items():
            cues = tuple(cue for cue in kept.event.cues if cue not in gone)
            self._rows.events[key] = kept._replace(event=kept.event._replace(cues=cues))
        return len(hit)
