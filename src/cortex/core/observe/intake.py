"""May this event be kept exactly as it is, and under which identity?

Exact bytes are promised, so a text is never cleaned on its way in: one that cleaning would change
is refused whole. Source: CQR 3.2, 6.1, 6.2.
"""

from cortex.core.text.cleaning import clean
from cortex.model.limits import (
    OBSERVATION_BYTES_MAX,
    SOURCE_LABEL_BYTES_MAX,
)
from cortex.model.observations import Event, Grant, Observation, Source
from cortex.model.refusals import CaptureRefused
from cortex.model.text import CleanText

IDENTITY = "invalid_source_identity"
BYTE_LIMIT = "capture_byte_limit"
SECRET = "capture_secret_rejected"  # noqa: S105  # A reason, not a secret.
NOT_AUTHORIZED = "source_not_authorized"
DISABLED = "source_disabled_or_policy_stale"
REGISTERED_OTHERWISE = "source_registration_conflict"
OTHER_BODY = "event_identity_conflict"


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
    if not 0 < grant.bytes_max <= OBSERVATION_BYTES_MAX:
        message = f"the limit of an event is 1 to {OBSERVATION_BYTES_MAX} bytes"
        raise CaptureRefused(BYTE_LIMIT, message, remedy="give a limit in range", field="max_bytes")
    return grant


def require_same_grant(source: Source, grant: Grant) -> None:
    """Refuse to register a source again with other terms.

    Raises:
        CaptureRefused: scope, role or limit differ.
    """
    if (source.scope_id, source.role, source.bytes_max) != grant[1:]:
        message = f"the source '{grant.key}' is registered with another scope, role or limit"
        remedy = "register what differs under another key"
        raise CaptureRefused(REGISTERED_OTHERWISE, message, remedy=remedy, field="source")


def require_open(source: Source | None, key: str) -> Source:
    """Give a source that may be used.

    Raises:
        CaptureRefused: nobody registered it, or it was disabled.
    """
    if source is None:
        message = f"no source '{key[:60]}' is registered"
        remedy = "register it first: cortex capture register"
        raise CaptureRefused(NOT_AUTHORIZED, message, remedy=remedy, field="source")
    if not source.is_enabled:
        message = f"the source '{source.key}' is disabled"
        remedy = "enable it: cortex capture enable"
        raise CaptureRefused(DISABLED, message, remedy=remedy, field="source")
    return source


def checked_text(text: str, source: Source) -> CleanText:
    """Give a text that can be kept byte for byte.

    Raises:
        CaptureRefused: it is larger than the source's grant, or cleaning would change it.
    """
    size = len(text.encode("utf-8", "surrogatepass"))
    if size > source.bytes_max:
        message = f"the text has {size} bytes, the source may hand over {source.bytes_max}"
        remedy = "hand it over in parts, or register a source with a larger limit"
        raise CaptureRefused(BYTE_LIMIT, message, remedy=remedy, field="text")
    if clean(text).text != text.strip():
        message = "the text holds a secret, a private span, a recalled block or characters that"
        message += " cannot be kept, and an observation is exact or nothing"
        remedy = "take it out at the source"
        raise CaptureRefused(SECRET, message, remedy=remedy, field="text")
    return CleanText(text)


def require_same_body(known: Observation, event: Event) -> None:
    """Refuse another text under an identity that is taken.

    Raises:
        CaptureRefused: text or time differ from what was handed over first.
    """
    if known.event != event:
        message = f"the event '{event.key[:60]}' was handed over before with another body"
        remedy = "give a new event key, or a new generation of the source"
        raise CaptureRefused(OTHER_BODY, message, remedy=remedy, field="event_key")
