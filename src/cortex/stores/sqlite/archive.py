"""How is a brain file read and written row by row, whatever tables it has?

The columns are taken from the file, so that a new noun needs no code here. Source: ADR 0098.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from cortex.model.errors import CortexError, DiskFull, InvalidRequest, StoreReadOnly
from cortex.ports.archive import BrainName, Row, Value
from cortex.stores.sqlite import cold
from cortex.stores.sqlite.facts import content_of_columns
from cortex.stores.sqlite.session import Session
from cortex.stores.sqlite.tables import canonical_tables

if TYPE_CHECKING:
    from cortex.model.facts import FactContent
    from cortex.stores.sqlite.brain import SqliteBrain
    from cortex.stores.sqlite.writing import SqliteWriter

NEXT_IDS = "sqlite_sequence"
"""Where SQLite keeps the highest id each table ever gave: an id is never used again."""

PAGE_ROWS = 1_000
"""Rows read at a time: a few megabytes."""


class SqliteArchive:
    """Implements ``cortex.ports.archive.Archive`` over an open brain."""

    def __init__(self, brain: SqliteBrain) -> None:
        self._brain = brain

    @contextmanager
    def reading(self) -> Iterator[SqliteArchiveReader]:
        """Open a snapshot; never waits for a writer."""
        with self._brain.reading() as reader:
            yield SqliteArchiveReader(reader.session)

    @contextmanager
    def writing(self) -> Iterator[SqliteArchiveWriter]:
        """Open the one write transaction."""
        with self._brain.writing() as writer:
            yield SqliteArchiveWriter(writer)

    def close(self) -> None:
        """Release the file; twice is safe."""
        self._brain.close()


class SqliteArchiveReader:
    """Implements ``cortex.ports.archive.ArchiveReader``."""

    def __init__(self, session: Session) -> None:
        self.session = session

    def name(self) -> BrainName:
        """Give which brain this is."""
        row = self.session.row("SELECT brain_id, created_us FROM brain_meta WHERE singleton = 1")
        assert row is not None, "a brain has a name from birth"
        return BrainName(row[0], row[1], self.session.value("PRAGMA user_version"))

    def tables(self) -> list[tuple[str, int]]:
        """Give the canonical tables with the number of their rows, in the order they are copied."""
        return [(table, self._count(table)) for table in (*self._tables(), NEXT_IDS)]

    def rows(self, table: str) -> Iterator[Row]:
        """Give the rows of a canonical table in the order of its key."""
        self._require(table)
        if table == NEXT_IDS:
            for name, seq in self.session.rows(
                "SELECT name, seq FROM sqlite_sequence ORDER BY name"
            ):
                yield {"name": name, "seq": seq}
            return
        columns = [column for column, _ in self._columns(table)]
        keys = self._key(table)
        named, order = ", ".join(columns), ", ".join(keys)
        row, after = self._page(named, table, order), ""
        while row:
            plain = (_plain(columns, one) for one in row)
            yield from map(self._thawed, plain) if table == "facts" else plain
            if len(row) < PAGE_ROWS:
                return
            last = tuple(row[-1][columns.index(key)] for key in keys)
            after = f"WHERE ({order}) > ({', '.join('?' * len(keys))})"
            row = self._page(named, table, order, after, last)

    def _thawed(self, row: Row) -> Row:
        """Give a row of ``facts`` with what it says, wherever that lies in this file."""
        block_id, fact_id = row.get("cold_block"), row["fact_id"]
        if block_id is None:
            return row
        assert isinstance(block_id, int)
        assert isinstance(fact_id, int)
        text, context = cold.read(self.session, fact_id, block_id)
        said = {**row, "text": text, "context": context, "cold_block": None}
        return {name: value for name, value in said.items() if value is not None}

    def _page(
        self,
        named: str,
        table: str,
        order: str,
        after: str = "",
        last: tuple[Value | None, ...] = (),
    ) -> list[tuple[Value | None, ...]]:
        sql = f"SELECT {named} FROM {table} {after} ORDER BY {order} LIMIT {PAGE_ROWS}"  # noqa: S608  # Names come from the file's own schema.
        return self.session.rows(sql, last)

    def _tables(self) -> list[str]:
        return canonical_tables(self.session)

    def _require(self, table: str) -> None:
        if table != NEXT_IDS and table not in self._tables():
            message = f"there is no canonical table '{table[:60]}' in a brain of this format"
            remedy = "import it with the Cortex that wrote it, or a newer one"
            raise InvalidRequest(message, remedy=remedy, field="source")

    def _count(self, table: str) -> int:
        counted = self.session.value(f"SELECT count(*) FROM {table}")  # noqa: S608  # Names of the file's own schema.
        assert isinstance(counted, int)
        return counted

    def _columns(self, table: str) -> list[tuple[str, bool]]:
        """Give the columns in order, and whether each must have a value."""
        rows = self.session.rows('SELECT name, "notnull" FROM pragma_table_info(?)', (table,))
        return [(name, bool(must)) for name, must in rows]

    def _key(self, table: str) -> list[str]:
        """Give the columns of the primary key in order."""
        found = self.session.values(
            "SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk", (table,)
        )
        assert found, f"{table} has no primary key, so its rows have no order"
        return found


class SqliteArchiveWriter(SqliteArchiveReader):
    """Implements ``cortex.ports.archive.ArchiveWriter``."""

    def __init__(self, writer: SqliteWriter) -> None:
        super().__init__(writer.session)
        self._writer = writer
        self._facts_of_versions: list[tuple[Value, Value]] = []

    @property
    def brain(self) -> SqliteWriter:
        """Give the same transaction as the services know it."""
        return self._writer

    def is_empty(self) -> bool:
        """Tell whether no canonical table has a row."""
        return not any(self._count(table) for table in self._tables())

    def fill(self, table: str, rows: Iterable[Row]) -> int:
        """Write rows as they are and give how many."""
        self._require(table)
        self.session.rows("PRAGMA defer_foreign_keys = 1")
        if table == NEXT_IDS:
            return self._fill_next_ids(rows)
        if table == "versions":
            rows = self._without_facts(rows)
        columns = self._columns(table)
        known = {name for name, _ in columns}
        count = 0
        for row in rows:
            count += 1
            if not known.issuperset(row):
                odd = min(set(row) - known)
                message = f"'{table}' has no column '{odd[:60]}' in a brain of this format"
                raise InvalidRequest(message, remedy="use a newer Cortex", field="source")
            # A column that an older format did not have takes its default.
            given = [name for name, must in columns if name in row or not must]
            marks = ", ".join("?" * len(given))
            self._insert(
                f"INSERT INTO {table} ({', '.join(given)}) VALUES ({marks})",  # noqa: S608  # Names of the file's own schema.
                tuple(map(row.get, given)),
                table,
            )
        if table == "facts":
            self.session.run_many(
                "UPDATE versions SET fact_id = ? WHERE version_id = ?", self._facts_of_versions
            )
            self._facts_of_versions.clear()
        return count

    def adopt(self, name: BrainName) -> None:
        """Make this the brain of that name, restored once more than it was."""
        self.session.rows(
            "UPDATE brain_meta SET brain_id = ?, created_us = ?, restore_epoch = restore_epoch + 1",
            (name.brain_id, name.created_us),
        )

    def content_of(self, row: Row, scope_id: str, provenance: Row) -> FactContent:
        """Give the content that a row of ``facts`` stands for."""
        try:
            return content_of_columns(row, scope_id, provenance)
        except (KeyError, ValueError, TypeError, AttributeError):
            message = "a row of 'facts' is not as this Cortex writes it"
            raise InvalidRequest(message, remedy="export it again", field="source") from None

    def _without_facts(self, rows: Iterable[Row]) -> Iterator[Row]:
        """Hold the facts of log entries back until there are facts.

        Entries and facts refer to each other. While one such reference waits, SQLite looks through
        all facts for every fact that is written: a minute for ten thousand of them.
        """
        for row in rows:
            if "fact_id" in row and "version_id" in row:
                self._facts_of_versions.append((row["fact_id"], row["version_id"]))
            yield {name: value for name, value in row.items() if name != "fact_id"}

    def _insert(self, sql: str, values: tuple[Value | None, ...], table: str) -> None:
        try:
            self.session.rows(sql, values)
        except (DiskFull, StoreReadOnly):
            raise
        except CortexError:
            message = f"a row of '{table}' does not fit a brain of this format"
            raise InvalidRequest(message, remedy="export it again", field="source") from None

    def _fill_next_ids(self, rows: Iterable[Row]) -> int:
        count = 0
        for row in rows:
            count += 1
            self.session.rows("DELETE FROM sqlite_sequence WHERE name = ?", (row.get("name"),))
            self.session.rows(
                "INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)",
                (row.get("name"), row.get("seq")),
            )
        return count


def _plain(columns: list[str], values: tuple[Value | None, ...]) -> Row:
    pairs = zip(columns, values, strict=True)
    return {name: value for name, value in pairs if value is not None}
