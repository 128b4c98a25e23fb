"""How are routes between words learned, left aside, explained and judged?

Off in each scope until somebody lets it learn there; what was reset stays off until then. Nothing
here writes a fact, and recall of facts never reads it. Source: CQR 6.5, ADR 0130.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.core.observe import associations as rule
from cortex.core.observe.cites import opened
from cortex.core.observe.intake import checked_label, is_closed
from cortex.model.associations import LEARNING_ROLES, Alias, Assessed, Assessment
from cortex.model.capture_policy import EVERYTHING_ALLOWED
from cortex.model.errors import NotFound
from cortex.model.lean_classes import NamedTuple
from cortex.model.limits import ASSESSMENTS_MAX, ASSOCIATIONS_MAX
from cortex.model.refusals import CaptureRefused
from cortex.services.closed_sources import closed_sources
from cortex.services.observe import observation_id

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cortex.model.callers import Caller
    from cortex.model.capture_policy import CapturePolicy
    from cortex.ports.brain import Brain, BrainReader, BrainWriter

IDENTITY_CONFLICT = "feedback_identity_conflict"
NOT_ELIGIBLE = "feedback_source_not_eligible"
QUOTA = "feedback_quota"


class Judgement(NamedTuple):
    """What is said about a source: under which name, and of which observation."""

    scope_id: str
    event_key: str
    reference: str
    assessment: Assessment


def learn(brain: Brain, scope_id: str, caller: Caller) -> int:
    """Learn the routes of a scope anew and use them; gives how many observations teach.

    Doing it twice gives the same routes.
    """
    with brain.writing() as writer:
        return _learn(writer, scope_id, caller.principal)


def relearn(writer: BrainWriter) -> None:
    """Learn anew wherever routes are used; where they are off they stay off."""
    for principal, scope_id in writer.associations.where_on():
        _learn(writer, scope_id, principal)


def reset(brain: Brain, scope_id: str, caller: Caller) -> None:
    """Drop the routes of a scope, and use none until the next ``learn``; assessments stay."""
    with brain.writing() as writer:
        writer.associations.unlearn(caller.principal, scope_id)


def aliases(
    reader: BrainReader,
    scope_id: str,
    cues: Sequence[str],
    principal: str,
    limit: int = ASSOCIATIONS_MAX,
    *,
    policy: CapturePolicy = EVERYTHING_ALLOWED,
) -> list[Alias]:
    """Give the words that the words of a question lead to, strongest first.

    Empty where routes are off. An alias is a term as observations are found by, and never one of
    the cues: whoever looks for it leaves out what holds a cue, which is found without a route.
    """
    kept = reader.associations
    asked = rule.cue_terms(cues)
    if not asked or not kept.is_on(principal, scope_id):
        return []
    closed = closed_sources(reader, principal, policy)
    supporting = [
        one for one in kept.supports(principal, scope_id, asked) if one.source_no not in closed
    ]
    said = kept.feedback(principal, scope_id, [one.observation_id for one in supporting])
    return rule.aliases(asked, supporting, said)[:limit]


def explain(
    brain: Brain,
    scope_id: str,
    text: str,
    caller: Caller,
    policy: CapturePolicy = EVERYTHING_ALLOWED,
) -> list[Alias] | None:
    """Give the routes from the words of a text, or None where routes are off."""
    with brain.reading() as reader:
        if not reader.associations.is_on(caller.principal, scope_id):
            return None
        return aliases(reader, scope_id, [text], caller.principal, policy=policy)


def assess(
    brain: Brain,
    judgement: Judgement,
    caller: Caller,
    now_us: int,
    policy: CapturePolicy = EVERYTHING_ALLOWED,
) -> bool:
    """Keep what somebody says about a source; False when that was said under the name already.

    What was taken back counts again when it is said again.

    Raises:
        CaptureRefused: the name stands for something else, the source cannot teach, or so much was
            said in this scope that no more is kept.
        InvalidRequest: the reference names no observation.
    """
    scope_id, event_key, reference, assessment = judgement
    checked_label(event_key, "event_key")
    number = observation_id(reference, "id")
    with brain.writing() as writer:
        kept = writer.associations
        known = kept.find_assessment(caller.principal, scope_id, event_key)
        wanted = Assessed(number, assessment, is_active=True)
        if known == wanted:
            return False
        if known is not None and known[:2] != wanted[:2]:
            message = f"'{event_key[:60]}' stands for another assessment"
            remedy = "give it a name of its own"
            raise CaptureRefused(IDENTITY_CONFLICT, message, remedy=remedy, field="event_key")
        _require_eligible(writer, number, scope_id, caller, policy)
        if known is None and kept.count_assessments(caller.principal, scope_id) >= ASSESSMENTS_MAX:
            message = f"{ASSESSMENTS_MAX} assessments are kept of this scope"
            raise CaptureRefused(QUOTA, message, remedy="take nothing more in", field="event_key")
        kept.assess(caller.principal, scope_id, event_key, wanted, now_us)
        return True


def unassess(brain: Brain, scope_id: str, event_key: str, caller: Caller, now_us: int) -> Assessed:
    """Let an assessment count nothing any more; twice is the same as once.

    Raises:
        NotFound: nothing was said under this name here.
    """
    with brain.writing() as writer:
        known = writer.associations.find_assessment(caller.principal, scope_id, event_key)
        if known is None:
            message = f"nothing was said as '{event_key[:60]}' in this scope"
            remedy = "check the event key, and the place it was said from"
            raise NotFound(message, remedy=remedy, field="event_key")
        inactive = known._replace(is_active=False)
        if known.is_active:
            writer.associations.assess(caller.principal, scope_id, event_key, inactive, now_us)
        return inactive


def _learn(writer: BrainWriter, scope_id: str, principal: str) -> int:
    taught = rule.supports(writer.associations.evidence(principal, scope_id))
    writer.associations.learn(principal, scope_id, taught)
    return len(taught)


def _require_eligible(
    reader: BrainReader, number: int, scope_id: str, caller: Caller, policy: CapturePolicy
) -> None:
    """Refuse a source that no route can come from; all in the same words."""
    found = reader.observations.find(number)
    if (
        found is None
        or (found.source.principal, found.source.scope_id) != (caller.principal, scope_id)
        or is_closed(found.source, policy)
        or found.source.role not in LEARNING_ROLES
        or found.retracted_us is not None
        or not opened(found).is_intact
    ):
        message = f"obs:{number} is no source that routes of this scope can come from"
        remedy = "name a document or a user's statement of this scope that still stands"
        raise CaptureRefused(NOT_ELIGIBLE, message, remedy=remedy, field="id")
