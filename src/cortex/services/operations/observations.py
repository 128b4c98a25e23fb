"""What was observed about a question, beside what is known as fact?

A section of its own: it never becomes a card, and nothing in it changes which cards there are.
Source: CQR 5.10; docs/formats/operations.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.core.observe.cites import opened
from cortex.core.observe.cues import is_of_paths
from cortex.core.observe.intake import is_closed
from cortex.core.text.fence import neutralise
from cortex.core.text.tokens import query_words
from cortex.model.errors import CortexError, Denied, UnknownScope
from cortex.model.lean_classes import NamedTuple
from cortex.model.limits import OBSERVATIONS_SHOWN_BYTES_MAX
from cortex.model.observations import Role
from cortex.model.scopes import scope_label
from cortex.services.observe import offered, readable
from cortex.wire.encoding import encode
from cortex.wire.observations import observation_json, shown_json
from cortex.wire.refusals import refused

if TYPE_CHECKING:
    from cortex.model.callers import Caller, Place
    from cortex.model.observations import Observation, Source
    from cortex.services.operations.arguments import Arguments
    from cortex.services.operations.host import OperationHost

PREFIX = "obs:"
SECTION = "observations"
SCOPE = "observation_scope"
HERE, EVERYWHERE = "project", "all"
"""What ``observation_scope`` may say beside the id or name of a scope; HERE is what is meant
when it is not given: whatever is seen from the place of the request."""

NEWEST, WORDS = "newest", "literal"
"""How the items were found."""


class _Searched(NamedTuple):
    """What was found, and what could not be looked at."""

    items: list[Observation]
    route: str
    closed: list[str]
    is_pending: bool


def section(
    host: OperationHost, arguments: Arguments, text: str, caller: Caller, place: Place
) -> dict[str, object]:
    """Give the section as ``{"observations": {...}}``.

    Empty when the caller opted out, or has no source: then there is nothing to be told. What goes
    wrong here is told in the section, and the answer beside it stands.
    """
    if not arguments.flag(SECTION, default=True):
        return {}
    named = arguments.name(SCOPE)
    try:
        with host.known.reading() as reader:
            own = reader.observations.sources(caller.principal)
        if not own:
            return {}
        scope_ids = _scope_ids(host, named, own, caller, place)
        return {SECTION: _told(_searched(host, text, own, scope_ids, caller))}
    except CortexError as error:
        return {SECTION: {**refused(error), "items": []}}


def starting_words(task: str | None) -> str:
    """Give what to look for when work starts: nothing, so the newest, if only paths are named."""
    return "" if task is None or is_of_paths(task) else task


def opened_record(host: OperationHost, reference: str, caller: Caller) -> dict[str, object]:
    """Give an observation whole.

    Raises:
        InvalidRequest, NotFound, CaptureRefused: as ``services.observe.get``.
    """
    policy = host.capture_policy()
    with host.known.reading() as reader:
        found = readable(reader, reference, caller, policy)
        return {"observation": observation_json(opened(found))}


def _scope_ids(
    host: OperationHost, named: str | None, own: list[Source], caller: Caller, place: Place
) -> tuple[str, ...]:
    """Give the scopes to look in.

    Raises:
        UnknownScope: no source of the caller has a scope with this name.
    """
    known = tuple(sorted({source.scope_id for source in own}))
    if named is None or named == HERE:
        seen = host.gate(place, caller).scope_ids
        return known if seen is None else tuple(seen)
    if named == EVERYWHERE:
        return known
    meant = tuple(one for one in known if named in (one, scope_label(one)))
    if not meant:
        raise UnknownScope(named, tuple(map(scope_label, known))[:3], field=SCOPE)
    return meant


def _searched(
    host: OperationHost,
    text: str,
    own: list[Source],
    scope_ids: tuple[str, ...],
    caller: Caller,
) -> _Searched:
    """Find what may be shown.

    Raises:
        Denied: every source of these scopes is closed.
    """
    policy = host.capture_policy()
    able = [one for one in own if one.scope_id in scope_ids and one.role is not Role.DELIVERY_ONLY]
    closed = [source.key for source in able if is_closed(source, policy)]
    if closed and len(closed) == len(able):
        message = "every source of this place is closed, or capture is stopped here"
        raise Denied(message, remedy="the operator opens them: cortex capture enable, or resume")
    from cortex.model.needs import Asked
    from cortex.services.needs import make_findable  # Who has a source pays for it.

    make_findable(host.known, Asked(caller.principal, scope_ids, ()))
    with host.known.reading() as reader:
        found = offered(reader, text, caller, scope_ids, policy=policy)
        is_pending = bool(reader.needs.waiting(caller.principal, scope_ids, 1))
    return _Searched(found, WORDS if query_words(text) else NEWEST, closed, is_pending)


def _told(found: _Searched) -> dict[str, object]:
    """Give the section; what could not be looked at makes it partial, and is named."""
    items = _shown(found)
    if not found.closed and not found.is_pending:
        return {"status": "ok", "items": items}
    return {
        "status": "partial",
        "items": items,
        "closed": found.closed,
        "projection_pending": found.is_pending,
    }


def _shown(found: _Searched) -> list[dict[str, object]]:
    """Give the first of them that together fit."""
    shown: list[dict[str, object]] = []
    left = OBSERVATIONS_SHOWN_BYTES_MAX
    for seen in found.items:
        one = {**shown_json(seen), "route": found.route}
        one["preview"] = neutralise(str(one["preview"])).text
        left -= len(encode(one).encode("utf-8", "surrogatepass"))
        if left < 0:
            break
        shown.append(one)
    return shown
