"""How does somebody keep a fact in sight, or let it go again?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.model.errors import InvalidRequest
from cortex.model.facts import COLD_STATUSES, Fact
from cortex.model.versions import FactChange
from cortex.services.find import get_changeable
from cortex.services.revise import Revision

if TYPE_CHECKING:
    from cortex.model.callers import Caller
    from cortex.ports.brain import Brain


def pin(brain: Brain, reference: str, caller: Caller, now_us: int, *, is_pinned: bool) -> Fact:
    """Pin or unpin a fact and give it back; asking for what already holds changes nothing.

    Raises:
        InvalidRequest: the text is no reference, or the fact is retracted or superseded, so that a
            pin would show nothing. Unpinning works on any fact.
        NotFound: no such fact, not for this caller, or a rollback undid it.
        Denied: the fact belongs to somebody else.
        StoreBusy, StoreReadOnly, DiskFull: nothing was written.
    """
    operation = "pin" if is_pinned else "unpin"
    with brain.writing() as writer:
        fact = get_changeable(writer, reference, caller)
        if fact.content.is_pinned is is_pinned:
            return fact
        if is_pinned and fact.content.status in COLD_STATUSES:
            message = f"{fact.reference} is {fact.content.status}, so a pin would not show it"
            remedy = f"`cortex why {fact.reference}` says what replaced it; pin that"
            raise InvalidRequest(message, remedy=remedy, field="reference")
        revision = Revision(writer, operation, caller, now_us)
        changed = revision.change(fact.fact_id, FactChange(is_pinned=is_pinned))
        revision.close(changed, f"{operation}: {fact.content.text}")
        return changed
