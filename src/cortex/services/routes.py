"""What did the use of assemblies teach, and which of them does a question lead to?

Reports are kept whatever they say; only those that somebody vouches for teach. Nothing is worked
out ahead: a report that is taken back, or whose source goes, counts nothing from that moment on.
Source: CQR 6.6, ADR 0131.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.core.assemblies.utility import edge_count, weigh
from cortex.core.facts.references import parse_reference
from cortex.core.observe.associations import terms_in
from cortex.core.observe.intake import checked_label, is_closed
from cortex.core.text.cleaning import clean
from cortex.model.assemblies import Bundle, RouteEvent
from cortex.model.errors import InvalidRequest, NotFound
from cortex.model.lean_classes import NamedTuple
from cortex.model.limits import (
    BUNDLES_MAX,
    LEARNING_CUES_MAX,
    LEARNING_SOURCES_MAX,
    RETRACTION_CHARS_MAX,
)
from cortex.model.observations import observation_reference
from cortex.model.refusals import CaptureRefused
from cortex.services.assemblies import find, opened
from cortex.services.find import get_fact
from cortex.services.observe import observation_id, readable

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from cortex.model.assemblies import EventSpec, KeptEvent
    from cortex.model.callers import Caller
    from cortex.ports.brain import Brain, BrainReader
    from cortex.services.assemblies import Sight

IDENTITY_CONFLICT = "learning_event_identity_conflict"
CUES = "invalid_learning_cues"
SOURCES = "invalid_learning_sources"
SCOPE = "learning_scope_mismatch"

OBSERVATION = "obs:"

CUE_BYTES_MAX = 128
"""UTF-8 bytes of one cue (CQR 6.3)."""


class Recorded(NamedTuple):
    """What became of a report: kept now, or how the one of its name stands."""

    is_recorded: bool
    status: str


def record(
    brain: Brain, told: EventSpec, scope_id: str | None, caller: Caller, now_us: int
) -> Recorded:
    """Keep a report; the same again changes nothing, and what was taken back stays so.

    Args:
        scope_id: the scope it says it is of; None for that of the assembly.

    Raises:
        CaptureRefused: its name stands for another report, it is of another scope than the
            assembly, or its cues or sources are out of bounds.
        NotFound: there is no such assembly, or no such source.
    """
    for text, field in ((told.origin, "origin"), (told.event_id, "origin_event_id")):
        checked_label(text, field)
    checked_label(told.unit, "training_unit")
    if told.receipt_ref is not None:
        checked_label(told.receipt_ref, "receipt_ref")
    with brain.writing() as writer:
        event = _event(writer, told, caller)
        if scope_id not in (None, event.scope_id):
            message = "the report is of another scope than the assembly it is about"
            remedy = "leave the scope out, or report what is assembled there"
            raise CaptureRefused(SCOPE, message, remedy=remedy, field="scope")
        known = writer.assemblies.find_event(caller.principal, event.origin, event.event_id)
        if known is not None:
            return Recorded(is_recorded=False, status=_same(known, event))
        if writer.assemblies.erased_among(caller.principal, event.sources):
            return Recorded(is_recorded=False, status="source_erased")
        writer.assemblies.record(event, now_us)
        return Recorded(is_recorded=True, status="recorded")


def retract(
    brain: Brain, name: tuple[str, str], reason: str, caller: Caller, now_us: int
) -> KeptEvent:
    """Take the report of this (origin, event id) back; twice is the same as once.

    Raises:
        InvalidRequest: no reason, or one that is too long.
        NotFound: there is no such report.
    """
    why_not = clean(reason).text
    if not 0 < len(why_not) <= RETRACTION_CHARS_MAX:
        message = f"taking back needs a reason of 1 to {RETRACTION_CHARS_MAX} characters"
        raise InvalidRequest(message, remedy="say why in a few words", field="reason")
    with brain.writing() as writer:
        known = writer.assemblies.find_event(caller.principal, *name)
        if known is None:
            message = f"'{name[0][:60]}' reported nothing as '{name[1][:60]}'"
            raise NotFound(message, remedy="check origin and event", field="event")
        if not known.is_retracted:
            writer.assemblies.retract(caller.principal, *name, why_not, now_us)
        return known._replace(is_retracted=True)


def erase(brain: Brain, source: str, caller: Caller, now_us: int) -> int:
    """Take every report that rests on a source out of use, now and later; gives how many.

    Raises:
        InvalidRequest: it is no reference of an observation or fact.
    """
    named = _source_named(source)
    with brain.writing() as writer:
        return writer.assemblies.erase_source(caller.principal, named, now_us)


def rebuild(brain: Brain, scope_id: str, sight: Sight) -> int:
    """Use the routes of a scope, and give how many there are now."""
    with brain.writing() as writer:
        writer.assemblies.switch(sight.caller.principal, scope_id, is_on=True)
        return edge_count(_lessons(writer, scope_id, None, sight))


def reset(brain: Brain, scope_id: str, caller: Caller) -> None:
    """Use the routes of a scope no more, until the next ``rebuild``; reports stay."""
    with brain.writing() as writer:
        writer.assemblies.switch(caller.principal, scope_id, is_on=False)


def bundles(
    reader: BrainReader,
    scope_ids: Sequence[str] | None,
    text: str | None,
    sight: Sight,
    limit: int = BUNDLES_MAX,
) -> list[Bundle] | None:
    """Give the assemblies a text leads to, the most useful first; None where routes are off.

    Args:
        scope_ids: where to look; None is everywhere.
        text: a question; None asks for everything that was ever praised.
    """
    on = reader.assemblies.where_on(sight.caller.principal)
    searched = [one for one in on if scope_ids is None or one in scope_ids]
    if not searched:
        return None
    asked = None if text is None else frozenset(terms_in(text))
    weights = [
        weight
        for scope_id in searched
        for weight in weigh(_lessons(reader, scope_id, asked, sight), asked)
    ]
    weights.sort(key=lambda one: (-one.utility, one.assembly_id))
    return [
        Bundle(opened(reader, find(reader, one.assembly_id, sight.caller), sight), one)
        for one in weights[:limit]
    ]


def why(brain: Brain, scope_id: str, text: str | None, sight: Sight) -> list[Bundle] | None:
    """Give what ``bundles`` gives for one scope, in a snapshot of its own."""
    with brain.reading() as reader:
        return bundles(reader, [scope_id], text, sight)


def _lessons(
    reader: BrainReader, scope_id: str, asked: frozenset[str] | None, sight: Sight
) -> list[RouteEvent]:
    """Give the reports that can speak: of units with a word asked for, on ground that stands.

    A unit is given whole, because a report of it without such a word may still say the opposite.
    """
    principal = sight.caller.principal
    heard = reader.assemblies.lessons(principal, scope_id)
    if asked is not None:
        units = {(one.assembly_id, one.unit) for one in heard if not asked.isdisjoint(one.cues)}
        heard = [one for one in heard if (one.assembly_id, one.unit) in units]
    named = sorted({one.assembly_id for one in heard})
    found = {name: reader.assemblies.find(principal, name) for name in named}
    here = {name for name, one in found.items() if one is not None and one.scope_id == scope_id}
    standing = _standing(reader, {source for one in heard for source in one.sources}, sight)
    return [one for one in heard if one.assembly_id in here and standing.issuperset(one.sources)]


def _standing(reader: BrainReader, sources: Collection[str], sight: Sight) -> set[str]:
    """Give those of the sources that are still there as they were, and may be read."""
    principal = sight.caller.principal
    seen = {observation_id(one): one for one in sources if one.startswith(OBSERVATION)}
    open_sources = {
        source.source_no
        for source in (reader.observations.sources(principal) if seen else ())
        if not is_closed(source, sight.policy)
    }
    unaltered = reader.assemblies.unaltered(sorted(seen))
    return {
        *(seen[number] for number, source_no in unaltered.items() if source_no in open_sources),
        *(
            one
            for one in sources
            if not one.startswith(OBSERVATION)
            and not reader.erasure.is_forgotten(parse_reference(one).fact_id)
        ),
    }


def _event(reader: BrainReader, told: EventSpec, caller: Caller) -> RouteEvent:
    """Give the report as it is kept."""
    assembly = find(reader, told.target, caller)
    return RouteEvent(
        caller.principal,
        told.origin,
        told.event_id,
        assembly.scope_id,
        told.unit,
        assembly.assembly_id,
        told.kind,
        told.reward,
        _cues(told.cues),
        _sources(reader, told.sources, caller),
        told.observed_us,
        told.receipt_ref,
    )


def _cues(given: Sequence[str]) -> tuple[str, ...]:
    """Give the terms of the cues, sorted."""
    cues = dict.fromkeys(given)
    too_long = any(len(cue.encode("utf-8", "surrogatepass")) > CUE_BYTES_MAX for cue in cues)
    secret = any(clean(cue).counts for cue in cues)
    terms = {term for cue in cues for term in terms_in(cue)} if not too_long else set()
    if secret or too_long or not 0 < len(terms) <= LEARNING_CUES_MAX or len(cues) < len(given):
        message = f"a report has 1 to {LEARNING_CUES_MAX} words as cues, each once, each at most"
        message += f" {CUE_BYTES_MAX} bytes, and none of them a secret"
        remedy = "give the words of the question that matter"
        raise CaptureRefused(CUES, message, remedy=remedy, field="cues")
    return tuple(sorted(terms))


def _sources(reader: BrainReader, given: Sequence[str], caller: Caller) -> tuple[str, ...]:
    """Give the sources in the form that is kept, sorted; each must be there for this caller."""
    if len(given) > LEARNING_SOURCES_MAX:
        message = f"a report rests on at most {LEARNING_SOURCES_MAX} sources, not {len(given)}"
        raise CaptureRefused(SOURCES, message, remedy="name the nearest", field="sources")
    named = sorted({_source_named(source) for source in given})
    erased = reader.assemblies.erased_among(caller.principal, named)
    for source in named:
        if source in erased:
            continue
        if source.startswith(OBSERVATION):
            readable(reader, source, caller)
        else:
            get_fact(reader, source, caller, "sources")
    return tuple(named)


def _source_named(source: str) -> str:
    """Give the one form of a source's reference: a fact by its number, without its family."""
    written = source.strip().casefold()
    if written.startswith(OBSERVATION):
        return observation_reference(observation_id(written, "source"))
    return f"fact:{parse_reference(written, 'source').fact_id}"


def _same(known: KeptEvent, event: RouteEvent) -> str:
    """Give how the known report of this name stands.

    Raises:
        CaptureRefused: it says something else. What was erased says nothing any more.
    """
    if known.is_erased or known.event == event:
        return known.status if known.status != "recorded" else "duplicate"
    message = f"'{event.origin[:60]}' reported something else as '{event.event_id[:60]}'"
    remedy = "give the report a name of its own, or take the first one back"
    raise CaptureRefused(IDENTITY_CONFLICT, message, remedy=remedy, field="origin_event_id")
