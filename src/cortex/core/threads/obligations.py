"""Which move may an obligation make, and what verifies it?

Nothing but a verification leads to ``verified_complete``; ``cancelled`` is final. Source: CQR 5.8.
"""

from cortex.model.errors import InvalidRequest
from cortex.model.refusals import MoveRefused
from cortex.model.threads import OVER_STATES, ObligationState

_S = ObligationState

MOVES: dict[ObligationState, tuple[ObligationState, ...]] = {
    _S.CANCELLED: (),
    _S.VERIFIED_COMPLETE: (_S.REOPENED,),
    _S.REOPENED: (_S.IN_PROGRESS, _S.READY, _S.CANCELLED),
    _S.OBSERVED_COMPLETE: (_S.IN_PROGRESS, _S.REOPENED, _S.CANCELLED),
    _S.BLOCKED: (_S.IN_PROGRESS, _S.READY, _S.CANCELLED),
    _S.IN_PROGRESS: (_S.OBSERVED_COMPLETE, _S.BLOCKED, _S.READY, _S.CANCELLED),
    _S.READY: (_S.IN_PROGRESS, _S.BLOCKED, _S.CANCELLED),
    _S.PROPOSED: (_S.IN_PROGRESS, _S.READY, _S.CANCELLED),
}
"""The only moves of a transition."""

FIRST_STATES = (_S.PROPOSED, _S.READY)
"""States an obligation may start in."""

VERIFIABLE = (_S.IN_PROGRESS, _S.OBSERVED_COMPLETE, _S.REOPENED)
"""States a verification needs, unless an authority is named."""


def require_move(name: str, state: ObligationState, to: ObligationState) -> None:
    """Let an allowed move through.

    Raises:
        MoveRefused: it is none; the remedy says what may follow.
    """
    if to in MOVES[state]:
        return
    if to is _S.VERIFIED_COMPLETE:
        remedy = "verify it: give its predicate, the artifact, the checker and passed=true"
    elif not MOVES[state]:
        remedy = "owe it anew if it is owed after all"
    else:
        remedy = f"from {state} it may become {', '.join(MOVES[state])}"
    message = f"{name} is {state} and cannot become {to}"
    raise MoveRefused(message, remedy=remedy, field="to")


def require_verified(
    name: str,
    state: ObligationState,
    registered: str | None,
    told: str,
    *,
    has_passed: bool,
    has_authority: bool,
) -> None:
    """Let a verification through: the registered predicate was checked and it passed.

    Raises:
        InvalidRequest: no predicate is registered, another one was checked, or it did not pass.
        MoveRefused: the obligation is in no state that can be verified.
    """
    if registered is None:
        message = f"{name} names no predicate, so nothing can verify it"
        remedy = "owe it again with the predicate that tells when it is done"
        raise InvalidRequest(message, remedy=remedy, field="predicate")
    if told != registered:
        message = f"the predicate that was checked is not the one of {name}"
        remedy = "check the predicate that `status` shows for it"
        raise InvalidRequest(message, remedy=remedy, field="predicate")
    if not has_passed:
        message = f"a check that did not pass verifies nothing; {name} stays {state}"
        remedy = "record the failed run as an attempt, and verify when the check passes"
        raise InvalidRequest(message, remedy=remedy, field="passed")
    if state in OVER_STATES or not (state in VERIFIABLE or has_authority):
        allowed = ", ".join(VERIFIABLE)
        message = f"{name} is {state} and cannot be verified"
        remedy = f"it must be {allowed}, or an authority must be named"
        if state is _S.VERIFIED_COMPLETE:
            remedy = "for another artifact: revalidate"
        if state is _S.CANCELLED:
            remedy = "owe it anew if it is owed after all"
        raise MoveRefused(message, remedy=remedy, field="obligation")
