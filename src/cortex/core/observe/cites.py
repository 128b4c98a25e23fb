"""May a fact rest on this observation?

Every condition must hold, for every observation cited: one bad cite refuses the commit.
Source: CQR 5.6.
"""

from collections.abc import Sequence

from cortex.core.observe.standing import is_stopped
from cortex.core.text.digests import content_hash
from cortex.model.capture_policy import EVERYTHING_ALLOWED, CapturePolicy
from cortex.model.observations import Exact, Observation, Role
from cortex.model.scopes import USER_SCOPE_ID


def refusal_of_cite(
    observation: Observation,
    principal: str,
    scope_id: str,
    roles: Sequence[str] | None = None,
    policy: CapturePolicy = EVERYTHING_ALLOWED,
) -> str | None:
    """Give why a fact of this scope cannot cite an observation, or None when it can.

    What belongs to somebody else is refused in the same words as what does not exist.

    Args:
        roles: roles of a source that may be cited; None allows every one that can be evidence.
        policy: the operator's word on capture.
    """
    source = observation.source
    if source.principal != principal:
        return "does not exist here"
    if not source.is_enabled:
        return "comes from a source that is disabled"
    if is_stopped(source, policy):
        return "comes from a source whose capture is stopped"
    if source.role is Role.DELIVERY_ONLY:
        return "is text that was delivered, which is no evidence"
    if roles is not None and source.role not in roles:
        return f"comes from a source of the role '{source.role}', which the operator does not allow"
    if observation.retracted_us is not None:
        return "was retracted"
    if source.scope_id not in (scope_id, USER_SCOPE_ID):
        return "belongs to another scope than the fact"
    if not opened(observation).is_intact:
        return "is no longer what was captured"
    return None


def opened(observation: Observation) -> Exact:
    """Give an observation whole, after comparing its text with the digest that was taken."""
    return Exact(observation, content_hash(observation.event.text) == observation.digest)
