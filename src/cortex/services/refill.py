"""How does an export become a brain again?

An undamaged export fills an empty brain exactly, ids included. Anything else is merged by content:
what says the same in the same place is there already, everything else is added under a new id.
Source: docs/formats/export.md, ADR 0098.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256
from itertools import groupby
from typing import TYPE_CHECKING

from cortex.core.anchors.handles import handles_of
from cortex.core.text.cleaning import clean
from cortex.model.errors import InvalidRequest
from cortex.model.exports import RestoreReport
from cortex.model.imports import Skipped
from cortex.ports.archive import BrainName
from cortex.services.rebuild import index_observations
from cortex.wire.exports import BadLine, Header, TableRow, Trailer, read_line

if TYPE_CHECKING:
    from cortex.ports.archive import Archive, ArchiveWriter

SKIPPED_MAX = 50
"""Places named one by one; all of them are counted."""

Line = tuple[str, str | Skipped]
"""Where a line stands, and its text or why it cannot be read."""

Progress = Callable[[int], None]
"""Called with the number of lines read so far."""


class Survey:
    """What an export holds, found by reading it once.

    Attributes:
        header: the first line, or None when it is missing.
        counts: rows of each table.
        skipped: lines that could not be read, the first ones; ``damaged`` counts all.
        is_whole: every line is as it was written, and the last one is there.
    """

    def __init__(self, lines: Iterable[Line], on_progress: Progress | None = None) -> None:
        self.header: Header | None = None
        self.counts: dict[str, int] = {}
        self.skipped: list[Skipped] = []
        self.damaged = 0
        self.is_whole = False
        hasher, number = sha256(), 0
        for number, (locator, line) in enumerate(lines, start=1):
            if on_progress is not None:
                on_progress(number)
            found = BadLine(line.reason) if isinstance(line, Skipped) else read_line(line)
            if isinstance(found, Trailer):
                self.is_whole = found == Trailer(number - 1, hasher.hexdigest())
                continue
            self.is_whole = False
            if isinstance(found, BadLine):
                self._skip(Skipped(locator, found.reason, is_damage=True))
            elif isinstance(found, Header):
                self.header = self.header or found
            else:
                self.counts[found.table] = self.counts.get(found.table, 0) + 1
            if isinstance(line, str):
                hasher.update(line.encode() + b"\n")
        self.is_whole = self.is_whole and not self.damaged and self.header is not None
        if self.header is None:
            self._skip(Skipped("line 1", "the first line of an export is missing", is_damage=True))
        elif not self.is_whole and not self.damaged:
            self._skip(Skipped(f"line {number}", "the export is not whole", is_damage=True))

    def _skip(self, one: Skipped) -> None:
        self.damaged += 1
        if len(self.skipped) < SKIPPED_MAX:
            self.skipped.append(one)


class _Foreign(Exception):
    """A text is not as the deposit keeps texts; undoes the filling."""


def rows_of(lines: Iterable[Line]) -> Iterator[TableRow]:
    """Give the rows of an export in order, passing over what cannot be read."""
    for _, line in lines:
        found = None if isinstance(line, Skipped) else read_line(line)
        if isinstance(found, TableRow):
            yield found


def refill(
    archive: Archive, survey: Survey, lines: Iterable[Line], on_progress: Progress | None = None
) -> RestoreReport | None:
    """Fill an empty brain with a whole export; None when that cannot be done exactly.

    It cannot when the brain holds something, or when a text of the export is not as the deposit
    would have kept it: then somebody else wrote it, and it must be merged.

    Everything happens in one transaction: after a crash the brain is empty still.

    Raises:
        InvalidRequest: a newer Cortex wrote the export, or a row does not fit.
        StoreBusy, StoreReadOnly, DiskFull: nothing was written.
    """
    header = survey.header
    assert header is not None, "only a whole export is filled in"
    counts = []
    try:
        with archive.writing() as writer:
            if not writer.is_empty():
                return None
            _require_known(header, writer)
            rows = _counted(rows_of(lines), on_progress)
            for table, members in groupby(rows, key=lambda one: one.table):
                counts.append((table, writer.fill(table, (member.row for member in members))))
            writer.adopt(BrainName(header.brain_id, header.created_us, header.schema_version))
            _project(writer)
    except _Foreign:
        return None
    return RestoreReport(
        is_applied=True,
        is_exact=True,
        counts=tuple(counts),
        known=0,
        left_out=(),
        skipped=(),
        damaged=0,
    )


def _require_known(header: Header, writer: ArchiveWriter) -> None:
    if header.schema_version > writer.name().schema_version:
        message = f"the export has format {header.schema_version}, which a newer Cortex wrote"
        raise InvalidRequest(message, remedy="install the Cortex that wrote it", field="source")


def _project(writer: ArchiveWriter) -> None:
    writer.brain.clear_projection()
    for fact in writer.brain.iter_facts():
        if any(
            clean(text).text != text for text in (fact.content.text, fact.content.context or "")
        ):
            raise _Foreign
        writer.brain.project(fact, handles_of(fact.content))
    index_observations(writer.brain)


def _counted(rows: Iterator[TableRow], on_progress: Progress | None) -> Iterator[TableRow]:
    for number, row in enumerate(rows, start=1):
        if on_progress is not None:
            on_progress(number)
        yield row
