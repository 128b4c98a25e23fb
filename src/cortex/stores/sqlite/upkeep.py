"""How is the file of a brain kept small, in steps that keep nobody waiting?

Each step takes its turn like any writer and has a connection of its own. Source: ADR 0088.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

import apsw

from cortex.model.housekeeping import FileSizes
from cortex.stores.sqlite import folding
from cortex.stores.sqlite.connection import open_reading, open_writing
from cortex.stores.sqlite.failures import translated
from cortex.stores.sqlite.session import Session
from cortex.stores.sqlite.tail import Tail

if TYPE_CHECKING:
    from cortex.ports.queue import WriteQueue

MOVE_WAIT_S = 2.0
"""Seconds to try again while a reader needs part of the log; nobody waits for this."""

RETRY_S = 0.02
"""Seconds between two tries: about the length of a read."""

CUT_WAIT_MS = 50
"""Milliseconds writers wait at most while the last short readers of a log leave; nobody who comes
to read meanwhile waits at all."""

PRESSING_WAIT_MS = 2_000
"""The same when the log outgrew its bound. With readers one after another somebody always has its
end, and it can only begin anew while nobody writes for the length of one read."""

_INCREMENTAL = 2


class SqliteUpkeep:
    """Implements ``cortex.ports.upkeep.StoreUpkeep`` for the brain file at a path."""

    __slots__ = ("_path", "_queue")

    def __init__(self, path: str, queue: WriteQueue) -> None:
        self._path = path
        self._queue = queue

    def sizes(self) -> FileSizes:
        """Give what the store takes on disk now."""
        connection = open_reading(self._path)
        try:
            page = connection.pragma("page_size")
            return FileSizes(
                store_bytes=page * connection.pragma("page_count"),
                wal_bytes=_bytes_of(self._path + "-wal"),
                free_bytes=page * connection.pragma("freelist_count"),
                can_shrink=connection.pragma("auto_vacuum") == _INCREMENTAL,
            )
        except apsw.Error as error:
            raise translated(error, self._path) from error
        finally:
            connection.close()

    def checkpoint(self, *, is_pressing: bool = False) -> bool:
        """Move the log into the file, and cut it off if no reader is in it just then."""
        connection = open_writing(self._path)
        try:
            is_moved = _move(connection, time.monotonic() + MOVE_WAIT_S)
        except apsw.Error as error:
            raise translated(error, self._path) from error
        finally:
            connection.close()
        with self._turn() as connection:
            connection.set_busy_timeout(PRESSING_WAIT_MS if is_pressing else CUT_WAIT_MS)
            with suppress(apsw.BusyError):
                connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
                is_moved = True
        return is_moved

    def release_pages(self, pages: int) -> int:
        """Give free pages back to the disk, a number of them at most; give how many bytes went."""
        with self._turn() as connection:
            if connection.pragma("auto_vacuum") != _INCREMENTAL:
                return 0
            before = connection.pragma("freelist_count")
            connection.execute("BEGIN IMMEDIATE")
            connection.execute(f"PRAGMA incremental_vacuum({int(pages)})").fetchall()
            connection.execute("COMMIT")
            gone = before - connection.pragma("freelist_count")
            return int(gone * connection.pragma("page_size"))

    def fold_tail(self) -> int:
        """Put the facts that wait into the index, and give how many there were."""
        with self._turn() as connection:
            connection.execute("BEGIN IMMEDIATE")
            session = Session(connection, self._path)
            tail = Tail(session)
            count = tail.count()
            if count:
                folding.fold(session, tail)
            connection.execute("COMMIT")
            return count

    @contextmanager
    def _turn(self) -> Iterator[apsw.Connection]:
        """Give a connection in our turn; what it leaves undone is undone."""
        self._queue.acquire()
        try:
            connection = open_writing(self._path)
            try:
                yield connection
            except apsw.Error as error:
                raise translated(error, self._path) from error
            finally:
                connection.close()
        finally:
            self._queue.release()


def _move(connection: apsw.Connection, deadline: float) -> bool:
    """Move what is in the log now; False when a reader still needs some of it at the deadline."""
    connection.set_busy_timeout(0)
    wanted: int | None = None
    while True:
        with suppress(apsw.BusyError):  # Somebody else moves it just now.
            frames, moved = connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_PASSIVE)
            wanted = frames if wanted is None else wanted
            if moved >= wanted or frames < wanted:  # Fewer frames: it was begun anew meanwhile.
                return True
        if time.monotonic() >= deadline:
            return False
        time.sleep(RETRY_S)


def _bytes_of(path: str) -> int:
    try:
        return os.stat(path).st_size  # noqa: PTH116  # A size by name, no descriptor of the file.
    except OSError:
        return 0
