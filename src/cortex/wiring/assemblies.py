"""How are assemblies and what their use taught put together for the command line?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.services import assemblies, routes
from cortex.services.assemblies import Sight

if TYPE_CHECKING:
    from cortex.model.assemblies import (
        AssemblySpec,
        Bundle,
        EventSpec,
        KeptEvent,
        OpenedAssembly,
    )
    from cortex.model.callers import Caller, Place
    from cortex.services.routes import Recorded
    from cortex.wiring.house import House


class Assemblies:
    """Assemblies seen from a place, in an open house; each method as the service it names."""

    def __init__(self, house: House, caller: Caller, place: Place) -> None:
        self._house = house
        self._caller = caller
        self._place = place

    def assemble(self, spec: AssemblySpec) -> tuple[OpenedAssembly, bool]:
        """Keep an assembly; True beside it when it was there as it is."""
        scope_id = self._scope_id(spec.scope)
        made = assemblies.assemble(self._house.known, spec, scope_id, self._sight())
        return assemblies.shut(made.assembly), made.is_duplicate

    def get(self, reference: str) -> OpenedAssembly:
        """Give an assembly by name."""
        return assemblies.get(self._house.known, reference, self._caller)

    def expand(self, reference: str) -> OpenedAssembly:
        """Give an assembly with its texts."""
        return assemblies.expand(self._house.known, reference, self._sight())

    def record(self, told: EventSpec) -> Recorded:
        """Keep a report."""
        scope_id = None if told.scope is None else self._scope_id(told.scope)
        now_us = self._house.now_us()
        return routes.record(self._house.known, told, scope_id, self._caller, now_us)

    def retract(self, origin: str, event_id: str, reason: str) -> KeptEvent:
        """Take a report back."""
        now_us = self._house.now_us()
        return routes.retract(self._house.known, (origin, event_id), reason, self._caller, now_us)

    def erase(self, source: str) -> int:
        """Take what rests on a source out of use."""
        return routes.erase(self._house.known, source, self._caller, self._house.now_us())

    def rebuild(self) -> int:
        """Use the routes of this place's scope."""
        return routes.rebuild(self._house.brain, self._scope_id(None), self._sight())

    def reset(self) -> None:
        """Use them no more."""
        routes.reset(self._house.brain, self._scope_id(None), self._caller)

    def why(self, text: str | None) -> list[Bundle] | None:
        """Give what a text leads to, and why."""
        return routes.why(self._house.known, self._scope_id(None), text, self._sight())

    def _sight(self) -> Sight:
        return Sight(self._caller, self._house.now_us(), self._house.capture_policy())

    def _scope_id(self, named: str | None) -> str:
        place = self._place if named is None else self._place._replace(project=named)
        return self._house.scope(place).scope_id
