"""How does somebody take back a fact that was wrong, or no longer holds?

Retraction looks at the reference and at nothing else: no wording, similarity or model has a say.
The fact is archived, not deleted, and its window closes now, so that a question about an earlier
instant is still answered as it was answered then.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.core.facts.closing import closing_us
from cortex.core.text.cleaning import clean
from cortex.model.conflicts import ConflictStatus
from cortex.model.errors import InvalidRequest
from cortex.model.facts import FactStatus
from cortex.model.outcomes import RetractOutcome
from cortex.model.versions import FactChange
from cortex.services.find import get_changeable
from cortex.services.revise import Revision
from cortex.wire.encoding import encode

if TYPE_CHECKING:
    from cortex.model.callers import Caller
    from cortex.model.text import CleanText
    from cortex.ports.brain import Brain

REASON_CHARS_MAX = 1024
"""Characters of a reason: a sentence or two; an essay belongs in a new fact."""


def retract(
    brain: Brain, reference: str, reason: str, caller: Caller, now_us: int
) -> RetractOutcome:
    """Archive a fact of any status; a second call changes nothing and says so.

    Open conflicts it takes part in count as decided: one of their sides no longer stands.

    Args:
        reason: why, for the history; may be empty. Secrets in it are taken out.

    Raises:
        InvalidRequest: the text is no reference, or the reason is too long.
        NotFound: no such fact, not for this caller, or a rollback undid it.
        Denied: the fact belongs to somebody else.
        StoreBusy, StoreReadOnly, DiskFull: nothing was written.
    """
    told = clean_reason(reason)
    with brain.writing() as writer:
        fact = get_changeable(writer, reference, caller)
        previous = fact.content.status
        if previous is FactStatus.ARCHIVED:
            return RetractOutcome(fact, None, previous)
        revision = Revision(writer, "retract", caller, now_us)
        change = FactChange(
            status=FactStatus.ARCHIVED, valid_until_us=closing_us(fact.content, now_us)
        )
        retracted = revision.change(fact.fact_id, change)
        revision.settle(writer.conflicts_of([fact.fact_id], (ConflictStatus.OPEN,)), "user_retract")
        revision.close(retracted, f"retract: {told or fact.content.text}")
        data = {"reason": told, "reference": fact.reference, "version": revision.version_id}
        writer.add_event("retract", encode(data), caller.agent, now_us)
        return RetractOutcome(retracted, revision.version_id, previous)


def clean_reason(reason: str, field: str = "reason") -> CleanText:
    """Give a reason without secrets, private spans and outer blanks; it may come out empty.

    Raises:
        InvalidRequest: it is over ``REASON_CHARS_MAX`` characters; it is never cut.
    """
    cleaned = clean(reason).text
    if len(cleaned) > REASON_CHARS_MAX:
        message = f"the {field} has {len(cleaned)} characters, {REASON_CHARS_MAX} are kept"
        raise InvalidRequest(message, remedy="shorten it, or commit it as a fact", field=field)
    return cleaned
