"""How is capture put together for the command line?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.model.callers import Place
from cortex.model.observations import Event, Grant, OnSecret, Role
from cortex.services import observe
from cortex.wiring.intake import canonical_key, named_scope

if TYPE_CHECKING:
    from cortex.model.callers import Caller
    from cortex.model.observations import CaptureReceipt, Exact, Source
    from cortex.wiring.house import House


class Capture:
    """Sources and what they hand over, in an open house; each method as the service it names."""

    def __init__(self, house: House, caller: Caller) -> None:
        self._house = house
        self._caller = caller

    @property
    def house(self) -> House:
        """Give the house it works in."""
        return self._house

    @property
    def caller(self) -> Caller:
        """Give who asks."""
        return self._caller

    def register(  # The terms of a grant, each by name.
        self,
        key: str,
        role: Role,
        bytes_max: int,
        place: Place,
        *,
        on_secret: OnSecret = OnSecret.REFUSE,
        scope: str | None = None,
    ) -> Source:
        """Register a source for the scope that is named, or for that of a place.

        Nothing is made before the terms are in bounds.
        """
        scope_id = named_scope(self._house, scope, place)
        grant = observe.checked_grant(
            Grant(canonical_key(self._house, key), scope_id, role, bytes_max, on_secret)
        )
        policy = self._house.capture_policy()
        return observe.register(
            self._house.brain, grant, self._caller, self._house.now_us(), policy
        )

    def set_enabled(self, key: str, *, is_enabled: bool) -> Source:
        """Open or close a source."""
        return observe.set_enabled(
            self._house.known,
            canonical_key(self._house, key),
            self._caller,
            self._house.capture_policy(),
            is_enabled=is_enabled,
        )

    def sources(self) -> list[Source]:
        """Give the caller's sources."""
        return observe.sources(self._house.known, self._caller)

    def put(self, key: str, generation: str, event: Event) -> CaptureReceipt:
        """Keep one event."""
        house = self._house
        now_us, policy = house.now_us(), house.capture_policy()
        known = canonical_key(house, key)
        return observe.put(
            house.known, known, generation, event, self._caller, now_us, policy=policy
        )

    def get(self, reference: str) -> Exact:
        """Give one observation whole."""
        policy = self._house.capture_policy()
        return observe.get(self._house.known, reference, self._caller, policy)

    def retract(self, reference: str, reason: str) -> Exact:
        """Take one observation back."""
        house = self._house
        now_us, policy = house.now_us(), house.capture_policy()
        return observe.retract(house.known, reference, reason, self._caller, now_us, policy)
