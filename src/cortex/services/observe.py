"""How does a source hand over what it produced? Exactly, attributed, and never as a fact.

Source: CQR 6.1, 6.2; docs/formats/observations.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cortex.core.names.references import number_in
from cortex.core.observe import intake
from cortex.core.observe.cites import opened
from cortex.core.text.cleaning import clean
from cortex.core.text.tokens import query_words
from cortex.model.capture_policy import EVERYTHING_ALLOWED
from cortex.model.errors import InvalidRequest, NotFound
from cortex.model.limits import OBSERVATIONS_SHOWN_MAX, RETRACTION_CHARS_MAX
from cortex.model.observations import observation_reference
from cortex.services.closed_sources import closed_sources

if TYPE_CHECKING:
    from cortex.model.callers import Caller
    from cortex.model.capture_policy import CapturePolicy
    from cortex.model.observations import CaptureReceipt, Event, Exact, Grant, Observation, Source
    from cortex.ports.brain import Brain, BrainReader

checked_grant = intake.checked_grant

OFFERED_MAX = 128
"""Observations one question may ask for (CQR 6.3)."""


def register(
    brain: Brain,
    grant: Grant,
    caller: Caller,
    now_us: int,
    policy: CapturePolicy = EVERYTHING_ALLOWED,
) -> Source:
    """Register a source; with the same terms again it is given as it stands.

    Raises:
        CaptureRefused: the key or the limit is out of bounds, or the key is taken on other terms.
    """
    intake.checked_grant(grant)
    with brain.writing() as writer:
        known = writer.observations.find_source(caller.principal, grant.key)
        if known is None:
            epoch = policy.epoch(grant.scope_id)
            return writer.observations.register(caller.principal, grant, now_us, epoch)
        intake.require_same_grant(known, grant)
        return known


def set_enabled(
    brain: Brain,
    key: str,
    caller: Caller,
    policy: CapturePolicy = EVERYTHING_ALLOWED,
    *,
    is_enabled: bool,
) -> Source:
    """Open or close a source; one that is opened is open under the policy that holds now.

    Raises:
        CaptureRefused: nobody registered it.
    """
    with brain.writing() as writer:
        source = writer.observations.find_source(caller.principal, key)
        if source is None:
            return intake.require_open(source, key)
        epoch = policy.epoch(source.scope_id) if is_enabled else source.policy_epoch
        number = source.source_no
        writer.observations.set_enabled(number, is_enabled=is_enabled, policy_epoch=epoch)
        return source._replace(is_enabled=is_enabled, policy_epoch=epoch)


def sources(brain: Brain, caller: Caller) -> list[Source]:
    """Give the caller's sources, by key."""
    with brain.reading() as reader:
        return reader.observations.sources(caller.principal)


def put(  # noqa: PLR0913  # What is handed over, by whom, when and under what.
    brain: Brain,
    key: str,
    generation: str,
    event: Event,
    caller: Caller,
    now_us: int,
    *,
    policy: CapturePolicy = EVERYTHING_ALLOWED,
) -> CaptureReceipt:
    """Keep an event, as ``services.intake.put``."""
    from cortex.services.intake import Intake
    from cortex.services.intake import put as take_event  # A commit reads here and keeps nothing.

    return take_event(brain, key, generation, event, Intake(caller, now_us, policy))


def get(
    brain: Brain, reference: str, caller: Caller, policy: CapturePolicy = EVERYTHING_ALLOWED
) -> Exact:
    """Give one observation whole, if its source is open to this caller.

    Raises:
        InvalidRequest: the text is no reference of an observation.
        NotFound: there is none, or not for this caller.
        CaptureRefused: its source is disabled, or capture is or was stopped for it.
    """
    with brain.reading() as reader:
        return opened(readable(reader, reference, caller, policy))


def readable(
    reader: BrainReader,
    reference: str,
    caller: Caller,
    policy: CapturePolicy = EVERYTHING_ALLOWED,
) -> Observation:
    """Give one observation, as ``get``, within an open transaction."""
    found = reader.observations.find(observation_id(reference))
    if found is None or found.source.principal != caller.principal:
        message = f"{reference} does not exist here"
        raise NotFound(message, remedy="check the id; `cortex capture query` lists observations")
    intake.require_open(found.source, found.source.key, policy)
    return found


def retract(  # What, why, by whom, when and under what.
    brain: Brain,
    reference: str,
    reason: str,
    caller: Caller,
    now_us: int,
    policy: CapturePolicy = EVERYTHING_ALLOWED,
) -> Exact:
    """Offer an observation to nobody any more; doing it twice keeps the first reason.

    Raises:
        InvalidRequest: no reason, or one that is too long.
        NotFound, CaptureRefused: as ``get``.
    """
    why = clean(reason).text
    if not 0 < len(why) <= RETRACTION_CHARS_MAX:
        message = f"a retraction needs a reason of 1 to {RETRACTION_CHARS_MAX} characters"
        raise InvalidRequest(message, remedy="say why in a few words", field="reason")
    with brain.writing() as writer:
        found = readable(writer, reference, caller, policy)
        writer.observations.retract(found.observation_id, why, now_us)
        now_kept = writer.observations.find(found.observation_id)
        assert now_kept is not None
        return opened(now_kept)


def offered(
    reader: BrainReader,
    text: str,
    caller: Caller,
    scope_ids: Sequence[str],
    limit: int = OBSERVATIONS_SHOWN_MAX,
    policy: CapturePolicy = EVERYTHING_ALLOWED,
) -> list[Observation]:
    """Give the observations that share words with a text, or the newest when it has none."""
    from cortex.services.search import ranked_observations  # Nor does it search.

    principal = caller.principal
    closed = closed_sources(reader, principal, policy)
    if not query_words(text):
        return reader.observations.newest(principal, scope_ids, limit, closed)
    return ranked_observations(reader, text, principal, scope_ids, limit, closed)


def search(  # A question, who asks, where, how much, and under what.
    brain: Brain,
    text: str,
    caller: Caller,
    scope_ids: Sequence[str],
    limit: int,
    policy: CapturePolicy = EVERYTHING_ALLOWED,
) -> list[Observation]:
    """Give what ``offered`` gives, in a snapshot of its own."""
    with brain.reading() as reader:
        return offered(reader, text, caller, scope_ids, min(limit, OFFERED_MAX), policy)


def observation_id(reference: str, field: str = "reference") -> int:
    """Give the id a reference of an observation names; the prefix may be missing.

    Raises:
        InvalidRequest: it names none.
    """
    number = number_in(reference, "obs:")
    if number is not None:
        return number
    message = f"'{reference.strip()[:40]}' names no observation"
    remedy = f"write {observation_reference(12)}"
    raise InvalidRequest(message, remedy=remedy, field=field)
