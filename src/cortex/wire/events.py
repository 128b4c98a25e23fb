"""What does a source hand over, as JSON or as a text that stands for itself?

As JSON it is one object: ``event_key`` and ``text``, and ``observed_at`` as RFC 3339 or null.
Nothing else: a body cannot say whose it is. Source: CQR 6.2; docs/formats/observations.md.
"""

from __future__ import annotations

import json

from cortex.model.errors import InvalidRequest
from cortex.model.limits import CAPTURE_BATCH_BYTES_MAX, OBSERVATION_BYTES_MAX
from cortex.model.observations import Event
from cortex.model.refusals import CaptureRefused
from cortex.model.text import RawText
from cortex.wire.instants import parse_instant

MALFORMED = "malformed_event"
BYTES = "capture_byte_limit"
BATCH_BYTES = "capture_batch_byte_limit"
TIME = "invalid_observation_time"

_FIELDS = ("event_key", "text", "observed_at")
_FORM = '{"event_key": "...", "text": "...", "observed_at": null}'


def parse_event(content: bytes) -> Event:
    """Give the event a JSON object in UTF-8 stands for.

    Raises:
        CaptureRefused: it is no such object, has a field nobody knows or one twice, its time is
            none, or it is larger than a portion may be.
    """
    if len(content) > CAPTURE_BATCH_BYTES_MAX:
        message = f"an event has at most {CAPTURE_BATCH_BYTES_MAX} bytes"
        raise CaptureRefused(BATCH_BYTES, message, remedy="hand it over in parts", field="event")
    try:
        body = json.loads(content.decode("utf-8"), object_pairs_hook=_once)
    except (ValueError, RecursionError) as error:
        message = f"it is no JSON in UTF-8: {_reason(error)}"
        raise _no_event(message) from None
    if not isinstance(body, dict):
        message = "it is no object"
        raise _no_event(message)
    unknown = sorted(set(body) - set(_FIELDS))
    if unknown:
        message = f"it has a field that is not known: {ascii(unknown[0])[:60]}"
        raise _no_event(message)
    key, text = body.get("event_key"), body.get("text")
    if not isinstance(key, str) or not isinstance(text, str):
        message = "'event_key' and 'text' must both be texts"
        raise _no_event(message)
    return Event(key, RawText(text), _observed_us(body.get("observed_at")))


def text_event(key: str, content: bytes, observed_us: int | None) -> Event:
    """Give the event of a text that stands for itself, byte for byte.

    Raises:
        CaptureRefused: it is larger than any source may hand over.
        InvalidRequest: it is no UTF-8.
    """
    if len(content) > OBSERVATION_BYTES_MAX:
        message = f"a text has at most {OBSERVATION_BYTES_MAX} bytes"
        raise CaptureRefused(BYTES, message, remedy="hand it over in parts", field="text")
    try:
        return Event(key, RawText(content.decode("utf-8")), observed_us)
    except UnicodeDecodeError as error:
        message = f"standard input is not UTF-8: byte {error.start} does not fit"
        remedy = "convert it first, for example with `iconv -t utf-8`"
        raise InvalidRequest(message, remedy=remedy, field="text") from None


def _observed_us(written: object) -> int | None:
    if written is None:
        return None
    try:
        if isinstance(written, str):
            return parse_instant(written, field="observed_at")
    except InvalidRequest as error:
        raise CaptureRefused(
            TIME, error.message, remedy=error.remedy, field="observed_at"
        ) from None
    message = "'observed_at' is neither null nor a text"
    remedy = "write it as RFC 3339: 2024-05-01T10:00:00Z"
    raise CaptureRefused(TIME, message, remedy=remedy, field="observed_at")


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    body = dict(pairs)
    if len(body) != len(pairs):
        message = "it has a field twice"
        raise ValueError(message)
    return body


def _reason(error: Exception) -> str:
    if isinstance(error, UnicodeDecodeError):
        return f"byte {error.start} does not fit"
    if isinstance(error, RecursionError):
        return "it is nested too deeply"
    # The message of a decoder names a place and never repeats the text.
    return str(error)


def _no_event(message: str) -> CaptureRefused:
    return CaptureRefused(MALFORMED, message, remedy=f"write {_FORM}", field="event")
