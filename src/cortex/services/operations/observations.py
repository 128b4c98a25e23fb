"""What was observed about a question, beside what is known as fact?

A section of its own: it never becomes a card, and nothing in it changes which cards there are.
Source: CQR 5.10; docs/formats/operations.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.core.observe.cites import opened
from cortex.core.text.fence import neutralise
from cortex.model.errors import CortexError
from cortex.model.limits import OBSERVATIONS_SHOWN_BYTES_MAX
from cortex.services.observe import offered, readable
from cortex.wire.observations import observation_json, shown_json
from cortex.wire.refusals import refused

if TYPE_CHECKING:
    from cortex.model.callers import Caller, Place
    from cortex.model.observations import Observation
    from cortex.services.operations.arguments import Arguments
    from cortex.services.operations.host import OperationHost

PREFIX = "obs:"
SECTION = "observations"


def section(
    host: OperationHost, arguments: Arguments, text: str, caller: Caller, place: Place
) -> dict[str, object]:
    """Give the section as ``{"observations": {...}}``.

    Empty when the caller opted out, or has no source: then there is nothing to be told. What goes
    wrong here is told in the section, and the answer beside it stands.
    """
    if not arguments.flag(SECTION, default=True):
        return {}
    try:
        found = _found(host, text, caller, place)
    except CortexError as error:
        return {SECTION: {**refused(error), "items": []}}
    return {} if found is None else {SECTION: {"status": "ok", "items": _shown(found)}}


def opened_record(host: OperationHost, reference: str, caller: Caller) -> dict[str, object]:
    """Give an observation whole.

    Raises:
        InvalidRequest, NotFound, CaptureRefused: as ``services.observe.get``.
    """
    policy = host.capture_policy()
    with host.known.reading() as reader:
        found = readable(reader, reference, caller, policy)
        return {"observation": observation_json(opened(found))}


def _found(
    host: OperationHost, text: str, caller: Caller, place: Place
) -> list[Observation] | None:
    """Give what may be shown, or None when this caller has no source at all."""
    scope_ids = host.gate(place, caller).scope_ids
    with host.known.reading() as reader:
        own = reader.observations.sources(caller.principal)
        if not own:
            return None
        everywhere = tuple(sorted({source.scope_id for source in own}))
        asked = everywhere if scope_ids is None else scope_ids
        return offered(reader, text, caller, asked, policy=host.capture_policy())


def _shown(found: list[Observation]) -> list[dict[str, object]]:
    """Give the first of them whose previews together fit."""
    shown: list[dict[str, object]] = []
    left = OBSERVATIONS_SHOWN_BYTES_MAX
    for seen in found:
        one = shown_json(seen)
        one["preview"] = neutralise(str(one["preview"])).text
        left -= len(str(one["preview"]).encode("utf-8"))
        if left < 0:
            break
        shown.append(one)
    return shown
