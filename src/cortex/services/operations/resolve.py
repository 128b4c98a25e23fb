"""Which of two statements holds, now that somebody decided?

In a brain of one person any of their agents may decide; the history says which one did, and a
rollback undoes it. In a shared brain only the owner of both facts may. Source: ADR 0041.
"""

from cortex.model.callers import Caller, Place
from cortex.model.conflicts import ConflictStatus
from cortex.model.errors import NotFound
from cortex.model.operations import OperationStatus
from cortex.model.stories import ConflictStory, Resolution
from cortex.services.operations import heads
from cortex.services.operations.arguments import Arguments, Fields, naming
from cortex.services.operations.host import OperationHost
from cortex.services.operations.place import PLACE_FIELDS
from cortex.wire.stories import resolve_json

FIELDS = Fields(
    *("action", "agent", "body", "considered", "record", "resolved_by"),
    idempotency_key=("request_key",),
    keep=("keep_id", "winner", "winner_id"),
    drop=("superseded", "superseded_id", "loser", "loser_id"),
    conflict=("conflict_id",),
    rationale=("notes", "reason"),
    **PLACE_FIELDS,
)
KEEP_REMEDY = "name the fact that holds, for example decision::12"
DROP_REMEDY = "name the other fact, or the conflict the two are in"


def answer(
    host: OperationHost, arguments: Arguments, caller: Caller, place: Place
) -> dict[str, object]:
    """Settle two facts: keep one, let both stand (merge), or retract both (archive).

    With a ``record`` of which several heads stand, one resolution takes the place of those that
    were considered.

    The other fact may be named by the conflict the kept one is in, or left out when that fact is
    in exactly one open conflict; with several the status is ambiguous and all are listed.

    Raises:
        InvalidRequest: a reference is missing or malformed.
        NotFound: a fact or the conflict does not exist, or not for this caller.
        Denied: the caller may not decide about one of the facts.
    """
    if heads.is_meant(arguments):
        return heads.answer(host, arguments, caller, place)
    action = Resolution(arguments.choice("action", [one.value for one in Resolution], "keep"))
    keep = arguments.reference("keep") or arguments.reference("record")
    if keep is None:
        arguments.refuse("keep", "is missing", KEEP_REMEDY)
    drops = arguments.texts("drop") or arguments.texts("considered")
    if len(drops) > 1:
        arguments.refuse("drop", "names several facts", "settle one pair at a time")
    if drops:
        drop = drops[0]
    else:
        stories = _conflicts_of(host, arguments, keep, caller)
        if len(stories) > 1:
            return _ambiguous(stories)
        drop = _other_side(stories[0], host.find(keep, caller).fact_id)
    rationale = arguments.text("rationale") or arguments.text("body") or ""
    outcome = host.resolve(keep, drop, action, rationale, caller)
    return {"status": OperationStatus.OK.value, **resolve_json(outcome)}


def _conflicts_of(
    host: OperationHost, arguments: Arguments, keep: str, caller: Caller
) -> list[ConflictStory]:
    """Give the conflict that was named, else the open ones of the fact; never an empty list."""
    with naming("keep", known_as="reference"):
        told = host.explain(keep, caller).conflicts
    named = arguments.reference("conflict")
    if named is not None:
        number = named.rpartition(":")[2].strip()
        stories = [story for story in told if str(story.record.conflict_id) == number]
        fault = f"the fact to keep has no conflict '{named[:40]}'"
    else:
        stories = [story for story in told if story.record.status is ConflictStatus.OPEN]
        fault = "the fact to keep is in no open conflict"
    if not stories:
        field = "drop" if named is None else "conflict"
        raise NotFound(fault, remedy=DROP_REMEDY, field=field)
    return stories


def _other_side(story: ConflictStory, kept_id: int) -> str:
    other = story.target if story.source.fact_id == kept_id else story.source
    return other.reference


def _ambiguous(stories: list[ConflictStory]) -> dict[str, object]:
    return {
        "status": OperationStatus.AMBIGUOUS.value,
        "error": f"the fact to keep is in {len(stories)} open conflicts",
        "field": "drop",
        "remedy": DROP_REMEDY,
        "conflicts": [
            {
                "conflict": story.record.conflict_id,
                "source": story.source.reference,
                "target": story.target.reference,
            }
            for story in stories
        ],
    }
