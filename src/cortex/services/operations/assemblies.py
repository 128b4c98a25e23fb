"""Which sets of records were useful for such a question, beside what is known as fact?

A section of its own, as observations are: it changes no card, and stands there only where somebody
let routes be used. Source: CQR 5.10; docs/formats/assemblies.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.model.errors import CortexError
from cortex.model.limits import BUNDLES_SHOWN_MAX
from cortex.services.assemblies import find, opened
from cortex.services.routes import bundles
from cortex.wire.assemblies import bundle_json, expanded_json
from cortex.wire.refusals import refused

if TYPE_CHECKING:
    from cortex.model.callers import Caller, Place
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
        scope_ids = host.gate(place, caller).scope_ids
        with host.known.reading() as reader:
            found = bundles(reader, scope_ids, text, caller, host.now_us(), BUNDLES_SHOWN_MAX)
    except CortexError as error:
        return {SECTION: {**refused(error), "items": []}}
    if found is None:
        return {}
    return {SECTION: {"status": "ok", "items": [bundle_json(bundle) for bundle in found]}}


def opened_record(host: OperationHost, reference: str, caller: Caller) -> dict[str, object]:
    """Give an assembly with its members whole.

    Raises:
        NotFound: there is none for this caller.
    """
    with host.known.reading() as reader:
        assembly = find(reader, reference, caller)
        return {"assembly": expanded_json(opened(reader, assembly, caller, host.now_us()))}
