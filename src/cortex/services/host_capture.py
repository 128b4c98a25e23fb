"""How does what happened in a host's session become an observation, once and attributed?

The one way in, for live events and for transcripts. Source: CQR 7.1; docs/formats/host-payloads.md,
ADR 0145.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.core.observe import intake
from cortex.core.observe.host_text import kept_text
from cortex.core.text.cleaning import clean_name
from cortex.model.capture_policy import EVERYTHING_ALLOWED
from cortex.model.host_events import HOSTS, ROLE_AGENT, ROLE_TOOL, ROLE_USER
from cortex.model.host_grants import GRANT_KEY_DEFAULT, HostGrant
from cortex.model.lean_classes import NamedTuple
from cortex.model.limits import OBSERVATION_BYTES_MAX
from cortex.model.observations import Event, Grant, Role
from cortex.model.refusals import CaptureRefused
from cortex.model.text import CleanText
from cortex.services.forgotten import require_not_forgotten
from cortex.services.turns import Saying, keep_turn

if TYPE_CHECKING:
    from cortex.model.capture_policy import CapturePolicy
    from cortex.model.host_events import HostEvent
    from cortex.model.observations import Observation, Source
    from cortex.ports.brain import Brain, BrainReader, BrainWriter

VERSION_CHARS_MAX = 200
"""Characters of a version that are noted with a grant; nothing depends on them."""

IDENTITY_REQUIRED = "original_event_identity_required"
SPEAKERS = {ROLE_USER: "user", ROLE_AGENT: "assistant", ROLE_TOOL: "tool"}


class Keeping(NamedTuple):
    """For whom an event is kept, where it belongs, and when that is.

    ``scope_id`` is the scope of the event's folder; empty when it names none, and then the grant
    says. ``is_history`` tells that it comes from a transcript. ``policy`` is what the operator
    allows now.
    """

    principal: str
    scope_id: str
    now_us: int
    is_history: bool = False
    policy: CapturePolicy = EVERYTHING_ALLOWED


class KeptEvent(NamedTuple):
    """What became of an event: kept now, kept before, or (None) nothing of it is kept.

    ``differs`` tells of one kept before that its text was another; what came first stands, because
    a host tells one event in two ways. ``counts`` is what was taken out of the text, by kind.
    ``is_new`` tells that it is kept now, or would be.
    """

    observation: Observation | None
    is_duplicate: bool = False
    differs: bool = False
    counts: tuple[tuple[str, int], ...] = ()
    is_new: bool = False


def keep_event(writer: BrainWriter, event: HostEvent, keeping: Keeping) -> KeptEvent:
    """Keep one event in an open transaction; the same event again is a duplicate.

    Raises:
        CaptureRefused: its host has no open grant, its source was closed, the operator takes
            nothing in, or nothing names it.
        Forgotten: its text holds a statement that was forgotten.
    """
    ready = _prepared(writer, event, keeping)
    if isinstance(ready, KeptEvent):
        return ready
    source = ready.source or writer.observations.register(
        keeping.principal, ready.terms, keeping.now_us
    )
    require_not_forgotten(writer, ready.text, ready.text)
    session_no = writer.turns.open_session(
        keeping.principal, event.host, event.session_id, source.scope_id, keeping.now_us
    )
    at_us = keeping.now_us if event.occurred_us is None else event.occurred_us
    observation = keep_turn(
        writer,
        source,
        event.session_id,
        Event(event.key, ready.text, event.occurred_us),
        Saying(session_no, SPEAKERS[event.role], at_us),
        keeping.now_us,
    )
    return KeptEvent(observation, counts=ready.counts, is_new=True)


def preview_event(reader: BrainReader, event: HostEvent, keeping: Keeping) -> KeptEvent:
    """Give what ``keep_event`` would do, without a new observation.

    Raises:
        CaptureRefused, Forgotten: as ``keep_event``.
    """
    ready = _prepared(reader, event, keeping)
    if isinstance(ready, KeptEvent):
        return ready
    require_not_forgotten(reader, ready.text, ready.text)
    return KeptEvent(None, counts=ready.counts, is_new=True)


def grant_host(brain: Brain, grant: HostGrant, principal: str, now_us: int) -> HostGrant:
    """Let a host hand over; with the same terms again it is given as it stands.

    Versions are noted with the first grant and change nothing.

    Raises:
        CaptureRefused: the key or the limit is out of bounds, the host is none that is known, or
            the key is taken on other terms.
    """
    intake.checked_label(grant.key, "key")
    grant = grant._replace(
        host_version=clean_name(grant.host_version).text[:VERSION_CHARS_MAX],
        adapter_version=clean_name(grant.adapter_version).text[:VERSION_CHARS_MAX],
    )
    if grant.host not in HOSTS:
        message = f"'{grant.host[:40]}' is no host that is understood"
        remedy = f"name one of: {', '.join(HOSTS)}"
        raise CaptureRefused(intake.IDENTITY, message, remedy=remedy, field="host")
    if not 0 < grant.bytes_max <= OBSERVATION_BYTES_MAX:
        message = f"the limit of an event is 1 to {OBSERVATION_BYTES_MAX} bytes"
        raise CaptureRefused(
            intake.BYTE_LIMIT, message, remedy="give a limit in range", field="max_bytes"
        )
    with brain.writing() as writer:
        known = writer.hosts.find_grant(principal, grant.key)
        if known is None:
            writer.hosts.grant(principal, grant, now_us)
            return grant
        same = grant._replace(
            host_version=known.host_version, adapter_version=known.adapter_version
        )
        if known != same:
            message = f"the grant '{grant.key[:60]}' stands on other terms"
            remedy = "register what differs under another key"
            raise CaptureRefused(intake.REGISTERED_OTHERWISE, message, remedy=remedy, field="key")
        return known


def default_grant(host: str, scope_id: str) -> HostGrant:
    """Give the grant that installing makes for a host."""
    return HostGrant(f"{GRANT_KEY_DEFAULT}:{host}", host, scope_id)


def open_grant(reader: BrainReader, host: str, keeping: Keeping) -> HostGrant:
    """Give the first grant, by key, under which a host may hand this over.

    Raises:
        CaptureRefused: there is none.
    """
    for grant in reader.hosts.grants(keeping.principal):
        if grant.host == host and (grant.is_history if keeping.is_history else grant.is_live):
            return grant
    what = "hand over its transcripts" if keeping.is_history else "hand over what happens in it"
    message = f"nobody lets {host} {what}"
    ways = (f"cortex {verb} --host {host}" for verb in ("install --apply", "capture host-register"))
    remedy = "run `{}`, or `{}`".format(*ways)
    raise CaptureRefused(intake.NOT_AUTHORIZED, message, remedy=remedy, field="host")


def source_key(host: str, role: str, scope_id: str) -> str:
    """Give the key of the source that holds one host's words of one role in one scope."""
    return f"host:{host}:{role}:{scope_id}"


class _Ready(NamedTuple):
    """An event that may be kept; its source is None when it is the first of it."""

    text: CleanText
    counts: tuple[tuple[str, int], ...]
    source: Source | None
    terms: Grant


def _prepared(reader: BrainReader, event: HostEvent, keeping: Keeping) -> _Ready | KeptEvent:
    """Give an event that is new, or what became of it already.

    Raises:
        CaptureRefused: as ``keep_event``.
    """
    if not event.text or event.role not in SPEAKERS:
        return KeptEvent(None)
    grant = open_grant(reader, event.host, keeping)
    if not event.key or not event.session_id:
        message = f"an event of {event.host} has no id of its own or of its session"
        remedy = "update the host, or read its transcript: cortex capture transcript"
        raise CaptureRefused(IDENTITY_REQUIRED, message, remedy=remedy, field="event_key")
    intake.checked_label(event.session_id, "generation")
    intake.checked_label(event.key, "event_key")
    kept = kept_text(event.role, event.text, grant.bytes_max)
    if not kept.text:
        return KeptEvent(None, counts=kept.counts)
    scope_id = keeping.scope_id or grant.scope_id
    intake.require_active(scope_id, keeping.policy)
    key = source_key(event.host, event.role, scope_id)
    source = reader.observations.find_source(keeping.principal, key)
    if source is not None:
        intake.require_open(source, key)
    known = _kept_before(reader, source, scope_id, event, keeping)
    if known is not None:
        differs = known.event.text != kept.text
        return KeptEvent(known, is_duplicate=True, differs=differs, counts=kept.counts)
    terms = Grant(key, scope_id, Role(event.role), grant.bytes_max)
    return _Ready(CleanText(kept.text), kept.counts, source, terms)


def _kept_before(
    reader: BrainReader,
    source: Source | None,
    scope_id: str,
    event: HostEvent,
    keeping: Keeping,
) -> Observation | None:
    """Give what was kept of the event before, in this scope or another of the same session.

    The folder of a session may change, and a transcript may be read for another project.
    """
    identity = (event.session_id, event.key)
    if source is not None:
        found = reader.observations.find_event(source.source_no, *identity)
        if found is not None:
            return found
    for session in reader.turns.sessions_named(keeping.principal, event.session_id):
        if session.host != event.host or session.scope_id == scope_id:
            continue
        key = source_key(event.host, event.role, session.scope_id)
        other = reader.observations.find_source(keeping.principal, key)
        found = other and reader.observations.find_event(other.source_no, *identity)
        if found:
            return found
    return None
