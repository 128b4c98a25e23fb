"""How is a whole brain read and written row by row, exactly as it is?

Only a brain in a file has an archive; it is proven on real files. Rows are plain: a column's name
and its value, absent columns are NULL.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from typing import Protocol

from cortex.model.facts import FactContent
from cortex.model.lean_classes import NamedTuple
from cortex.ports.brain import BrainWriter

Value = str | int | float | bytes
Row = Mapping[str, Value]


class BrainName(NamedTuple):
    """Which brain an archive is of; ``schema_version`` says which columns its rows may have."""

    brain_id: str
    created_us: int
    schema_version: int


class ArchiveReader(Protocol):
    """A consistent snapshot of every canonical row."""

    def name(self) -> BrainName:
        """Give which brain this is."""

    def tables(self) -> list[tuple[str, int]]:
        """Give the canonical tables with the number of their rows, in the order they are copied."""

    def rows(self, table: str) -> Iterator[Row]:
        """Give the rows of a canonical table in the order of its key."""


class ArchiveWriter(ArchiveReader, Protocol):
    """One write transaction over the whole brain."""

    @property
    def brain(self) -> BrainWriter:
        """Give the same transaction as the services know it."""

    def is_empty(self) -> bool:
        """Tell whether no canonical table has a row."""

    def fill(self, table: str, rows: Iterable[Row]) -> int:
        """Write rows as they are and give how many; references may point to rows yet to come.

        Raises:
            InvalidRequest: there is no such canonical table, or a row does not fit it.
        """

    def adopt(self, name: BrainName) -> None:
        """Make this the brain of that name, restored once more than it was."""

    def content_of(self, row: Row, scope_id: str, provenance: Row) -> FactContent:
        """Give the content that a row of ``facts`` stands for; references are as in the row.

        Raises:
            InvalidRequest: a column is missing or holds what cannot stand there.
        """


class Archive(Protocol):
    """A brain file, opened to be copied out of or into."""

    def reading(self) -> AbstractContextManager[ArchiveReader]:
        """Open a snapshot; never waits for a writer."""

    def writing(self) -> AbstractContextManager[ArchiveWriter]:
        """Open the one write transaction; leaving it with an exception undoes everything."""

    def close(self) -> None:
        """Release the file; twice is safe."""
