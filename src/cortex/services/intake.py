"""How is what a source hands over taken in: one event, a portion of a log, a whole file?

Whatever it is, it is kept in one transaction with everything that makes it findable and, for a log,
with the place the next portion starts at. Source: CQR 6.2; docs/formats/observations.md; ADR 0121.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.core.observe import intake
from cortex.core.observe.lines import Line, complete_lines
from cortex.core.text.digests import content_hash
from cortex.model.capture_policy import EVERYTHING_ALLOWED
from cortex.model.inventories import FileStatus
from cortex.model.lean_classes import NamedTuple
from cortex.model.limits import (
    CAPTURE_BATCH_BYTES_MAX,
    CAPTURE_BATCH_EVENTS_MAX,
    SOURCE_FILE_BYTES_MAX,
)
from cortex.model.observations import CaptureReceipt, Event, TailReceipt
from cortex.model.refusals import CaptureRefused, Forgotten
from cortex.model.text import RawText
from cortex.services.forgotten import require_not_forgotten
from cortex.services.projection import project
from cortex.wire.events import MALFORMED, parse_event
from cortex.wire.instants import INSTANT_US_MAX, INSTANT_US_MIN

if TYPE_CHECKING:
    from cortex.core.observe.intake import Kept
    from cortex.model.callers import Caller
    from cortex.model.capture_policy import CapturePolicy
    from cortex.model.observations import Observation, Source
    from cortex.ports.brain import Brain, BrainWriter
    from cortex.ports.source_files import FileContent, SourceFiles

FILE_PREFIX = "file:"
"""How the key of a source begins that is a whole file; its absolute path follows."""

FILE_EVENT = "content"
"""Key of the one event of a generation of a file."""


class Intake(NamedTuple):
    """Who takes something in, what the operator allows, and when that is."""

    caller: Caller
    now_us: int
    policy: CapturePolicy = EVERYTHING_ALLOWED


class Portion(NamedTuple):
    """Bytes of a log from a place in it on."""

    generation: str
    offset: int
    content: bytes


def put(brain: Brain, key: str, generation: str, event: Event, taking: Intake) -> CaptureReceipt:
    """Keep an event exactly as it is; the same event again gives the first receipt.

    Raises:
        CaptureRefused: the source may not, the text cannot be kept exactly, or the identity is
            taken by another text.
        Forgotten: the text, or a paragraph of it, is a statement that was forgotten.
    """
    intake.checked_label(generation, "generation")
    intake.checked_label(event.key, "event_key")
    with brain.writing() as writer:
        source = _source(writer, key, taking)
        return keep(writer, source, generation, event, taking.now_us)


def tail(brain: Brain, key: str, portion: Portion, taking: Intake) -> TailReceipt:
    """Keep the complete lines of a portion of a log, each a JSON event, and move its cursor.

    All of them or none: when one is refused, the message names its line and its place, and the
    cursor stays.

    Raises:
        CaptureRefused: the portion is too large or does not start at the cursor, a line is no
            event, or as ``put``.
        Forgotten: as ``put``.
    """
    intake.checked_label(portion.generation, "generation")
    lines, taken = _lines(portion)
    events = [(line, _event(line)) for line in lines]
    with brain.writing() as writer:
        source = _source(writer, key, taking)
        _require_cursor(writer.intake.cursor(source.source_no, portion.generation), portion)
        receipts = tuple(
            _kept_at(writer, source, portion.generation, line, event, taking.now_us)
            for line, event in events
        )
        next_offset = portion.offset + taken
        if taken:
            writer.intake.move_cursor(
                source.source_no, portion.generation, next_offset, taking.now_us
            )
    return TailReceipt(receipts, next_offset, len(portion.content) - taken)


def take_file(brain: Brain, files: SourceFiles, path: str, taking: Intake) -> CaptureReceipt:
    """Keep a registered file whole; one that did not change gives its first receipt.

    Args:
        path: absolute, as in the key it was registered under.

    Raises:
        CaptureRefused: it is not registered, cannot be read, is no text, or as ``put``.
        Forgotten: as ``put``.
    """
    key = FILE_PREFIX + path
    with brain.reading() as reader:
        found = reader.observations.find_source(taking.caller.principal, key)
        source = intake.require_intake(found, key, taking.policy)
    read = files.read(path, file_bytes_max(source))
    with brain.writing() as writer:
        return keep_file(writer, _source(writer, key, taking), read, taking.now_us)


def file_bytes_max(source: Source) -> int:
    """Give how large a file of this source may be."""
    return min(SOURCE_FILE_BYTES_MAX, source.bytes_max)


def keep_file(
    writer: BrainWriter, source: Source, read: FileContent, now_us: int
) -> CaptureReceipt:
    """Keep a file that was read, in an open transaction.

    Its generation says which file it was, when it was written and what it said.
    """
    try:
        text = read.content.decode("utf-8")
    except UnicodeDecodeError as error:
        message = f"{source.key} is no text in UTF-8: byte {error.start} does not fit"
        remedy = "convert it, or leave it out"
        raise CaptureRefused(FileStatus.UNKNOWN_FORMAT.value, message, remedy=remedy) from None
    modified_us = read.look.modified_us
    observed_us = modified_us if INSTANT_US_MIN <= modified_us <= INSTANT_US_MAX else None
    generation = f"{read.look.identity}-{modified_us:x}-{content_hash(text)}"
    return keep(writer, source, generation, Event(FILE_EVENT, RawText(text), observed_us), now_us)


def keep(
    writer: BrainWriter, source: Source, generation: str, event: Event, now_us: int
) -> CaptureReceipt:
    """Keep an event of a source that may hand over, in an open transaction.

    Raises:
        CaptureRefused, Forgotten: as ``put``.
    """
    kept = _allowed(writer, source, intake.kept_text(event.text, source))
    cleaned = event._replace(text=kept.text)
    known = writer.observations.find_event(source.source_no, generation, event.key)
    if known is not None:
        intake.require_same_body(known, cleaned)
        return _receipt(writer, known, is_duplicate=True)
    added = writer.observations.add(
        source, generation, cleaned, content_hash(kept.text), now_us, redacted=kept.redacted
    )
    project(writer, added)
    return _receipt(writer, added, is_duplicate=False)


def _allowed(writer: BrainWriter, source: Source, kept: Kept) -> Kept:
    try:
        require_not_forgotten(writer, kept.text, kept.text)
    except Forgotten:
        rest = intake.without_forgotten(kept, source)
        if rest is None:
            raise
        return rest
    return kept


def _receipt(writer: BrainWriter, seen: Observation, *, is_duplicate: bool) -> CaptureReceipt:
    return CaptureReceipt(seen, is_duplicate, writer.ack_profile, writer.restore_epoch())


def _source(writer: BrainWriter, key: str, taking: Intake) -> Source:
    found = writer.observations.find_source(taking.caller.principal, key)
    return intake.require_intake(found, key, taking.policy)


def _lines(portion: Portion) -> tuple[list[Line], int]:
    size = len(portion.content)
    if size > CAPTURE_BATCH_BYTES_MAX:
        message = f"a portion has at most {CAPTURE_BATCH_BYTES_MAX} bytes"
        remedy = "hand over fewer lines at once, and go on at next_offset"
        raise CaptureRefused(intake.BATCH_BYTE_LIMIT, message, remedy=remedy)
    lines, taken = complete_lines(portion.content, portion.offset)
    if len(lines) > CAPTURE_BATCH_EVENTS_MAX:
        message = f"the portion has {len(lines)} events, at most {CAPTURE_BATCH_EVENTS_MAX} can be"
        remedy = f"hand over {CAPTURE_BATCH_EVENTS_MAX} lines at once, and go on at next_offset"
        raise CaptureRefused(intake.BATCH_EVENT_LIMIT, message, remedy=remedy)
    return lines, taken


def _event(line: Line) -> Event:
    try:
        event = parse_event(line.content)
        intake.checked_label(event.key, "event_key")
    except CaptureRefused as error:
        raise _located(error, line) from None
    return event


def _kept_at(  # A line, and all that `keep` takes.
    writer: BrainWriter, source: Source, generation: str, line: Line, event: Event, now_us: int
) -> CaptureReceipt:
    try:
        return keep(writer, source, generation, event, now_us)
    except CaptureRefused as error:
        raise _located(error, line) from None
    except Forgotten as error:
        message = f"{_place(line)}: {error.message}"
        raise Forgotten(message, remedy=error.remedy, field=error.field) from None


def _located(error: CaptureRefused, line: Line) -> CaptureRefused:
    """Give a refusal that says which line it is about; the whole portion is refused with it."""
    reason = intake.MALFORMED_RECORD if error.reason == MALFORMED else error.reason
    message = f"{_place(line)}: {error.detail}"
    return CaptureRefused(reason, message, remedy=error.remedy, field=error.field)


def _place(line: Line) -> str:
    return f"line {line.number} at byte {line.offset}"


def _require_cursor(stored: int, portion: Portion) -> None:
    if stored == portion.offset:
        return
    message = f"the cursor stands at byte {stored}, and the portion starts at {portion.offset}"
    remedy = f"hand the log over from byte {stored} on, or name a new generation when it was turned"
    raise CaptureRefused(intake.CURSOR_CONFLICT, message, remedy=remedy, field="offset")
