"""Which rows of a damaged brain can still be read?

Each table is walked by its key. Where a page cannot be read the walk finds the next key that can,
so one bad page costs the rows on it and no others. What then points at a lost row is taken out, and
counted as lost. Source: ADR 0108.
"""

# ruff: noqa: S608  # Names of tables and columns come from the schema, quoted; values are bound.
# ruff: noqa: PTH110, PTH123, PTH202  # Paths are text on their way to SQLite.

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import apsw

from cortex.core.text.digests import content_hash
from cortex.model.copies import Salvage, TableYield
from cortex.model.errors import StoreUnreadable
from cortex.model.lean_classes import NamedTuple
from cortex.stores.sqlite import cold_salvage
from cortex.stores.sqlite.connection import open_writing, use_write_ahead_log
from cortex.stores.sqlite.failures import translated
from cortex.stores.sqlite.schema.migrations import Birth, migrate
from cortex.stores.sqlite.tables import DERIVED

if TYPE_CHECKING:
    from collections.abc import Sequence

LENGTH_FACTOR_MAX = 64
"""Times its present length that a file may be said to have had; more is a broken header."""

ROWS_PER_BATCH = 500
"""Rows read and written at once."""

KEY_MAX = 2**62
"""Where the search for the next readable key ends; row numbers count up from one."""

_OWN = frozenset({"schema_migrations", "brain_meta", "sqlite_sequence"})
# A text that is no UTF-8 any more is not what somebody said.
_BROKEN = (
    apsw.CorruptError,
    apsw.NotADBError,
    apsw.IOError,
    apsw.FormatError,
    apsw.SQLError,
    UnicodeDecodeError,
)


class _Table(NamedTuple):
    """A table as both files have it: columns in common, and its key; ``is_numbered`` by rowid."""

    name: str
    columns: tuple[str, ...]
    key: tuple[str, ...]
    is_numbered: bool


def salvage(path: str, target: str, analysis_version: int, now_us: int) -> Salvage:
    """Read what can be read into a new brain file; handles are left to be made.

    Raises:
        StoreUnreadable: not even the list of its tables can be read.
    """
    try:
        source = apsw.Connection(_laid_out(path, target), apsw.SQLITE_OPEN_READWRITE)
        source.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
        source.pragma("query_only", 1)
        source.execute("BEGIN")
        known = {str(name) for (name,) in source.execute("SELECT name FROM sqlite_schema")}
    except apsw.Error as error:
        message = f"not even the list of tables can be read: {path}"
        remedy = "run `cortex restore` to list copies, and bring one back"
        raise StoreUnreadable(message, remedy=remedy) from error
    made = open_writing(target)
    try:
        use_write_ahead_log(made, target)
        migrate(made, target, Birth(f"recovered-{now_us}", analysis_version, now_us))
        made.pragma("foreign_keys", 0)
        made.execute("BEGIN IMMEDIATE")
        saved = Salvage(_taken_over(source, made, known), _altered(made))
        made.execute("COMMIT")
    except apsw.Error as error:
        raise translated(error, target) from error
    else:
        return saved
    finally:
        made.close()
        source.close()


def _laid_out(path: str, target: str) -> str:
    """Copy the damaged file and its log, and give the copy the length its header speaks of.

    SQLite reads nothing of a file that is shorter; with empty pages at its end it reads the others.
    """
    copied = f"{target}.damaged"
    for ending in ("", "-wal"):
        if os.path.exists(path + ending):
            shutil.copyfile(path + ending, copied + ending)
    with open(copied, "r+b") as file:
        header = file.read(32)
        page_bytes = int.from_bytes(header[16:18], "big")
        length = page_bytes * int.from_bytes(header[28:32], "big")
        if file.seek(0, os.SEEK_END) < length <= LENGTH_FACTOR_MAX * max(1, os.path.getsize(path)):
            file.truncate(length)
    return copied


def _taken_over(
    source: apsw.Connection, made: apsw.Connection, known: set[str]
) -> tuple[TableYield, ...]:
    _take_meta(source, made)
    kept: dict[str, int] = {}
    lost: dict[str, int] = {}
    for table in _tables(source, made, known):
        made.execute(f'DELETE FROM "{table.name}"')  # What a migration put there comes again.
        walked = _Walk(source, table)
        places = ", ".join("?" * len(table.columns))
        columns = ", ".join(f'"{name}"' for name in table.columns)
        insert = f'INSERT OR IGNORE INTO "{table.name}" ({columns}) VALUES ({places})'
        refused = sum(_refused(made, insert, batch) for batch in walked.batches())
        kept[table.name], lost[table.name] = _count(made, table.name), walked.lost + refused
    gone = cold_salvage.settle(made)
    if gone or "cold_blocks" in kept:
        kept["cold_blocks"] = _count(made, "cold_blocks")
        kept["facts"] -= gone
        lost["facts"] += gone
    for name in _without_dangling(made):
        kept[name] -= 1
        lost[name] = lost.get(name, 0) + 1
    _keep_numbering(source, made)
    _stand_at_newest(made)
    return tuple(
        TableYield(name, kept[name], lost[name])
        for name in sorted(kept)
        if kept[name] or lost[name]
    )


def _refused(made: apsw.Connection, insert: str, rows: list[tuple[Any, ...]]) -> int:
    """Write rows and count those that can be read and yet make no sense, such as a text for a
    number; a row that is there already counts for nothing."""
    refused = 0
    for row in rows:
        try:
            made.execute(insert, row)
        except apsw.ConstraintError:
            refused += 1
    return refused


def _tables(source: apsw.Connection, made: apsw.Connection, known: set[str]) -> Iterator[_Table]:
    """Yield the canonical tables, by name."""
    rows = made.execute(
        "SELECT name, wr FROM pragma_table_list WHERE schema = 'main' AND type = 'table'"
        " AND name NOT LIKE 'sqlite_%' ORDER BY name"
    ).fetchall()
    for name, is_without_rowid in rows:
        if name in DERIVED or name in _OWN or name not in known:
            continue
        try:
            theirs = {row[1] for row in _columns(source, str(name))}
        except _BROKEN:
            continue
        ours = _columns(made, str(name))
        columns = tuple(row[1] for row in ours if row[1] in theirs)
        key = tuple(row[1] for row in sorted(ours, key=lambda row: row[5]) if row[5])
        yield _Table(str(name), columns, key, not is_without_rowid)


def _columns(connection: apsw.Connection, name: str) -> list[tuple[Any, ...]]:
    """Give the columns of a table: position, name, type, is never empty, default, place in key."""
    return connection.execute(f'PRAGMA table_info("{name}")').fetchall()


class _Walk:
    """A way through one table that goes around what cannot be read."""

    def __init__(self, source: apsw.Connection, table: _Table) -> None:
        self._source = source
        self._table = table
        self.lost = 0

    def batches(self) -> Iterator[list[tuple[Any, ...]]]:
        """Yield the rows that can be read, in batches."""
        return self._by_number() if self._table.is_numbered else self._from_both_ends()

    def _by_number(self) -> Iterator[list[tuple[Any, ...]]]:
        columns = ", ".join(f'"{name}"' for name in self._table.columns)
        name = f'"{self._table.name}" NOT INDEXED'
        sql = f"SELECT rowid, {columns} FROM {name} WHERE rowid >= ? ORDER BY rowid LIMIT ?"
        at = -KEY_MAX
        while True:
            rows, is_whole = _read(self._source, sql, (at, ROWS_PER_BATCH))
            if rows:
                yield [row[1:] for row in rows]
                at = rows[-1][0] + 1
            if is_whole and len(rows) < ROWS_PER_BATCH:
                return
            if not is_whole:
                following = self._next_readable(sql, max(at, 1))
                if following is None:
                    self.lost += 1  # At least the row that stopped the walk.
                    return
                self.lost += following - max(at, 1)
                at = following

    def _next_readable(self, sql: str, after: int) -> int | None:
        """Find the first row number behind a hole; None when there is nothing behind it."""
        step = 1
        while not _can_read(self._source, sql, after + step):
            step *= 2
            if step > KEY_MAX:
                return None
        low, high = after + step // 2, after + step  # The edge of the hole lies between.
        while low < high:
            middle = (low + high) // 2
            if _can_read(self._source, sql, middle):
                high = middle
            else:
                low = middle + 1
        rows, _ = _read(self._source, sql, (high, 1))
        return None if not rows else int(rows[0][0])

    def _from_both_ends(self) -> Iterator[list[tuple[Any, ...]]]:
        """Read forwards to the first hole, then backwards from the end to the last one."""
        columns = ", ".join(f'"{name}"' for name in self._table.columns)
        for direction in ("ASC", "DESC"):
            order = ", ".join(f'"{name}" {direction}' for name in self._table.key)
            sql = f'SELECT {columns} FROM "{self._table.name}" ORDER BY {order}'
            rows, is_whole = _read(self._source, sql, ())
            yield rows
            if is_whole:
                return
        self.lost += 1  # Nobody can tell how many were between; it is one at least.


def _read(
    source: apsw.Connection, sql: str, bindings: Sequence[Any]
) -> tuple[list[tuple[Any, ...]], bool]:
    """Give the rows up to the first fault, and whether there was none."""
    rows: list[tuple[Any, ...]] = []
    try:
        rows.extend(source.execute(sql, bindings))
    except _BROKEN:
        return rows, False
    return rows, True


def _can_read(source: apsw.Connection, sql: str, at: int) -> bool:
    """Tell whether the first row at or behind a number can be read, or there is none."""
    return _read(source, sql, (at, 1))[1]


def _count(made: apsw.Connection, name: str) -> int:
    (count,) = made.execute(f'SELECT count(*) FROM "{name}"').fetchone() or (0,)
    return int(count)


def _without_dangling(made: apsw.Connection) -> Iterator[str]:
    """Take out rows that point at lost ones, until none is left; yield the table of each.

    A reference that may be empty is emptied instead: the row itself can be read.
    """
    while True:
        before = _count(made, "records")
        made.execute("DELETE FROM records WHERE record_no NOT IN (SELECT record_no FROM revisions)")
        yield from ["records"] * (before - _count(made, "records"))
        found: list[tuple[Any, ...]] = made.execute("PRAGMA foreign_key_check").fetchall()
        if not found:
            return
        for table, rowid, _parent, number in sorted(set(found), key=repr):
            yield from _mend(made, str(table), rowid, int(number))


def _mend(made: apsw.Connection, table: str, rowid: int | None, number: int) -> Iterator[str]:
    links = [
        (row[3], row[2], row[4])
        for row in made.execute(f'PRAGMA foreign_key_list("{table}")')
        if row[0] == number
    ]
    nullable = {row[1] for row in _columns(made, table) if not row[3]}
    if rowid is not None and all(column in nullable for column, _, _ in links):
        emptied = ", ".join(f'"{column}" = NULL' for column, _, _ in links)
        made.execute(f'UPDATE "{table}" SET {emptied} WHERE rowid = ?', (rowid,))
        return
    if rowid is not None:
        made.execute(f'DELETE FROM "{table}" WHERE rowid = ?', (rowid,))
        yield table
        return
    # Without row numbers the check does not say which row it is: all that dangle go at once.
    parent = links[0][1]
    fits = " AND ".join(f'p."{theirs or ours}" = c."{ours}"' for ours, _, theirs in links)
    filled = " AND ".join(f'c."{ours}" IS NOT NULL' for ours, _, _ in links)
    key = [row[1] for row in _columns(made, table) if row[5]]
    keys = ", ".join(f'"{name}"' for name in key)
    chosen = ", ".join(f'c."{name}"' for name in key)
    before = _count(made, table)
    made.execute(
        f'DELETE FROM "{table}" WHERE ({keys}) IN (SELECT {chosen} FROM "{table}" AS c'
        f' WHERE {filled} AND NOT EXISTS (SELECT 1 FROM "{parent}" AS p WHERE {fits}))'
    )
    yield from [table] * (before - _count(made, table))


def _altered(made: apsw.Connection) -> tuple[str, ...]:
    """Name facts with words that no longer fit any digest taken when they were said.

    A flipped bit inside a text breaks no page. A fact whose digests are lost is not doubted.
    """
    digests: dict[int, set[bytes]] = {}
    for fact_id, digest in made.execute("SELECT fact_id, content_hash FROM traces"):
        digests.setdefault(fact_id, set()).add(digest)
    return tuple(
        f"{kind}::{fact_id}"
        for fact_id, kind, text in cold_salvage.texts(made)
        if fact_id in digests and bytes.fromhex(content_hash(text)) not in digests[fact_id]
    )


def _take_meta(source: apsw.Connection, made: apsw.Connection) -> None:
    """Keep what is known of the brain itself; its epoch goes up, as what was shown may be gone."""
    theirs = {row[1] for row in _columns(source, "brain_meta")}
    names = [row[1] for row in _columns(made, "brain_meta") if row[1] in theirs]
    columns = ", ".join(f'"{name}"' for name in names)
    rows, _ = _read(source, f"SELECT {columns} FROM brain_meta", ())
    if rows:
        changes = ", ".join(f'"{name}" = ?' for name in names)
        made.execute(f"UPDATE brain_meta SET {changes}", rows[0])
        made.execute("UPDATE brain_meta SET restore_epoch = restore_epoch + 1")


def _keep_numbering(source: apsw.Connection, made: apsw.Connection) -> None:
    """Never give a number again that a lost row had."""
    rows, _ = _read(source, "SELECT name, seq FROM sqlite_sequence", ())
    for name, number in rows:
        sql = "UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?"
        made.execute(sql, (number, name))


def _stand_at_newest(made: apsw.Connection) -> None:
    """Let the brain stand at its newest entry in force, and each record at its newest revision."""
    made.execute("DELETE FROM head_state")
    made.execute(
        "INSERT INTO head_state (scope, head_id) SELECT 'default', max(version_id) FROM versions"
        " WHERE status = 'active' AND fact_id IS NOT NULL HAVING max(version_id) IS NOT NULL"
    )
    made.execute(
        "INSERT OR IGNORE INTO record_heads (record_no, ordinal)"
        " SELECT record_no, max(ordinal) FROM revisions GROUP BY record_no"
    )
