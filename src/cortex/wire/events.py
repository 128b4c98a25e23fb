"""What does a source hand over, when it says so as JSON?

One object: ``event_key`` and ``text``, and ``observed_at`` as RFC 3339 or null. Nothing else: a
body cannot say whose it is. Source: CQR 6.2; docs/formats/observations.md.
"""

from __future__ import annotations

import json

from cortex.model.errors import InvalidRequest
from cortex.model.observations import Event
from cortex.model.refusals import CaptureRefused
from cortex.model.text import RawText
from cortex.wire.instants import parse_instant

MALFORMED = "malformed_event"
TIME = "invalid_observation_time"

_FIELDS = ("event_key", "text", "observed_at")
_FORM = '{"event_key": "...", "text": "...", "observed_at": null}'


def parse_event(content: bytes) -> Event:
    """Give the event a JSON object in UTF-8 stands for.

    Raises:
        CaptureRefused: it is no such object, has a field nobody knows or one twice, or its time is
            none.
    """
    try:
        body = json.loads(content.decode("utf-8"), object_pairs_hook=_once)
    except (ValueError, RecursionError) as error:
        raise _malformed(f"it is no JSON in UTF-8: {_reason(error)}") from None
    if not isinstance(body, dict):
        raise _malformed("it is no object")
    unknown = sorted(set(body) - set(_FIELDS))
    if unknown:
        raise _malformed(f"it has a field that is not known: {ascii(unknown[0])[:60]}")
    key, text = body.get("event_key"), body.get("text")
    if not isinstance(key, str) or not isinstance(text, str):
        raise _malformed("'event_key' and 'text' must both be texts")
    return Event(key, RawText(text), _observed_us(body.get("observed_at")))


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


def _malformed(message: str) -> CaptureRefused:
    return CaptureRefused(MALFORMED, message, remedy=f"write {_FORM}", field="event")
