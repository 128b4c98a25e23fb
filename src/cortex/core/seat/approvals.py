"""Who may say yes to a question, and what is written down of it? Source: OGL 3.12, ADR 0202."""

from __future__ import annotations

from collections.abc import Collection

from cortex.model.errors import Denied
from cortex.model.refusals import MoveRefused
from cortex.model.seat_bus import WAITED_STALE_US, Approval, ApprovalState

SEAT, PERSON = "seat:", "person:"
"""How the name of somebody who decided begins."""


def resolved(
    approval: Approval, state: ApprovalState, who: str, note: str, now_us: int
) -> Approval:
    """Give a question that somebody decided; the same decision again changes nothing.

    Args:
        who: ``seat:NAME`` or ``person:LOGIN``; whoever ``require_judge`` let pass.

    Raises:
        MoveRefused: it was decided otherwise already.
    """
    if approval.state is not ApprovalState.PENDING:
        if approval.state is state:
            return approval
        message = f"{approval.approval_id} is {approval.state.value} already"
        raise MoveRefused(message, remedy="ask again with `cortex bus approval request`")
    return approval._replace(
        state=state, updated_us=now_us, resolved_us=now_us, resolved_by=who, note=note
    )


def require_judge(approval: Approval, who: str, at: str, workers: Collection[str]) -> None:
    """Refuse an answer by a seat that would gain by it; a person may always answer.

    Args:
        who: ``seat:NAME`` or ``person:LOGIN``.
        at: the seat in whose folder the command was typed; empty for none.
        workers: seats that do the task which waits for the answer.

    Raises:
        Denied: the seat that asks, or does the task, would answer itself.
    """
    if who.startswith(PERSON):
        return
    judges = {who.removeprefix(SEAT), at}
    own = sorted(judges.intersection(workers))
    message = ""
    if approval.requester in judges:
        message = f"{approval.approval_id}: {approval.requester} asked, and may not answer itself"
    elif own:
        message = f"{approval.task_id} is the work of {own[0]}, which may not approve it"
    if message:
        remedy = "another seat decides it, or a person who types the command at a terminal"
        raise Denied(message, remedy=remedy)


def is_waiting_long(approval: Approval, now_us: int) -> bool:
    """Tell whether nobody answered a question for a day."""
    is_open = approval.state is ApprovalState.PENDING
    return is_open and now_us - approval.created_us > WAITED_STALE_US
