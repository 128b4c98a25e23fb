"""How is an agent told what was observed about what it needs?

It subscribes to words and asks for the view whenever it has room. Source: CQR 6.3;
docs/formats/needs.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.core.observe.cues import cues_of, cues_of_question
from cortex.core.observe.deliveries import Handover, delivery_id, is_live
from cortex.core.observe.packing import Bounds
from cortex.core.observe.specs import BOUNDS, checked_name, checked_spec
from cortex.model.capture_policy import EVERYTHING_ALLOWED
from cortex.model.errors import NotFound, StoreBusy, StoreReadOnly, led_by
from cortex.model.limits import (
    NEED_CUES_MAX,
    NEED_QUERY_BYTES_MAX,
    NEEDS_ACTIVE_MAX,
    PROJECTION_SLICE_MAX,
    REQUIREMENTS_MAX,
)
from cortex.model.needs import Asked, Need, NeedSpec, PreparedView, Rank, ViewStatus
from cortex.model.refusals import CaptureRefused
from cortex.services.observe import readable
from cortex.services.prepared import Limits, Viewer, view_of
from cortex.services.projection import project

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from cortex.model.callers import Caller
    from cortex.model.capture_policy import CapturePolicy
    from cortex.ports.brain import Brain, BrainReader

ACTIVE_QUOTA = "active_need_quota"
MISSING = "need_missing_or_expired"
OTHER_SCOPE = "requirement_scope_mismatch"
REQUIREMENT = "invalid_requirement"


def subscribe(brain: Brain, spec: NeedSpec, viewer: Viewer) -> PreparedView:
    """Keep a need, in place of an earlier one of this name, and give its view as it stands now.

    Raises:
        CaptureRefused: a name, a bound or a word is out of order, or too many needs stand.
    """
    checked_spec(spec)
    with brain.writing() as writer:
        writer.needs.drop_expired(viewer.principal, viewer.now_us)
        active = writer.needs.active(viewer.principal, viewer.now_us)
        standing = {need.spec.need_id for need in active}
        if len(standing - {spec.need_id}) >= NEEDS_ACTIVE_MAX:
            message = f"{NEEDS_ACTIVE_MAX} needs stand already"
            remedy = "wait until one ends, or subscribe again under a name that stands"
            raise CaptureRefused(ACTIVE_QUOTA, message, remedy=remedy, field="id")
        need = writer.needs.keep(viewer.principal, spec, viewer.now_us)
    return _viewed(brain, need, viewer, None)


def prepare(
    brain: Brain,
    need_id: str,
    context: str,
    viewer: Viewer,
    *,
    present: str | None = None,
    after: Rank | None = None,
) -> PreparedView:
    """Give what a need finds now, with the id of this delivery.

    It never waits for a writer. What waits to be made findable is made so, a slice at a time, if
    nobody else writes at this moment.

    Args:
        context: the caller's own name for where the payload goes, such as a conversation.
        present: id of an earlier delivery that this context still has; when it is the same
            content, nothing is handed over again.
        after: where an earlier view ended.

    Raises:
        NotFound: no such need stands.
        CaptureRefused: the context has no proper name.
    """
    checked_name(context, "context")
    with brain.reading() as reader:
        need = reader.needs.find(viewer.principal, need_id)
    # A forgetting may have taken every word of it; no word would mean everything.
    if need is None or need.expires_us <= viewer.now_us or not cues_of(need.spec.cues):
        message = led_by(MISSING, f"no need '{need_id[:60]}' stands")
        raise NotFound(message, remedy="subscribe to it: cortex capture subscribe", field="id")
    view = _viewed(brain, need, viewer, after)
    if view.status not in (ViewStatus.READY, ViewStatus.PARTIAL):
        return view
    handover = Handover(viewer.principal, need_id, context, view.fingerprint, view.restore_epoch)
    if present is not None and is_live(present, handover, viewer.now_us):
        return view._replace(delivery_id=present, is_present=True)
    return view._replace(delivery_id=delivery_id(handover, viewer.now_us))


def ask(
    brain: Brain,
    text: str,
    scope_ids: Sequence[str],
    limits: Limits,
    viewer: Viewer,
    after: Rank | None = None,
) -> PreparedView:
    """Give the view of a question that nobody subscribed to; the newest without one.

    Of a question with more than ``NEED_CUES_MAX`` different words the first ones count; the view
    names the words that were looked for.

    Raises:
        CaptureRefused: the question is too long.
    """
    size = len(text.encode("utf-8", "surrogatepass"))
    if size > NEED_QUERY_BYTES_MAX:
        message = f"the question has {size} bytes; it can have {NEED_QUERY_BYTES_MAX}"
        raise CaptureRefused(BOUNDS, message, remedy="ask in fewer words", field="query")
    cues = dict(list(cues_of_question(text).items())[:NEED_CUES_MAX])
    asked = Asked(viewer.principal, tuple(scope_ids), tuple(cues), after=after)
    make_findable(brain, asked)
    with brain.reading() as reader:
        return view_of(reader, asked, limits, viewer, tuple(cues.values()))


def require(
    brain: Brain,
    pair: tuple[str, str],
    caller: Caller,
    now_us: int,
    policy: CapturePolicy = EVERYTHING_ALLOWED,
) -> None:
    """Let one observation never be handed over without another; twice is once.

    Args:
        pair: references of (what must not stand alone, what it needs beside it).

    Raises:
        InvalidRequest: a reference names no observation.
        NotFound: there is none, or not for this caller.
        CaptureRefused: they are one, of two scopes, closed, or too many.
    """
    with brain.writing() as writer:
        first, second = (readable(writer, one, caller, policy) for one in pair)
        if first.observation_id == second.observation_id:
            message = f"{first.reference} cannot require itself"
            raise CaptureRefused(REQUIREMENT, message, remedy="name two", field="child")
        if first.source.scope_id != second.source.scope_id:
            message = f"{first.reference} and {second.reference} belong to different scopes"
            remedy = "require what is of the same project"
            raise CaptureRefused(OTHER_SCOPE, message, remedy=remedy, field="child")
        known = writer.needs.required_by([first.observation_id]).get(first.observation_id, ())
        others = [one for one in known if one.observation_id != second.observation_id]
        if len(others) >= REQUIREMENTS_MAX:
            message = f"{first.reference} requires {REQUIREMENTS_MAX} observations already"
            raise CaptureRefused(REQUIREMENT, message, remedy="group them", field="parent")
        writer.needs.require(first.observation_id, second.observation_id, now_us)


def rebuild(brain: Brain, scope_id: str, principal: str) -> int:
    """Make again the terms by which observations of a scope are found; give how many there are.

    A slice at a time, so that others write in between; at no moment is anything found less.
    """
    with brain.reading() as reader:
        numbers = [
            seen.observation_id
            for seen in reader.observations.iter_all()
            if (seen.source.scope_id, seen.source.principal) == (scope_id, principal)
        ]
    for start in range(0, len(numbers), PROJECTION_SLICE_MAX):
        _project(brain, numbers[start : start + PROJECTION_SLICE_MAX], None)
    return len(numbers)


def make_findable(brain: Brain, asked: Asked) -> int:
    """Project a slice of what waits, if nobody writes at this moment; give how many it was."""
    with brain.reading() as reader:
        waiting = _waiting(reader, asked)
    if not waiting:
        return 0
    try:
        _project(brain, waiting, 0)
    except (StoreBusy, StoreReadOnly):
        return 0  # The view says that something waits.
    return len(waiting)


def _viewed(brain: Brain, need: Need, viewer: Viewer, after: Rank | None) -> PreparedView:
    spec = need.spec
    cues = cues_of(spec.cues)
    excluded = tuple(cues_of(spec.exclude_cues))
    asked = Asked(need.principal, (spec.scope_id,), tuple(cues), excluded, after)
    make_findable(brain, asked)
    limits = Limits(Bounds(spec.results_max, spec.bytes_max), spec.overflow, spec.is_learned)
    with brain.reading() as reader:
        return view_of(reader, asked, limits, viewer, tuple(cues.values()))


def _waiting(reader: BrainReader, asked: Asked) -> list[int]:
    return reader.needs.waiting(asked.principal, asked.scope_ids, PROJECTION_SLICE_MAX)


def _project(brain: Brain, numbers: Iterable[int], wait_ms: int | None) -> None:
    with brain.writing(wait_ms) as writer:
        for number in numbers:
            seen = writer.observations.find(number)
            if seen is not None:
                project(writer, seen)
