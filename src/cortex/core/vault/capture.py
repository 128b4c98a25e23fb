"""What does a source hand over, and what of it may a consumer see?

An envelope says where a text is from and when it holds, whatever the source: a host's transcript, a
subagent, a message. Whoever consumes one gets it without private spans, or not at all.
Source: docs/formats/vault-programs.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from cortex.core.vault.instants import parse_ms
from cortex.core.vault.text import public
from cortex.model.lean_classes import NamedTuple

_Given = TypeVar("_Given")


class CaptureTimestamps(NamedTuple):
    """When a text was captured, and when its source says it was made."""

    captured_at: str
    source_at: str | None = None


class CaptureEnvelope(NamedTuple):
    """One captured text; its fields are kept as given and are not checked.

    ``valid_from`` is inside the window and ``valid_until`` is not; None is an open end.
    """

    source: str
    channel: str
    timestamps: CaptureTimestamps
    content: str
    valid_from: str | None = None
    valid_until: str | None = None
    session_id: str | None = None


def create_envelope(given: CaptureEnvelope) -> CaptureEnvelope:
    """Give an envelope whose content holds no private span."""
    return given._replace(content=public(given.content))


def ingest_envelope(
    given: CaptureEnvelope, consumer: Callable[[CaptureEnvelope], _Given]
) -> _Given:
    """Hand an envelope without private spans to a consumer, and give what it answers."""
    return consumer(create_envelope(given))


def is_valid_at(envelope: CaptureEnvelope, at: str) -> bool:
    """Tell whether an envelope holds at an instant; never, when one of the instants is none."""
    now = parse_ms(at)
    if now is None:
        return False
    start, end = envelope.valid_from, envelope.valid_until
    if start is not None:
        start_ms = parse_ms(start)
        if start_ms is None or now < start_ms:
            return False
    if end is not None:
        end_ms = parse_ms(end)
        return end_ms is not None and now < end_ms
    return True


def filter_valid(envelopes: Iterable[CaptureEnvelope], at: str) -> list[CaptureEnvelope]:
    """Give the envelopes that hold at an instant, in their order."""
    return [envelope for envelope in envelopes if is_valid_at(envelope, at)]
