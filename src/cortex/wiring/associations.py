"""How are learned routes between words put together for the command line?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.services import associations
from cortex.services.associations import Judgement

if TYPE_CHECKING:
    from cortex.model.associations import Alias, Assessed, Assessment
    from cortex.model.callers import Caller, Place
    from cortex.wiring.house import House


class Associations:
    """Routes of the scope of a place, in an open house; each method as the service it names."""

    def __init__(self, house: House, caller: Caller, place: Place) -> None:
        self._house = house
        self._caller = caller
        self._scope_id = house.scope(place).scope_id

    def learn(self) -> int:
        """Learn anew, and use the routes."""
        return associations.learn(self._house.brain, self._scope_id, self._caller)

    def reset(self) -> None:
        """Use no routes until the next time."""
        associations.reset(self._house.brain, self._scope_id, self._caller)

    def explain(self, text: str) -> list[Alias] | None:
        """Give the routes from a text."""
        policy = self._house.capture_policy()
        return associations.explain(self._house.known, self._scope_id, text, self._caller, policy)

    def assess(self, event_key: str, reference: str, assessment: Assessment) -> bool:
        """Say something about a source."""
        said = Judgement(self._scope_id, event_key, reference, assessment)
        house = self._house
        now_us, policy = house.now_us(), house.capture_policy()
        return associations.assess(house.known, said, self._caller, now_us, policy)

    def unassess(self, event_key: str) -> Assessed:
        """Take it back."""
        now_us = self._house.now_us()
        return associations.unassess(
            self._house.known, self._scope_id, event_key, self._caller, now_us
        )
