"""Where does a request stand, and on which brain?

The part of a house that knows its files, its clock and which scope a folder belongs to.
Source: ADR 0001, ADR 0022.
"""

from __future__ import annotations

import os.path
from typing import TYPE_CHECKING, Self

from cortex.core.text.redaction import without_secrets
from cortex.model.callers import Caller, Place, principal_of
from cortex.model.errors import InvalidRequest, UnknownScope
from cortex.model.scopes import USER_SCOPE_ID, Scope
from cortex.services.scope import near_names, resolve_scope
from cortex.services.served import CountingBrain, Served
from cortex.stores.system.clock import SystemClock
from cortex.stores.system.ids import SystemIds
from cortex.stores.system.places import SystemPlaces
from cortex.wiring.backends import empty_brain, open_brain

if TYPE_CHECKING:
    from cortex.model.gates import Gate
    from cortex.ports.brain import Brain, ScopeRow
    from cortex.wiring.settings import Settings

EVERYWHERE = "all"
"""The place name that means every scope; for reading only."""


class Standing:
    """One brain, opened when first needed, and the places requests are made from."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._clock = SystemClock()
        self._ids = SystemIds()
        self._places = SystemPlaces()
        self._served = Served()
        self._brain: Brain | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Write the pending counters if the store is free at once, and release the file."""
        if self._brain is not None:
            self._brain.close()
            self._brain = None

    @property
    def brain(self) -> Brain:
        """Give the open store, creating it the first time it is needed."""
        if self._brain is None:
            self._brain = CountingBrain(open_brain(self._settings), self._served, self.now_us)
        return self._brain

    @property
    def known(self) -> Brain:
        """Give the store to look something up in; an empty one where none was made yet.

        Looking must not leave files behind: a misspelt path would become a store.
        """
        is_made = os.path.lexists(self._settings.db_path)
        return self.brain if self._brain is not None or is_made else empty_brain()

    @property
    def durability(self) -> str:
        """Give the durability profile the store is opened with."""
        return self._settings.durability

    @property
    def settings(self) -> Settings:
        """Give the settings it was opened with."""
        return self._settings

    def now_us(self) -> int:
        """Give the present instant."""
        return self._clock.now_us()

    def new_id(self) -> str:
        """Give an id that nothing has had before."""
        return self._ids.new_id()

    def scope(self, place: Place) -> Scope:
        """Give the scope of a place.

        Raises:
            UnknownScope: a named project holds nothing; the message names the nearest ones.
            InvalidRequest: every scope at once was named where one is needed.
        """
        if place.project is None:
            return self._here(place)
        if place.project == EVERYWHERE:
            msg = "'all' means every scope and can only be searched"
            raise InvalidRequest(msg, remedy="name one project", field="project")
        return self._named(place.project, place)

    def scopes(self) -> list[ScopeRow]:
        """Give every scope with facts."""
        with self.known.reading() as reader:
            return reader.scopes()

    def gate(self, place: Place, caller: Caller) -> Gate:
        """Give the gate of a question about the present asked from a place."""
        from cortex.model.gates import Gate, TemporalMode

        return Gate(TemporalMode.CURRENT, self.now_us(), self._searched(place), caller.owner_id)

    def real_path(self, path: str, place: Place) -> str:
        """Give where a path as written by a caller leads, absolute, its links followed."""
        from cortex.core.scopes.paths import join

        whole = join(self._cwd(place), path)
        return self._places.real_path(whole) or whole

    def _cwd(self, place: Place) -> str:
        return place.cwd or self._settings.cwd

    def _here(self, place: Place) -> Scope:
        return resolve_scope(self._places, self._cwd(place), self._settings.user_home)

    def _searched(self, place: Place) -> tuple[str, ...] | None:
        if place.project == EVERYWHERE:
            return None
        return self.scope(place).visible_ids

    def _observed(self) -> list[tuple[str, str]]:
        """Give id and name of every scope that a source belongs to."""
        from cortex.core.scopes.resolution import name_of

        with self.known.reading() as reader:
            sources = reader.observations.sources(principal_of(self._settings.owner_id))
        scope_ids = sorted({source.scope_id for source in sources})
        return [(scope_id, name_of(scope_id)) for scope_id in scope_ids]

    def _named(self, name: str, place: Place) -> Scope:
        """Give a scope by id or name: this place's, the user's, or one with facts or sources."""
        here = self._here(place)
        if name in (here.scope_id, here.name):
            return here
        if name == USER_SCOPE_ID:
            return Scope(USER_SCOPE_ID, USER_SCOPE_ID)
        known = [(row.scope_id, row.name) for row in self.scopes()]
        matching = [pair for pair in known if name in pair]
        if not matching:
            known += self._observed()
            matching = [pair for pair in known if name in pair]
        if not matching:
            near = tuple(label for _, label in near_names(name, known)[:3])
            raise UnknownScope(without_secrets(name), near, field="project")
        if len(matching) > 1:
            ids = ", ".join(scope_id for scope_id, _ in matching)
            msg = f"several scopes are called '{name}'"
            raise InvalidRequest(msg, remedy=f"name one by its id: {ids}", field="project")
        scope_id, label = matching[0]
        return Scope(scope_id, label, ancestors=(USER_SCOPE_ID,))
