"""Which sets of records were useful for such a question, beside what is known as fact?

A section of its own, as observations are: it changes no card, and stands there only where somebody
let routes be used. Source: CQR 5.10; docs/formats/assemblies.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.model.errors import CortexError
from cortex.model.limits import BUNDLES_SHOWN_MAX
from cortex.wire.refusals import refused

if TYPE_CHECKING:
    from cortex.model.assemblies import Bundle
    from cortex.model.callers import Caller, Place
    from cortex.services.assemblies import Sight
    from cortex.services.operations.arguments import Arguments
    from cortex.services.operations.host import OperationHost

SECTION = "assemblies"


def beside(
    host: OperationHost, arguments: Arguments, text: str, caller: Caller, place: Place
) -> dict[str, object]:
    """Give the section as ``{"assemblies": {...}}``.

    Empty when the caller opted out, and where routes are off. What goes wrong here is told in the
    section, and the answer beside it stands.
    """
    if not arguments.flag(SECTION, default=True):
        return {}
    try:
        with host.known.reading() as reader:
            if not reader.assemblies.where_on(caller.principal):
                return {}  # Before anything is loaded: nearly nobody uses routes.
        found = _found(host, text, caller, place)
    except CortexError as error:
        return {SECTION: {**refused(error), "items": []}}
    if found is None:
        return {}
    from cortex.wire.assemblies import bundle_json

    return {SECTION: {"status": "ok", "items": [bundle_json(bundle) for bundle in found]}}


def _found(host: OperationHost, text: str, caller: Caller, place: Place) -> list[Bundle] | None:
    from cortex.services.routes import bundles

    scope_ids = host.gate(place, caller).scope_ids
    with host.known.reading() as reader:
        return bundles(reader, scope_ids, text, _sight(host, caller), BUNDLES_SHOWN_MAX)


def _sight(host: OperationHost, caller: Caller) -> Sight:
    from cortex.services.assemblies import Sight

    return Sight(caller, host.now_us(), host.capture_policy())


def opened_record(host: OperationHost, reference: str, caller: Caller) -> dict[str, object]:
    """Give an assembly with its members whole.

    Raises:
        NotFound: there is none for this caller.
    """
    from cortex.services.assemblies import find, opened
    from cortex.wire.assemblies import expanded_json

    with host.known.reading() as reader:
        assembly = find(reader, reference, caller)
        return {"assembly": expanded_json(opened(reader, assembly, _sight(host, caller)))}
