"""May this event be kept, exactly or as what is left of it, and under which identity?

Exact bytes are promised, so a text is never cleaned on its way in: one that cleaning would change
is refused whole, unless its source was registered to be redacted. Source: CQR 3.2, 6.1, 6.2.
"""

from cortex.core.observe.standing import HOST_PREFIX, is_stale, is_stopped
from cortex.core.text.cleaning import clean
from cortex.core.text.redaction import storable
from cortex.model.capture_policy import ACTIVE, EVERYTHING_ALLOWED, STOPPED, CapturePolicy
from cortex.model.lean_classes import NamedTuple
from cortex.model.limits import (
    OBSERVATION_BYTES_MAX,
    SOURCE_LABEL_BYTES_MAX,
)
from cortex.model.observations import Event, Grant, Observation, OnSecret, Redactions, Source
from cortex.model.refusals import CaptureRefused
from cortex.model.text import CleanText

IDENTITY = "invalid_source_identity"
BYTE_LIMIT = "capture_byte_limit"
SECRET = "capture_secret_rejected"  # noqa: S105  # A reason, not a secret.
NOT_AUTHORIZED = "source_not_authorized"
DISABLED = "source_disabled_or_policy_stale"
NOT_ALLOWED = "capture_disabled"
REGISTERED_OTHERWISE = "source_registration_conflict"
OTHER_BODY = "event_identity_conflict"
UNAVAILABLE = "source_unavailable"
BATCH_BYTE_LIMIT = "capture_batch_byte_limit"
BATCH_EVENT_LIMIT = "capture_batch_event_limit"
CURSOR_CONFLICT = "cursor_conflict"
MALFORMED_RECORD = "malformed_complete_record"

UNSTORABLE = "unstorable_character"
FORGOTTEN = "forgotten_statement"
"""Kinds of what is taken out of a text beside those of ``core.text``."""

_ERASED_DIGEST = "0" * 64


class Kept(NamedTuple):
    """A text as it is kept, and what was taken out of it first."""

    text: CleanText
    redacted: Redactions = ()


def checked_label(text: str, field: str) -> str:
    """Give a key, a generation or an event key as it is kept: exactly as given.

    Raises:
        CaptureRefused: it is blank, too long, or holds what no store keeps in clear.
    """
    size = len(text.encode("utf-8", "surrogatepass"))
    if not text.strip() or size > SOURCE_LABEL_BYTES_MAX:
        message = f"'{field}' is blank, or longer than {SOURCE_LABEL_BYTES_MAX} bytes"
        raise CaptureRefused(IDENTITY, message, remedy="give a short name", field=field)
    if clean(text).text != text.strip():
        message = f"'{field}' holds a secret or characters that cannot be kept"
        raise CaptureRefused(IDENTITY, message, remedy="give another name", field=field)
    return text


def checked_grant(grant: Grant) -> Grant:
    """Give a grant whose key and limit are in bounds.

    Raises:
        CaptureRefused: one of them is not.
    """
    checked_label(grant.key, "source")
    if grant.key.startswith(HOST_PREFIX):
        message = f"a key that begins with '{HOST_PREFIX}' belongs to the grant of a host"
        remedy = "give another key, or see: cortex capture host-register --help"
        raise CaptureRefused(IDENTITY, message, remedy=remedy, field="source")
    if not 0 < grant.bytes_max <= OBSERVATION_BYTES_MAX:
        message = f"the limit of an event is 1 to {OBSERVATION_BYTES_MAX} bytes"
        raise CaptureRefused(BYTE_LIMIT, message, remedy="give a limit in range", field="max_bytes")
    return grant


def require_same_grant(source: Source, grant: Grant) -> None:
    """Refuse to register a source again with other terms.

    Raises:
        CaptureRefused: scope, role, limit or what becomes of secrets differ.
    """
    if (source.scope_id, source.role, source.bytes_max, source.on_secret) != grant[1:]:
        message = (
            f"the source '{grant.key}' is registered with another scope, role, limit or --on-secret"
        )
        remedy = "register what differs under another key"
        raise CaptureRefused(REGISTERED_OTHERWISE, message, remedy=remedy, field="source")


def is_closed(source: Source, policy: CapturePolicy) -> bool:
    """Tell whether nothing of a source may be read now."""
    return not source.is_enabled or is_stopped(source, policy)


def require_open(
    source: Source | None, key: str, policy: CapturePolicy = EVERYTHING_ALLOWED
) -> Source:
    """Give a source that may be read.

    Raises:
        CaptureRefused: nobody registered it, it was disabled, or capture is or was stopped.
    """
    if source is None:
        message = f"no source '{key[:60]}' is registered"
        remedy = "register it first: cortex capture register"
        raise CaptureRefused(NOT_AUTHORIZED, message, remedy=remedy, field="source")
    if policy.state(source.scope_id) == STOPPED:
        raise _not_allowed(source.scope_id, policy)
    if not source.is_enabled or is_stale(source, policy):
        why = "was not opened again since capture was stopped" if source.is_enabled else ""
        message = f"the source '{source.key}' {why or 'is disabled'}"
        remedy = f"enable it: cortex capture enable --source '{source.key}'"
        raise CaptureRefused(DISABLED, message, remedy=remedy, field="source")
    return source


def require_intake(source: Source | None, key: str, policy: CapturePolicy) -> Source:
    """Give a source that may hand something over.

    Raises:
        CaptureRefused: as ``require_open``; or capture is paused for its scope.
    """
    found = require_open(source, key, policy)
    require_active(found.scope_id, policy)
    return found


def require_active(scope_id: str, policy: CapturePolicy) -> None:
    """Refuse to take anything into a scope in which the operator paused or stopped capture.

    Raises:
        CaptureRefused: so it is.
    """
    if policy.state(scope_id) != ACTIVE:
        raise _not_allowed(scope_id, policy)


def kept_text(text: str, source: Source) -> Kept:
    """Give a text byte for byte; or, if its source is redacted, what may be kept of it.

    Raises:
        CaptureRefused: it is larger than the source's grant, or cleaning would change it and the
            source was not registered to be redacted.
    """
    size = len(text.encode("utf-8", "surrogatepass"))
    if size > source.bytes_max:
        message = f"the text has {size} bytes, the source may hand over {source.bytes_max}"
        remedy = "hand it over in parts, or register a source with a larger limit"
        raise CaptureRefused(BYTE_LIMIT, message, remedy=remedy, field="text")
    cleaned = clean(text)
    if cleaned.text == text.strip():
        return Kept(CleanText(text))
    if source.on_secret is OnSecret.REFUSE:
        message = "the text holds a secret, a private span, a recalled block or characters that"
        message += " cannot be kept, and an observation is exact or nothing"
        remedy = "take it out at the source, or register one with --on-secret redact"
        raise CaptureRefused(SECRET, message, remedy=remedy, field="text")
    is_odd = storable(text) != text
    counts = (*cleaned.counts, (UNSTORABLE, 1)) if is_odd or not cleaned.counts else cleaned.counts
    return Kept(cleaned.text, tuple(sorted(counts)))


def without_forgotten(kept: Kept, source: Source) -> Kept | None:
    """Give what is kept of a text that repeats a forgotten statement; None refuses it.

    The words of a forgotten statement are known to nobody, so they cannot be cut out: of such an
    event only that it happened is kept.
    """
    if source.on_secret is OnSecret.REFUSE:
        return None
    return Kept(CleanText(""), tuple(sorted((*kept.redacted, (FORGOTTEN, 1)))))


def require_same_body(known: Observation, event: Event) -> None:
    """Refuse another text under an identity that is taken.

    Raises:
        CaptureRefused: what was handed over first was taken back or forgotten, or text or time
            differ from it.
    """
    if known.retracted_us is not None or known.digest == _ERASED_DIGEST:
        message = f"the event '{event.key[:60]}' was kept before and taken back or forgotten"
        remedy = "leave it out, or give a new event key"
        raise CaptureRefused(UNAVAILABLE, message, remedy=remedy, field="event_key")
    if known.event != event:
        message = f"the event '{event.key[:60]}' was handed over before with another body"
        remedy = "give a new event key, or a new generation of the source"
        raise CaptureRefused(OTHER_BODY, message, remedy=remedy, field="event_key")


def _not_allowed(scope_id: str, policy: CapturePolicy) -> CaptureRefused:
    if policy.fault is not None:
        message = f"the operator's word on capture cannot be read, which is a stop: {policy.fault}"
        remedy = "look at it with `cortex doctor`, then `cortex capture resume`"
        return CaptureRefused(NOT_ALLOWED, message, remedy=remedy)
    message = f"capture is {policy.state(scope_id)} for {scope_id}"
    return CaptureRefused(
        NOT_ALLOWED, message, remedy="the operator ends it: cortex capture resume"
    )
