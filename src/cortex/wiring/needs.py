"""How are needs put together for the command line?"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from cortex.core.observe.packing import Bounds
from cortex.core.observe.specs import checked_spec
from cortex.model.callers import Place
from cortex.model.limits import (
    NEED_BYTES_MAX,
    NEED_RESULTS_DEFAULT,
    NEED_TTL_SECONDS_DEFAULT,
)
from cortex.model.needs import NeedSpec, Overflow
from cortex.model.scopes import scope_label
from cortex.services import needs, observe
from cortex.services.operations.arguments import Arguments, Fields
from cortex.services.prepared import Limits, Viewer
from cortex.wiring.intake import named_scope

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cortex.model.callers import Caller
    from cortex.model.needs import PreparedView, Rank
    from cortex.wiring.house import House

SPEC_FIELDS = Fields(
    "cues",
    "exclude_cues",
    "id",
    "learned",
    "max_bytes",
    "max_results",
    "overflow",
    "scope",
    "ttl_seconds",
)
SCOPE_BYTES_MAX = 1024
"""UTF-8 bytes of a scope's name: a path is the longest of them (CQR 6.3)."""

COUNT_MAX = 2**31 - 1
"""What a number of a need may be before its own bound is looked at."""


class Needs:
    """What an agent asks to be told, in an open house; each method as the service it names."""

    def __init__(self, house: House, caller: Caller) -> None:
        self._house = house
        self._caller = caller

    def subscribe(self, body: object, place: Place) -> PreparedView:
        """Keep the need that a JSON object describes, for the scope it names or of this place."""
        # Checked before the brain is opened, which would make one.
        spec = checked_spec(self._spec(Arguments(body, SPEC_FIELDS), place))
        return needs.subscribe(self._house.brain, spec, self._viewer())

    def prepare(
        self, need_id: str, context: str, present: str | None, after: Rank | None
    ) -> PreparedView:
        """Give the view of a need."""
        return needs.prepare(
            self._house.known, need_id, context, self._viewer(), present=present, after=after
        )

    def ask(
        self,
        text: str,
        places: Sequence[Place],
        limits: Limits,
        after: Rank | None = None,
        scope: str | None = None,
    ) -> PreparedView:
        """Give the view of a question asked from places; a scope named stands for the first."""
        self._house.asking(self._caller)
        named = [self._scope_id(scope, places[0])] if scope else []
        seen = self._scope_ids(places[1:] if named else places)
        scope_ids = tuple(dict.fromkeys((*named, *seen)))
        return needs.ask(self._house.known, text, scope_ids, limits, self._viewer(), after)

    def require(self, parent: str, child: str) -> None:
        """Let one observation never be handed over without another."""
        house = self._house
        now_us, policy = house.now_us(), house.capture_policy()
        needs.require(house.known, (parent, child), self._caller, now_us, policy)

    def rebuild(self, scope: str | None, place: Place) -> int:
        """Make the observations of a scope, or of a place, findable anew."""
        scope_id = self._scope_id(scope or place.project, place)
        return needs.rebuild(self._house.known, scope_id, self._caller.principal)

    def _spec(self, asked: Arguments, place: Place) -> NeedSpec:
        scope = asked.text("scope") or place.project
        if scope is not None and len(scope.encode("utf-8", "surrogatepass")) > SCOPE_BYTES_MAX:
            asked.refuse("scope", f"has more than {SCOPE_BYTES_MAX} bytes")
        overflows = [one.value for one in Overflow]
        return NeedSpec(
            need_id=asked.required("id", "name the need, to prepare it by"),
            scope_id=self._scope_id(scope, place),
            cues=asked.texts("cues"),
            exclude_cues=asked.texts("exclude_cues"),
            results_max=_count(asked, "max_results", NEED_RESULTS_DEFAULT),
            bytes_max=_count(asked, "max_bytes", NEED_BYTES_MAX),
            ttl_seconds=_count(asked, "ttl_seconds", NEED_TTL_SECONDS_DEFAULT),
            is_learned=asked.flag("learned", default=False),
            overflow=Overflow(asked.choice("overflow", overflows, Overflow.PREFIX)),
        )

    def _scope_ids(self, places: Sequence[Place]) -> tuple[str, ...]:
        """Give every scope seen from one of these places, each once."""
        found: dict[str, None] = {}
        for place in places:
            scope_ids = self._seen_from(place)
            found.update(dict.fromkeys(scope_ids))
        return tuple(found)

    def _seen_from(self, place: Place) -> Sequence[str]:
        own = self._own_scope(place.project)
        if own is not None:
            return (own,)
        scope_ids = self._house.gate(place, self._caller).scope_ids
        return sorted(set(self._own_scopes())) if scope_ids is None else scope_ids

    def _scope_id(self, named: str | None, place: Place) -> str:
        own = self._own_scope(named)
        return own or named_scope(self._house, named, place)

    def _own_scope(self, named: str | None) -> str | None:
        """Give the one scope of the caller's sources with this id or name, or None.

        A scope may have sources before it has a fact that makes it known.
        """
        if named is None:
            return None
        own = {one for one in self._own_scopes() if named in (one, scope_label(one))}
        return own.pop() if len(own) == 1 else None

    def _own_scopes(self) -> list[str]:
        sources = observe.sources(self._house.known, self._caller)
        return [source.scope_id for source in sources]

    def _viewer(self) -> Viewer:
        house = self._house
        return Viewer(self._caller.principal, house.now_us(), house.capture_policy())


def place_at(path: str, here: Place) -> Place:
    """Give the place of a file or folder, as written at another place."""
    whole = Path(here.cwd or ".") / path
    return Place(str(whole if whole.is_dir() else whole.parent))


def question_limits(results_max: int, bytes_max: int, *, is_whole: bool = False) -> Limits:
    """Give the limits of a question: so much of it, or all or nothing."""
    overflow = Overflow.REFUSE if is_whole else Overflow.PREFIX
    return Limits(Bounds(results_max, bytes_max), overflow)


def _count(asked: Arguments, name: str, default: int) -> int:
    given = asked.integer(name, -COUNT_MAX, COUNT_MAX)
    return default if given is None else given
