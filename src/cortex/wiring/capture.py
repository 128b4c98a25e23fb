"""How is capture put together for the command line?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.model.observations import Event, Grant, Role
from cortex.services import observe

if TYPE_CHECKING:
    from cortex.model.callers import Caller, Place
    from cortex.model.observations import CaptureReceipt, Exact, Source
    from cortex.wiring.house import House


class Capture:
    """Sources and what they hand over, in an open house; each method as the service it names."""

    def __init__(self, house: House, caller: Caller) -> None:
        self._house = house
        self._caller = caller

    def register(self, key: str, role: Role, bytes_max: int, place: Place) -> Source:
        """Register a source for the scope of a place."""
        grant = Grant(key, self._house.scope(place).scope_id, role, bytes_max)
        return observe.register(self._house.brain, grant, self._caller, self._house.now_us())

    def set_enabled(self, key: str, *, is_enabled: bool) -> Source:
        """Open or close a source."""
        return observe.set_enabled(self._house.known, key, self._caller, is_enabled=is_enabled)

    def sources(self) -> list[Source]:
        """Give the caller's sources."""
        return observe.sources(self._house.known, self._caller)

    def put(self, key: str, generation: str, event: Event) -> CaptureReceipt:
        """Keep one event."""
        now_us = self._house.now_us()
        return observe.put(self._house.known, key, generation, event, self._caller, now_us)

    def get(self, reference: str) -> Exact:
        """Give one observation whole."""
        return observe.get(self._house.known, reference, self._caller)

    def retract(self, reference: str, reason: str) -> Exact:
        """Take one observation back."""
        now_us = self._house.now_us()
        return observe.retract(self._house.known, reference, reason, self._caller, now_us)
