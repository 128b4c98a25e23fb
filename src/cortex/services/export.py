"""How is a whole brain written as lines of text? Source: docs/formats/export.md, ADR 0098."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from hashlib import sha256
from typing import TYPE_CHECKING

from cortex.wire.exports import Header, Trailer, header_line, row_line, trailer_line

if TYPE_CHECKING:
    from cortex.ports.archive import ArchiveReader

Progress = Callable[[int, int], None]
"""Called with (rows done, rows in all)."""

PROGRESS_ROWS = 1_000


class ExportLines:
    """The lines of an export, each with its line end; iterate once.

    Attributes:
        counts: rows of each table, known before the first line.
        digest: SHA-256 of every line but the last, known after the last line.
    """

    def __init__(self, reader: ArchiveReader, on_progress: Progress | None = None) -> None:
        self._reader = reader
        self._on_progress = on_progress
        self.counts = tuple(reader.tables())
        self.digest = ""

    def __iter__(self) -> Iterator[bytes]:
        hasher = sha256()
        lines = 0
        for line in self._lines():
            written = line.encode() + b"\n"
            hasher.update(written)
            lines += 1
            yield written
        self.digest = hasher.hexdigest()
        yield trailer_line(Trailer(lines, self.digest)).encode() + b"\n"

    def _lines(self) -> Iterator[str]:
        name = self._reader.name()
        yield header_line(Header(name.brain_id, name.created_us, name.schema_version, self.counts))
        total, done = sum(count for _, count in self.counts), 0
        for table, _ in self.counts:
            for row in self._reader.rows(table):
                yield row_line(table, row)
                done += 1
                if self._on_progress is not None and done % PROGRESS_ROWS == 0:
                    self._on_progress(done, total)
