"""How does a program of the operator's hand over what a host sent it: an event, or a log's tail?

Stricter than a hook, because somebody reads the answer: another text under an identity that is
taken is refused, and a batch is kept whole or not at all.
Source: CQR 7.1, 7.2; docs/formats/host-payloads.md, ADR 0148.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from cortex.core.observe import handed_over, intake
from cortex.core.observe.host_text import cleaned_payload
from cortex.core.observe.lines import Line, complete_lines
from cortex.hosts.registry import adapter_of
from cortex.hosts.transcripts.formats import READABLE, format_of, reader_of
from cortex.model.host_grants import HostGrant, ReadPosition
from cortex.model.host_intake import HandedOver, HandOver
from cortex.model.limits import CAPTURE_BATCH_BYTES_MAX, CAPTURE_BATCH_EVENTS_MAX
from cortex.model.observations import CaptureReceipt
from cortex.model.refusals import CaptureRefused
from cortex.services.host_capture import IDENTITY_REQUIRED, Keeping, keep_event

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cortex.hosts.transcripts.reading import Transcript
    from cortex.model.host_events import HostEvent
    from cortex.ports.brain import Brain, BrainReader, BrainWriter


def put_payload(brain: Brain, content: bytes, given: HandOver) -> HandedOver:
    """Keep what one payload of a hook tells.

    Raises:
        CaptureRefused: the grant does not allow it, the payload is no event of its host or claims
            whose it is, nothing names the event, or its identity is taken by another text.
        Forgotten: its text holds a statement that was forgotten.
    """
    _require_small(content)
    payload = _object(content, "the payload")
    handed_over.require_no_authority(payload)
    with brain.writing() as writer:
        grant = _grant(writer, given)
        cleaned = cleaned_payload(payload)
        assert isinstance(cleaned, dict)
        event = adapter_of(grant.host).read_event(cleaned)
        if event is None:
            message = f"the payload is no event of {grant.host} that is understood"
            remedy = "see docs/formats/host-payloads.md for the events"
            raise CaptureRefused(handed_over.UNKNOWN_SHAPE, message, remedy=remedy)
        handed_over.require_session(event.session_id, given.session)
        event.key = event.key or given.event_key
        if not event.text:
            return HandedOver((), ignored=((event.kind, 1),), event=event)
        taken = _take(writer, [event], given, is_history=False)
        return taken._replace(event=event)


def tail_lines(brain: Brain, content: bytes, offset: int, given: HandOver) -> HandedOver:
    """Keep what the complete lines of a transcript tell, and move its cursor, or do nothing.

    Args:
        brain: where.
        content: bytes from ``offset`` on; a last line without its end is left.
        offset: where they stood in the file; has to be where the last tail ended.
        given: what the operator says; the session is needed.

    Raises:
        CaptureRefused: as ``put_payload``; the offset is another; a line is no JSON object; there
            are too many; with ``is_strict`` a row has an unknown shape.
        Forgotten: a text holds a statement that was forgotten.
    """
    intake.checked_label(given.session, "session")
    _require_small(content)
    lines, taken_bytes = complete_lines(content, offset)
    with brain.writing() as writer:
        grant = _grant(writer, given)
        name = f"tail:{grant.key}:{given.session}"
        position = writer.hosts.position(given.principal, name) or ReadPosition("", 0)
        if position.offset != offset:
            message = f"the cursor stands at byte {position.offset}, not at {offset}"
            remedy = f"go on at --offset {position.offset}"
            raise CaptureRefused(intake.CURSOR_CONFLICT, message, remedy=remedy, field="offset")
        if grant.host not in READABLE:
            message = f"transcripts of {grant.host} are not read"
            remedy = f"only these are: {', '.join(READABLE)}"
            raise CaptureRefused(handed_over.UNKNOWN_SHAPE, message, remedy=remedy)
        reader = reader_of(grant.host, given.session, cleaned_payload, position.state)
        events = list(_events(lines, reader, grant.host, given))
        if len(events) > CAPTURE_BATCH_EVENTS_MAX:
            message = f"{len(events)} events are more than {CAPTURE_BATCH_EVENTS_MAX}"
            remedy = "hand over fewer lines at once"
            raise CaptureRefused(intake.BATCH_EVENT_LIMIT, message, remedy=remedy)
        taken = _take(writer, events, given, is_history=True)
        memory = reader.memory
        after = ReadPosition("", offset + taken_bytes, memory.state())
        writer.hosts.set_position(given.principal, name, after, given.now_us)
        return taken._replace(
            ignored=_counts(memory.ignored),
            unknown=_counts(memory.unknown),
            next_offset=after.offset,
            waiting_bytes=len(content) - taken_bytes,
        )


def _events(
    lines: list[Line], reader: Transcript, host: str, given: HandOver
) -> Iterator[HostEvent]:
    for number, at, line in lines:
        row = _object(line, f"line {number}, at byte {at},")
        handed_over.require_no_authority(row)
        before = sum(reader.memory.unknown.values())
        yield from reader.read(row)
        if not given.is_strict:
            continue
        if sum(reader.memory.unknown.values()) > before or format_of(row) != host:
            message = f"line {number} has a shape that nobody knows; the cursor did not move"
            remedy = "leave --strict away to count such rows and go on"
            raise CaptureRefused(handed_over.UNKNOWN_SHAPE, message, remedy=remedy)
    yield from reader.finish()


def _take(
    writer: BrainWriter, events: list[HostEvent], given: HandOver, *, is_history: bool
) -> HandedOver:
    receipts: list[CaptureReceipt] = []
    excluded = 0
    for event in events:
        handed_over.require_session(event.session_id, given.session)
        if event.text and not event.key:
            message = "the event has no id of its host"
            remedy = "say its name in the transcript: --event-key"
            raise CaptureRefused(IDENTITY_REQUIRED, message, remedy=remedy, field="event_key")
        if handed_over.is_delivered(event.key, given.origins):
            excluded += 1
            continue
        scope_id = given.locate(event.cwd)
        keeping = Keeping(given.principal, scope_id, given.now_us, is_history, given.policy)
        kept = keep_event(writer, event, keeping)
        if kept.differs and not is_history:
            message = f"the event '{event.key[:60]}' was handed over before with another text"
            remedy = "a host names an event once; hand over what it sent"
            raise CaptureRefused(intake.OTHER_BODY, message, remedy=remedy, field="event_key")
        if kept.observation is None:
            excluded += 1
        else:
            receipts.append(CaptureReceipt(kept.observation, kept.is_duplicate))
    return HandedOver(tuple(receipts), excluded)


def _grant(reader: BrainReader, given: HandOver) -> HostGrant:
    grant = reader.hosts.find_grant(given.principal, given.grant)
    if grant is None:
        message = f"no grant '{given.grant[:60]}' is registered"
        remedy = "register it first: cortex capture host-register"
        raise CaptureRefused(intake.NOT_AUTHORIZED, message, remedy=remedy, field="grant")
    return grant


def _require_small(content: bytes) -> None:
    if len(content) > CAPTURE_BATCH_BYTES_MAX:
        message = f"more than {CAPTURE_BATCH_BYTES_MAX} bytes at once"
        remedy = "hand over fewer lines at once"
        raise CaptureRefused(intake.BATCH_BYTE_LIMIT, message, remedy=remedy)


def _object(content: bytes, what: str) -> dict[str, Any]:
    try:
        found = json.loads(content.decode("utf-8"))
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        message = f"{what} is no JSON object"
        remedy = "hand over what the host wrote"
        raise CaptureRefused(intake.MALFORMED_RECORD, message, remedy=remedy)
    return found


def _counts(counter: dict[str, int]) -> tuple[tuple[str, int], ...]:
    return tuple(sorted(counter.items()))
