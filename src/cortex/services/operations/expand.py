"""What is the whole of a fact that a view only named?

By the alias of a card with the receipt of its view, or by reference.
Source: docs/formats/operations.md.
"""

from cortex.core.facts.references import is_revision, parse_revision
from cortex.core.text.redaction import without_secrets
from cortex.model.assemblies import REFERENCE_PREFIX
from cortex.model.callers import Caller, Place
from cortex.model.errors import CortexError, InvalidRequest, NotFound
from cortex.model.limits import CARDS_MAX
from cortex.model.operations import OperationStatus
from cortex.model.refusals import ResnapshotRequired
from cortex.model.stories import FactStory
from cortex.services.find import get_fact
from cortex.services.operations import assemblies, observations
from cortex.services.operations.answers import refusal
from cortex.services.operations.arguments import SHOWN_CHARS_MAX, Arguments, Fields
from cortex.services.operations.host import OperationHost
from cortex.services.operations.place import PLACE_FIELDS
from cortex.services.operations.query import PASSED_OVER
from cortex.services.operations.view_receipts import read_receipt
from cortex.wire.stories import story_json
from cortex.wire.threads import revision_json

FIELDS = Fields(
    "receipt",
    "evidence",
    *PASSED_OVER,
    alias=("aliases", "label", "labels"),
    reference=("references", "ref", "id", "ids", "source", "sources", "record"),
    **PLACE_FIELDS,
)
MISSING_REMEDY = "name a fact by reference (decision::12), or by alias (m1) and receipt of its view"


def answer(
    host: OperationHost, arguments: Arguments, caller: Caller, place: Place
) -> dict[str, object]:
    """Give each fact asked for, in the order asked, with its versions, conflicts, links and source.

    One that cannot be given is listed under ``unresolved`` with the reason; when none can, the
    whole answer has the status of the first reason.

    Raises:
        InvalidRequest: neither a reference nor an alias with its receipt was given.
        NotFound: the receipt is not this caller's.
        ResnapshotRequired: the store was restored since the receipt was given.
    """
    del place  # A fact that a caller may see is given wherever it is asked for.
    aliases, references = arguments.texts("alias"), arguments.texts("reference")
    if not aliases and not references:
        message = "neither a reference nor an alias was given"
        raise InvalidRequest(message, remedy=MISSING_REMEDY, field="reference")
    if len(aliases) + len(references) > CARDS_MAX:
        arguments.refuse("reference", f"names more than {CARDS_MAX} facts", "ask in parts")
    wanted: list[tuple[str, str | None]] = [(name, name) for name in references]
    if aliases:
        wanted = [*_named_by(host, arguments, aliases, caller), *wanted]
    is_exact = "exact" in arguments.texts("evidence")
    records: list[dict[str, object]] = []
    refusals: list[dict[str, object]] = []
    for asked, reference in wanted:
        try:
            record = _record(host, asked, reference, caller, is_exact=is_exact)
        except CortexError as error:
            refusals.append({"asked": without_secrets(asked), **refusal(error)})
        else:
            records.append({"asked": asked, **record})
    if not records:
        return {**refusals[0], "records": [], "unresolved": refusals}
    status = OperationStatus.PARTIAL if refusals else OperationStatus.OK
    return {"status": status.value, "records": records, "unresolved": refusals}


def _record(
    host: OperationHost, asked: str, reference: str | None, caller: Caller, *, is_exact: bool
) -> dict[str, object]:
    """Give what a name stands for: an observation, a revision or a fact, each under its key."""
    if is_revision(asked):
        return {"revision": _revision(host, asked, caller)}
    if reference is not None and reference.startswith(observations.PREFIX):
        return {"record": observations.opened_record(host, reference, caller)}
    if reference is not None and reference.startswith(REFERENCE_PREFIX):
        return {"record": assemblies.opened_record(host, reference, caller)}
    story = _story(host, asked, reference, caller)
    sidecar = {"sidecar": _sidecar(story)} if is_exact else {}
    return {"record": story_json(story), **sidecar}


def _revision(host: OperationHost, asked: str, caller: Caller) -> dict[str, object]:
    """Give one revision of a record, if this caller may see its fact."""
    named = parse_revision(asked)
    with host.known.reading() as reader:
        get_fact(reader, f"fact:{named.fact_id}", caller)
        found = reader.revisions.find(named)
    if found is None:
        message = f"{named} does not exist here"
        remedy = "`cortex history` with the fact lists its revisions"
        raise NotFound(message, remedy=remedy, field="reference")
    return revision_json(found)


def _sidecar(story: FactStory) -> dict[str, object]:
    """Give the reference by which `cortex ref` gives the exact bytes of a statement."""
    from cortex.core.identity.references import blob_reference

    payload = story.fact.content.text.encode("utf-8", "surrogatepass")
    return {"reference": blob_reference(payload), "bytes": len(payload)}


def _story(host: OperationHost, asked: str, reference: str | None, caller: Caller) -> FactStory:
    if reference is None:
        message = f"the view had no card '{asked[:SHOWN_CHARS_MAX]}'"
        raise NotFound(message, remedy="use an alias or label the view shows", field="alias")
    return host.explain(reference, caller)


def _named_by(
    host: OperationHost, arguments: Arguments, aliases: tuple[str, ...], caller: Caller
) -> list[tuple[str, str | None]]:
    """Give (alias, reference or None) for each alias."""
    remedy = "send the receipt that came with the view"
    receipt = read_receipt(arguments.required("receipt", remedy), caller.principal)
    with host.brain.reading() as reader:
        restore_epoch = reader.restore_epoch()
    if receipt.restore_epoch != restore_epoch:
        message = "the store was restored after this view was given"
        raise ResnapshotRequired(message, reason="restore_epoch", field="receipt")
    ids = [(alias, receipt.fact_id(alias)) for alias in aliases]
    return [(alias, None if fact_id is None else f"fact:{fact_id}") for alias, fact_id in ids]
