"""How do deleted words leave the pages of a file, and how is that looked at?

Rewriting the whole file leaves no freed page, no gap inside a page and no log behind. The copy in
the making is held in memory and never in a temporary file. Source: ADR 0102.
"""

from __future__ import annotations

import os
import time
import zlib
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import apsw

from cortex.core.erasure.finder import Finder, of_bytes, of_texts
from cortex.model.erasure import Proof, Scrubbed
from cortex.model.errors import CortexError
from cortex.stores.sqlite.connection import quoted
from cortex.stores.sqlite.failures import translated

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cortex.ports.queue import WriteQueue

POLL_S = 0.05
"""Seconds between two looks whether the last reader of the old log is gone."""

PIECE_BYTES = 4 * 1024 * 1024
"""Bytes of a file read at once."""

INFLATED_BYTES_MAX = 16 * 1024 * 1024
"""Bytes of one deflated value that are unpacked to be searched; revisions are a thousandth."""


class SqliteScrubber:
    """Cleans and searches one database file; implements ``cortex.ports.erasure.Scrubber``.

    Args:
        queue: whose turn it is to write; None for a file that only its owner writes.
    """

    def __init__(self, path: str, queue: WriteQueue | None = None) -> None:
        self._path = path
        self._queue = queue

    def scrub(self, wait_ms: int) -> Scrubbed:
        """Rewrite every page and empty the log; never raises."""
        before = _size(self._path)
        if not before:
            return Scrubbed(0, 0)
        try:
            if self._queue is not None:
                self._queue.acquire(wait_ms / 1000)
            try:
                self._rewrite(wait_ms)
            finally:
                if self._queue is not None:
                    self._queue.release()
        except apsw.Error as error:
            return Scrubbed(
                before, _size(self._path), self._log(), translated(error, self._path).message
            )
        except CortexError as error:
            return Scrubbed(before, _size(self._path), self._log(), error.message)
        return Scrubbed(before, _size(self._path), self._log())

    def search(self, words: Sequence[str]) -> Proof:
        """Look for words in every value of every table; what cannot be read is told as found."""
        if not _size(self._path):
            return Proof(0, 0)
        name = Path(self._path).name
        look = _Look(words)
        try:
            found = tuple(f"{name}: {place}" for place in _places_in(self._path, look))
        except apsw.Error as error:
            found = (f"{name} (not searched: {translated(error, self._path).message})",)
        return Proof(look.bytes_seen, 0, found)

    def _rewrite(self, wait_ms: int) -> None:
        deadline = time.monotonic() + wait_ms / 1000
        connection = apsw.Connection(self._path, apsw.SQLITE_OPEN_READWRITE)
        try:
            connection.set_busy_timeout(wait_ms)
            connection.pragma("temp_store", 2)
            connection.pragma("secure_delete", 1)
            connection.execute("VACUUM")
            connection.set_busy_timeout(0)
            while True:
                connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_PASSIVE)
                if self._truncated(connection) or time.monotonic() >= deadline:
                    return
                time.sleep(POLL_S)
        finally:
            connection.close()

    def _truncated(self, connection: apsw.Connection) -> bool:
        try:
            connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
        except apsw.BusyError:
            return False
        return not self._log()

    def _log(self) -> int:
        return _size(self._path + "-wal")


def pages_of(path: str) -> Iterator[bytes]:
    """Yield the bytes of a database in pieces, as they lie in the file.

    Closing a file that was opened by hand gives up every lock this process has on it, with other
    connections still at work; SQLite's own way of opening does not.

    Raises:
        OSError: it cannot be read.
    """
    flags = [apsw.SQLITE_OPEN_MAIN_DB | apsw.SQLITE_OPEN_READONLY, 0]
    try:
        file = apsw.VFSFile("", path, flags)
        try:
            size = file.xFileSize()
            for at in range(0, size, PIECE_BYTES):
                yield file.xRead(min(PIECE_BYTES, size - at), at)
        finally:
            file.xClose()
    except apsw.Error as error:
        raise OSError(translated(error, path).message) from error


def search_copy(path: str, words: Sequence[str]) -> Proof:
    """Look for words in every value of a database that nobody writes; nothing is made beside it."""
    look = _Look(words)
    try:
        found = tuple(_places_in(f"file:{quoted(path)}?mode=ro&immutable=1", look))
    except apsw.Error as error:
        found = (f"{Path(path).name} (not searched: {translated(error, path).message})",)
    return Proof(look.bytes_seen, 0, found)


class _Look:
    """Looks into one value after the other and counts what it saw."""

    def __init__(self, words: Sequence[str]) -> None:
        self._texts: Finder = of_texts(words)
        self._bytes: Finder = of_bytes(words)
        self.bytes_seen = 0

    def is_in(self, value: Any) -> bool:
        if isinstance(value, str):
            self.bytes_seen += len(value)
            return self._texts.is_in(value)
        if not isinstance(value, bytes):
            return False
        self.bytes_seen += len(value)
        if self._bytes.is_in(value.decode("latin-1")):
            return True
        unpacked = inflated(value)
        return self._bytes.is_in(unpacked.decode("latin-1"))


def _places_in(path: str, look: _Look) -> list[str]:
    connection = apsw.Connection(path, apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_URI)
    try:
        connection.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
        connection.pragma("query_only", 1)
        connection.create_scalar_function("holds_words", cast("Any", look.is_in), 1)
        found = []
        for table, column in text_columns(connection):
            sql = f'SELECT 1 FROM "{table}" WHERE holds_words("{column}") LIMIT 1'  # noqa: S608  # Names read from the schema.
            if connection.execute(sql).fetchone() is not None:
                found.append(f"{table}.{column}")
        return found
    finally:
        connection.close()


def text_columns(connection: apsw.Connection) -> list[tuple[str, str]]:
    """Give (table, column) of every column of the live schema that holds text or bytes."""
    rows = connection.execute(
        "SELECT m.name, c.name FROM sqlite_schema AS m, pragma_table_info(m.name) AS c"
        " WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%'"
        " AND c.type NOT IN ('INTEGER', 'REAL') ORDER BY m.name, c.cid"
    )
    return [(str(table), str(column)) for table, column in rows]


def inflated(value: bytes) -> bytes:
    """Give what a zlib value holds, up to a bound; nothing when it is no such value."""
    try:
        return zlib.decompressobj().decompress(value, INFLATED_BYTES_MAX)
    except zlib.error:
        return b""


def _size(path: str) -> int:
    try:
        return os.stat(path).st_size  # noqa: PTH116  # As the rest of this package.
    except OSError:
        return 0
