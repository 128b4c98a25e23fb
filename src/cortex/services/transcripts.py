"""How is a transcript taken in? Line by line, in portions, from where it was left.

Each portion is one transaction that also moves the position, so a run that breaks off goes on, and
the turn to write is given up in between. What was captured live is found again by its identity.
Source: docs/formats/transcripts.md, ADR 0147.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, Protocol

from cortex.core.observe import intake
from cortex.core.observe.host_text import cleaned_payload, exact_or_clean
from cortex.core.text.digests import content_hash
from cortex.hosts.transcripts.formats import format_of, reader_of
from cortex.model.capture_policy import EVERYTHING_ALLOWED
from cortex.model.host_grants import ReadPosition
from cortex.model.lean_classes import NamedTuple
from cortex.model.refusals import CaptureRefused, Forgotten
from cortex.model.transcripts import Counts, Standing, TranscriptReport
from cortex.services.host_capture import (
    SPEAKERS,
    Keeping,
    KeptEvent,
    keep_event,
    open_grant,
    preview_event,
)

if TYPE_CHECKING:
    from cortex.hosts.transcripts.reading import Transcript
    from cortex.model.capture_policy import CapturePolicy
    from cortex.model.host_events import HostEvent
    from cortex.ports.brain import Brain, BrainWriter

BATCH_EVENTS = 64
"""Events of one transaction: some tens of milliseconds, in which others wait to write."""

BATCH_CHARS = 512 * 1024
"""Characters of the events of one transaction, whichever is reached first."""

BAD_LINES_SHOWN = 20
"""Lines that could not be read, of which the number is told."""

EVENTS_MAX = 50_000
"""Events taken from one file in one run: a session of a month; beyond stands a loop (case 28)."""

OVER_LIMIT = "over_limit"

HELD_BACK = (intake.NOT_ALLOWED, intake.NOT_AUTHORIZED, intake.DISABLED)
"""Reasons of a refusal that are the operator's word and may change: the position stays before them.
"""


class Line(Protocol):
    """A complete line of a file, as ``stores.sources.transcripts`` gives it."""

    @property
    def number(self) -> int:
        """Give its number among the lines that are read now."""

    @property
    def end(self) -> int:
        """Give the byte after it."""

    @property
    def content(self) -> bytes | None:
        """Give its bytes, or None when it is too long."""


class Opened(NamedTuple):
    """A transcript that can be read.

    Attributes:
        path: absolute path; with the principal, what its position is kept under.
        name: what its session is called as long as no row says it.
        size: bytes it has now.
        identity_at: tells the file up to a byte from another one.
        lines: gives its complete lines beyond a byte.
    """

    path: str
    name: str
    size: int
    identity_at: Callable[[int], str]
    lines: Callable[[int], Iterator[Line]]


class Taking(NamedTuple):
    """For whom transcripts are taken in, and where what they tell belongs.

    Attributes:
        principal: whose memory.
        locate: gives the scope of a folder; an empty text for none.
        clock: gives the present instant.
        host: whose transcripts they are; empty to find out.
        policy: what the operator allows now.
        is_preview: nothing is written.
        on_progress: is told (bytes done, bytes in all) now and then.
    """

    principal: str
    locate: Callable[[str], str]
    clock: Callable[[], int]
    host: str = ""
    policy: CapturePolicy = EVERYTHING_ALLOWED
    is_preview: bool = False
    on_progress: Callable[[int, int], None] | None = None


def take_in_transcript(brain: Brain, opened: Opened, taking: Taking) -> TranscriptReport:
    """Take in what is new in one transcript, and tell what became of it.

    Raises:
        CaptureRefused: its host may not hand over transcripts.
        OSError: it cannot be read.
    """
    if opened.size == 0:
        return TranscriptReport(opened.path, standing=Standing.EMPTY)
    with brain.reading() as reader:
        position = reader.hosts.position(taking.principal, _position_name(opened.path))
    standing, offset, state = _resumed(opened, position)
    host = taking.host or _host_of(opened.lines(0))
    if not host:
        return TranscriptReport(opened.path, standing=Standing.UNKNOWN_FORMAT)
    with brain.reading() as reader:
        open_grant(reader, host, _keeping(taking, ""))
    transcript = reader_of(host, opened.name, cleaned_payload, state)
    run = _Run(brain, opened, taking, transcript, offset)
    run.go()
    return run.report(standing)


def _position_name(path: str) -> str:
    """Give what the position of a file is kept under: its path, or a digest of one with a secret.

    Some programs name a file by a token.
    """
    return path if exact_or_clean(path)[0] == path else f"sha256:{content_hash(path)}"


def _resumed(opened: Opened, position: ReadPosition | None) -> tuple[Standing, int, str]:
    """Give how a file stands to its position, and where to go on with which memory."""
    if position is None:
        return Standing.NEW, 0, ""
    if position.offset > opened.size or opened.identity_at(position.offset) != position.identity:
        return Standing.REWRITTEN, 0, ""
    standing = Standing.UNCHANGED if position.offset == opened.size else Standing.GROWN
    return standing, position.offset, position.state


def _host_of(lines: Iterable[Line]) -> str:
    """Give whose transcript it is by the first row that says so."""
    for line in lines:
        if line.number > BAD_LINES_SHOWN:
            break
        row = _row(line.content)
        if row is not None and (host := format_of(row)):
            return host
    return ""


class _Run:
    """One file while it is read."""

    def __init__(
        self, brain: Brain, opened: Opened, taking: Taking, transcript: Transcript, offset: int
    ) -> None:
        self._brain = brain
        self._opened = opened
        self._taking = taking
        self._transcript = transcript
        self._done = offset
        self._lines = 0
        self._kept: Counter[str] = Counter()
        self._refused: Counter[str] = Counter()
        self._redacted: Counter[str] = Counter()
        self._bad: list[int] = []
        self._bad_count = 0
        self._duplicates = self._differing = self._events = 0
        self._is_held = False

    def go(self) -> None:
        """Read the rest of the file and take it in."""
        batch: list[HostEvent] = []
        chars = 0
        for line in self._opened.lines(self._done):
            self._lines += 1
            self._done = line.end
            for event in self._events_of(line):
                batch.append(event)
                chars += len(event.text)
            is_full = len(batch) >= BATCH_EVENTS or chars >= BATCH_CHARS
            if is_full and not self._transcript.is_open:
                self._take(batch)
                batch, chars = [], 0
        self._take([*batch, *self._transcript.finish()])

    def report(self, standing: Standing) -> TranscriptReport:
        """Give what became of the file."""
        memory = self._transcript.memory
        return TranscriptReport(
            self._opened.path,
            memory.host,
            memory.session_id,
            standing,
            self._lines,
            _counts(self._kept),
            self._duplicates,
            self._differing,
            _counts(self._refused),
            _counts(memory.ignored),
            _counts(memory.unknown),
            _counts(self._redacted),
            tuple(self._bad),
            self._bad_count,
            self._opened.size - self._done,
        )

    def _events_of(self, line: Line) -> list[HostEvent]:
        if line.content is not None and not line.content.strip():
            return []
        row = _row(line.content)
        if row is not None:
            return self._transcript.read(row)
        self._bad_count += 1
        if len(self._bad) < BAD_LINES_SHOWN:
            self._bad.append(line.number)
        return []

    def _take(self, batch: list[HostEvent]) -> None:
        taking, opened = self._taking, self._opened
        if taking.is_preview:
            with self._brain.reading() as reader:
                self._count(batch, lambda one, keeping: preview_event(reader, one, keeping))
        else:
            with self._brain.writing() as writer:
                self._count(batch, lambda one, keeping: keep_event(writer, one, keeping))
                if not self._is_held:
                    self._move(writer)
        if taking.on_progress is not None:
            taking.on_progress(self._done, opened.size)

    def _move(self, writer: BrainWriter) -> None:
        identity = self._opened.identity_at(self._done)
        position = ReadPosition(identity, self._done, self._transcript.memory.state())
        name, now_us = _position_name(self._opened.path), self._taking.clock()
        writer.hosts.set_position(self._taking.principal, name, position, now_us)

    def _count(
        self, batch: list[HostEvent], keep: Callable[[HostEvent, Keeping], KeptEvent]
    ) -> None:
        for event in batch:
            self._events += 1
            if self._events > EVENTS_MAX:
                self._refused[OVER_LIMIT] += 1
                continue
            try:
                kept = keep(event, _keeping(self._taking, self._taking.locate(event.cwd)))
            except (CaptureRefused, Forgotten) as error:
                reason = error.reason if isinstance(error, CaptureRefused) else error.code
                self._refused[reason] += 1
                self._is_held = self._is_held or reason in HELD_BACK
                continue
            self._redacted.update(dict(kept.counts))
            if kept.is_duplicate:
                self._duplicates += 1
                self._differing += kept.differs
            elif kept.is_new:
                self._kept[SPEAKERS[event.role]] += 1
            else:
                self._transcript.memory.ignored["host_words"] += 1


def _keeping(taking: Taking, scope_id: str) -> Keeping:
    return Keeping(
        taking.principal, scope_id, taking.clock(), is_history=True, policy=taking.policy
    )


def _row(content: bytes | None) -> dict[str, Any] | None:
    if content is None:
        return None
    try:
        row = json.loads(content.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        return None
    return row if isinstance(row, dict) else None


def _counts(counter: dict[str, int]) -> Counts:
    return tuple(sorted(counter.items()))
