"""What can be handed over for some words at this moment, and if nothing, why?

Every reading checks anew whether what it finds may be given. Source: CQR 6.3, ADR 0126.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.core.observe.cites import opened
from cortex.core.observe.deliveries import fingerprint
from cortex.core.observe.intake import is_closed
from cortex.core.observe.packing import Bounds, Bundle, Packed, pack
from cortex.model.callers import Caller
from cortex.model.lean_classes import NamedTuple
from cortex.model.limits import CLOSURE_MAX
from cortex.model.needs import (
    Asked,
    Evidence,
    Hit,
    Hits,
    Omitted,
    Overflow,
    PreparedView,
    Route,
    Sized,
    ViewStatus,
)
from cortex.model.observations import Role, observation_reference
from cortex.wire.needs import evidence_bytes

if TYPE_CHECKING:
    from cortex.model.capture_policy import CapturePolicy
    from cortex.model.observations import Observation
    from cortex.ports.brain import BrainReader


class Viewer(NamedTuple):
    """Who looks and when, and what the operator allows now."""

    principal: str
    now_us: int
    policy: CapturePolicy


class Limits(NamedTuple):
    """What one view may have, what happens when there is more, and whether routes widen it."""

    bounds: Bounds
    overflow: Overflow = Overflow.PREFIX
    is_learned: bool = False


class _Blocked(Exception):
    """Nothing may be handed over."""

    def __init__(self, status: ViewStatus, *blocked: str) -> None:
        super().__init__(status)
        self.status = status
        self.blocked = blocked


def view_of(
    reader: BrainReader, asked: Asked, limits: Limits, viewer: Viewer, cues: tuple[str, ...]
) -> PreparedView:
    """Give the view of what is asked, without a delivery.

    Args:
        cues: the words looked for as they were written, to be told.
    """
    try:
        status, packed = _found(reader, asked, limits, viewer)
        if status is ViewStatus.READY:
            packed = _newest_first(_widened(reader, asked, limits, viewer, packed, cues))
        blocked: tuple[str, ...] = ()
    except _Blocked as stop:
        status, packed = stop.status, Packed((), 0, Omitted())
        blocked = stop.blocked
    return PreparedView(
        status=status,
        evidence=packed.evidence,
        omitted=packed.omitted,
        blocked=blocked,
        cues=cues,
        fingerprint=fingerprint(packed.evidence),
        restore_epoch=reader.restore_epoch(),
        policy_epoch=max(map(viewer.policy.epoch, asked.scope_ids), default=0),
        payload_bytes=packed.payload_bytes if packed.evidence else 0,
        is_pending=status is ViewStatus.PROJECTION_PENDING,
        assembly_brief=_brief(reader, asked, limits, viewer, cues) if packed.evidence else "",
    )


def closed_sources(reader: BrainReader, asked: Asked, policy: CapturePolicy) -> list[str]:
    """Give the keys of sources in these scopes that may not be read now, in order."""
    return [
        source.key
        for source in reader.observations.sources(asked.principal)
        if source.scope_id in asked.scope_ids
        and source.role is not Role.DELIVERY_ONLY
        and is_closed(source, policy)
    ]


def _found(
    reader: BrainReader, asked: Asked, limits: Limits, viewer: Viewer
) -> tuple[ViewStatus, Packed]:
    hits = reader.needs.hits(asked, limits.bounds.results_max + 1)
    bundles, altered = _bundles(reader, hits, limits, viewer.policy)
    closed = closed_sources(reader, asked, viewer.policy)
    if closed:
        raise _Blocked(ViewStatus.PERMISSION_REQUIRED, *closed)
    if altered:
        raise _Blocked(ViewStatus.SOURCE_UNAVAILABLE, *altered)
    pending = what_waits(reader, asked)
    if pending:
        raise _Blocked(ViewStatus.PROJECTION_PENDING, *pending)
    packed = pack(bundles, hits, limits.bounds, evidence_bytes)
    if not packed.omitted.total and asked.after is None:
        return ViewStatus.READY, packed
    is_empty = not packed.evidence and asked.after is None
    if is_empty or limits.overflow is Overflow.REFUSE:
        omitted = Omitted(hits.total, hits.text_bytes, packed.omitted.too_large)
        return ViewStatus.QUOTA_BLOCKED, Packed((), 0, omitted)
    return ViewStatus.PARTIAL, packed


def _newest_first(packed: Packed) -> Packed:
    newest = sorted(packed.evidence, key=lambda one: -one.observation.observation_id)
    return packed._replace(evidence=tuple(newest))


def _widened(  # What was asked, what was found, and how far it may go.
    reader: BrainReader,
    asked: Asked,
    limits: Limits,
    viewer: Viewer,
    packed: Packed,
    cues: tuple[str, ...],
) -> Packed:
    """Fill the room that is left with what learned routes lead to, as far as it fits.

    A route is a guess: what it leads to never makes a view partial, and whatever is wrong with it
    leaves the view as it was.
    """
    room = limits.bounds.results_max - len(packed.evidence)
    if not limits.is_learned or room < 1:
        return packed
    from cortex.services.associations import aliases

    terms = dict.fromkeys(
        (alias.alias,)
        for scope_id in asked.scope_ids
        for alias in aliases(reader, scope_id, cues, asked.principal)
    )
    if not terms:
        return packed
    further = asked._replace(cues=tuple(terms), excluded=(*asked.excluded, *asked.cues))
    hits = reader.needs.hits(further, room)
    try:
        bundles, altered = _bundles(reader, hits, limits, viewer.policy, Route.LEARNED)
    except _Blocked:
        return packed
    bounds = limits.bounds._replace(results_max=room)
    more = pack([] if altered else bundles, hits, bounds, evidence_bytes, packed.evidence)
    return packed._replace(evidence=more.evidence, payload_bytes=more.payload_bytes)


def _brief(
    reader: BrainReader, asked: Asked, limits: Limits, viewer: Viewer, cues: tuple[str, ...]
) -> str:
    """Give what learned routes to assemblies have to tell; empty where there is none."""
    if not limits.is_learned:
        return ""
    from cortex.core.assemblies.brief import brief_of
    from cortex.services.assemblies import Sight
    from cortex.services.routes import bundles

    sight = Sight(Caller(asked.principal), viewer.now_us, viewer.policy)
    found = bundles(reader, asked.scope_ids, " ".join(cues), sight)
    return brief_of(found or ())


def what_waits(reader: BrainReader, asked: Asked) -> tuple[str, ...]:
    """Give what was captured but is not findable yet, or is to be captured still."""
    files = reader.needs.never_captured(asked.principal, asked.scope_ids)
    waiting = reader.needs.waiting(asked.principal, asked.scope_ids, 1)
    return (*files, *map(observation_reference, waiting))


def _bundles(
    reader: BrainReader,
    hits: Hits,
    limits: Limits,
    policy: CapturePolicy,
    own: Route = Route.LITERAL,
) -> tuple[list[Bundle], list[str]]:
    """Give the bundles of the first hits, as far as they can matter, and what was altered."""
    bundles: list[Bundle] = []
    altered: list[str] = []
    loaded: dict[int, Observation] = {}
    read_bytes = 0
    for hit in hits.first:
        members = _closure(reader, hit)
        size = sum(members.values())
        if size > limits.bounds.bytes_max:
            bundles.append(Bundle(hit.rank, hit.text_bytes, ()))
            continue
        read_bytes += sum(members[number] for number in members if number not in loaded)
        if read_bytes > limits.bounds.bytes_max:
            break  # Not even the texts fit any more.
        evidence = []
        for number in members:
            if number not in loaded:
                loaded[number] = _readable(reader, number, hit, altered, policy)
            is_itself = number == hit.rank.observation_id
            route = own if is_itself else Route.REQUIRED
            cues = hit.rank.cues if is_itself else 0
            evidence.append(Evidence(loaded[number], route, cues))
        bundles.append(Bundle(hit.rank, hit.text_bytes, tuple(evidence)))
    return bundles, altered


def _closure(reader: BrainReader, hit: Hit) -> dict[int, int]:
    """Give the bytes of an observation and of all it requires, by id, itself first."""
    members = {hit.rank.observation_id: hit.text_bytes}
    edge = [hit.rank.observation_id]
    while edge:
        required = reader.needs.required_by(edge)
        found: list[Sized] = [one for parent in edge for one in required.get(parent, ())]
        new = {one.observation_id: one.text_bytes for one in found}
        edge = [number for number in new if number not in members]
        members |= {number: new[number] for number in edge}
        if len(members) > CLOSURE_MAX:
            reference = observation_reference(hit.rank.observation_id)
            raise _Blocked(ViewStatus.CLOSURE_LIMIT, reference)
    return members


def _readable(
    reader: BrainReader, number: int, hit: Hit, altered: list[str], policy: CapturePolicy
) -> Observation:
    """Load one observation; what is required must be whole and open, or nothing is given."""
    seen = reader.observations.find(number)
    assert seen is not None, "a foreign key names it"
    is_intact = opened(seen).is_intact
    if number == hit.rank.observation_id:
        if not is_intact:
            altered.append(seen.reference)
        return seen
    is_offered = seen.source.role is not Role.DELIVERY_ONLY and seen.retracted_us is None
    if not is_intact or not is_offered or is_closed(seen.source, policy):
        raise _Blocked(ViewStatus.QUALIFICATION_UNAVAILABLE, seen.reference)
    return seen
