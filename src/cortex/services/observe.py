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
from cortex.core.text.digests import content_hash
from cortex.core.text.tokens import index_terms, query_words
from cortex.model.errors import InvalidRequest, NotFound
from cortex.model.limits import OBSERVATIONS_SHOWN_MAX, RETRACTION_CHARS_MAX
from cortex.model.observations import CaptureReceipt, Event, observation_reference
from cortex.services.forgotten import require_not_forgotten

if TYPE_CHECKING:
    from cortex.model.callers import Caller
    from cortex.model.observations import Exact, Grant, Observation, Source
    from cortex.ports.brain import Brain, BrainReader

OFFERED_MAX = 128
"""Observations one question may ask for (CQR 6.3)."""


def register(brain: Brain, grant: Grant, caller: Caller, now_us: int) -> Source:
    """Register a source; with the same terms again it is given as it stands.

    Raises:
        CaptureRefused: the key or the limit is out of bounds, or the key is taken on other terms.
    """
    intake.checked_grant(grant)
    with brain.writing() as writer:
        known = writer.observations.find_source(caller.principal, grant.key)
        if known is None:
            return writer.observations.register(caller.principal, grant, now_us)
        intake.require_same_grant(known, grant)
        return known


def set_enabled(brain: Brain, key: str, caller: Caller, *, is_enabled: bool) -> Source:
    """Open or close a source.

    Raises:
        CaptureRefused: nobody registered it.
    """
    with brain.writing() as writer:
        source = writer.observations.find_source(caller.principal, key)
        if source is None:
            return intake.require_open(source, key)
        writer.observations.set_enabled(source.source_no, is_enabled=is_enabled)
        return source._replace(is_enabled=is_enabled)


def sources(brain: Brain, caller: Caller) -> list[Source]:
    """Give the caller's sources, by key."""
    with brain.reading() as reader:
        return reader.observations.sources(caller.principal)


def put(
    brain: Brain, key: str, generation: str, event: Event, caller: Caller, now_us: int
) -> CaptureReceipt:
    """Keep an event exactly as it is; the same event again gives the first receipt.

    Raises:
        CaptureRefused: the source may not, the text cannot be kept exactly, or the identity is
            taken by another text.
        Forgotten: the text, or a paragraph of it, is a statement that was forgotten.
    """
    intake.checked_label(generation, "generation")
    intake.checked_label(event.key, "event_key")
    with brain.writing() as writer:
        found = writer.observations.find_source(caller.principal, key)
        source = intake.require_open(found, key)
        text = intake.checked_text(event.text, source)
        known = writer.observations.find_event(source.source_no, generation, event.key)
        if known is not None:
            intake.require_same_body(known, event)
            return CaptureReceipt(known, is_duplicate=True)
        require_not_forgotten(writer, text, text)
        kept = writer.observations.add(
            source, generation, event, content_hash(text), tuple(index_terms(text)), now_us
        )
        return CaptureReceipt(kept, is_duplicate=False)


def get(brain: Brain, reference: str, caller: Caller) -> Exact:
    """Give one observation whole, if its source is open to this caller.

    Raises:
        InvalidRequest: the text is no reference of an observation.
        NotFound: there is none, or not for this caller.
        CaptureRefused: its source is disabled.
    """
    with brain.reading() as reader:
        return opened(readable(reader, reference, caller))


def readable(reader: BrainReader, reference: str, caller: Caller) -> Observation:
    """Give one observation, as ``get``, within an open transaction."""
    found = reader.observations.find(observation_id(reference))
    if found is None or found.source.principal != caller.principal:
        message = f"{reference} does not exist here"
        raise NotFound(message, remedy="check the id; `cortex capture query` lists observations")
    intake.require_open(found.source, found.source.key)
    return found


def retract(brain: Brain, reference: str, reason: str, caller: Caller, now_us: int) -> Exact:
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
        found = readable(writer, reference, caller)
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
) -> list[Observation]:
    """Give the observations that share words with a text, or the newest when it has none."""
    terms = {term for word in query_words(text) for term in (*word.parts, word.whole) if term}
    observations = reader.observations
    if not terms:
        return observations.newest(caller.principal, scope_ids, limit)
    return observations.matching(caller.principal, sorted(terms), scope_ids, limit)


def search(
    brain: Brain, text: str, caller: Caller, scope_ids: Sequence[str], limit: int
) -> list[Observation]:
    """Give what ``offered`` gives, in a snapshot of its own."""
    with brain.reading() as reader:
        return offered(reader, text, caller, scope_ids, min(limit, OFFERED_MAX))


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
