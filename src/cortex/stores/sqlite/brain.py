"""Who opens the brain file, and how do transactions begin and end?

One handle may serve many threads: each transaction has a connection to itself. Source: ADR 0026.
"""

from __future__ import annotations

import _thread
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import apsw

from cortex.model.errors import CortexError, StoreBusy, StoreOlder, StoreReadOnly
from cortex.model.lean_classes import NamedTuple
from cortex.model.receipts import AckProfile, Durability
from cortex.stores.sqlite.connection import (
    SCHEMA_VERSION,
    checkpoint_on_close,
    format_version,
    is_writable,
    open_reading,
    open_writing,
    use_write_ahead_log,
)
from cortex.stores.sqlite.failures import translated
from cortex.stores.sqlite.reading import SqliteReader
from cortex.stores.sqlite.schema.digests import require_known
from cortex.stores.sqlite.session import Session

if TYPE_CHECKING:
    from cortex.ports.queue import WriteQueue
    from cortex.stores.sqlite.writing import SqliteWriter

WAIT_MS = 5_000
"""Milliseconds a writer waits for its turn when the caller names no other time."""

IDLE_CONNECTIONS_MAX = 4
"""Connections kept open between transactions; more threads than this are rare."""

ACK_PROFILES = {
    Durability.DURABLE: AckProfile.POWER_LOSS_ASSUMED,
    Durability.FAST: AckProfile.PROCESS_CRASH,
}


class Opening(NamedTuple):
    """How a brain is to be opened.

    Args:
        now_us: the instant; stored when the file is made or migrated.
        brain_id: the name a new brain gets for life; an existing one keeps its own.
        analysis_version: what the tokenizer calls itself; noted when handles are cleared.
        durability: what an acknowledged write survives.
        wait_ms: longest wait for a turn to write unless a caller names another.
        is_read_only: never write, never make a file.
        keeps_safety_copy: keep the file as it was when its format changes.
    """

    now_us: int
    brain_id: str
    analysis_version: int
    durability: Durability = Durability.DURABLE
    wait_ms: int = WAIT_MS
    is_read_only: bool = False
    keeps_safety_copy: bool = True


def open_brain(path: str, queue: WriteQueue, opening: Opening) -> SqliteBrain:
    """Open the brain at a path, making or migrating it when it is writable.

    A file that cannot be written is opened all the same: reads work, writes say why not.

    Raises:
        StoreUnreadable: it is damaged, of another program, or missing and not to be made.
        StoreNewer: a newer Cortex wrote it.
        StoreOlder: it has an older format, and cannot or must not be written.
        StoreReadOnly: it is missing, and cannot be written.
        StoreBusy: it had to be made or migrated, and no turn came in time.
    """
    if not opening.is_read_only and not is_writable(path) and not os.path.exists(path):  # noqa: PTH110  # pathlib costs every command 8 ms.
        message = f"there is no store at {path}, and none can be made there"
        raise StoreReadOnly(message)
    brain = SqliteBrain(path, queue, opening)
    if opening.is_read_only or not is_writable(path):
        brain.keep(_current(path))
    elif (connection := _current_or_none(path, queue, opening)) is not None:
        brain.keep(connection)
    else:
        _make_or_migrate(path, queue, opening)
        brain = SqliteBrain(path, queue, opening)
    return brain


class SqliteBrain:
    """An open brain; implements ``cortex.ports.brain.Brain``."""

    __slots__ = (
        "_file",
        "_is_closed",
        "_opening",
        "_path",
        "_queue",
        "_readers",
        "_writers",
        "_writing",
    )

    def __init__(self, path: str, queue: WriteQueue, opening: Opening) -> None:
        self._path = path
        self._queue = queue
        self._opening = opening
        self._file = _file_at(path)
        self._readers: list[apsw.Connection] = []
        self._writers: list[apsw.Connection] = []
        self._writing: set[int] = set()  # Threads inside a write transaction of this handle.
        self._is_closed = False

    def keep(self, connection: apsw.Connection) -> None:
        """Take over a connection that reads this file, for the next snapshot."""
        self._readers.append(connection)

    @contextmanager
    def reading(self) -> Iterator[SqliteReader]:
        """Open a snapshot; never waits for a writer."""
        connection = self._take(self._readers) or open_reading(self._path)
        session, file = Session(connection, self._path), self._file
        try:
            _begin(connection, "BEGIN", self._path)
            yield SqliteReader(session)
        finally:
            session.end()
            self._give_back(connection, self._readers, file)

    @contextmanager
    def writing(self, wait_ms: int | None = None) -> Iterator[SqliteWriter]:
        """Open the one write transaction, waiting in a fair queue."""
        if self._opening.is_read_only:
            message = f"the store was opened to be read only: {self._path}"
            raise StoreReadOnly(message, remedy="open it without the read-only option")
        if not is_writable(self._path):
            message = f"the store cannot be written: {self._path}"
            raise StoreReadOnly(message)
        thread = _thread.get_ident()
        if thread in self._writing:
            message = f"this thread already writes to the store: {self._path}"
            raise StoreBusy(message, remedy="finish that transaction first")
        allowed_ms = self._opening.wait_ms if wait_ms is None else wait_ms
        deadline = time.monotonic() + allowed_ms / 1000
        self._queue.acquire(allowed_ms / 1000)
        self._writing.add(thread)
        try:
            yield from self._write(deadline)
        finally:
            self._writing.discard(thread)
            self._queue.release()

    def close(self) -> None:
        """Release the file; twice is safe."""
        self._is_closed = True
        for idle in (self._readers, self._writers):
            while idle:
                idle.pop().close()

    def _write(self, deadline: float) -> Iterator[SqliteWriter]:
        from cortex.stores.sqlite.writing import SqliteWriter

        connection = self._take(self._writers) or self._open_writer()
        session, file = Session(connection, self._path), self._file
        writer = SqliteWriter(
            session, ACK_PROFILES[self._opening.durability], self._opening.analysis_version
        )
        try:
            left_ms = max(0, int((deadline - time.monotonic()) * 1000))
            connection.set_busy_timeout(left_ms)
            _begin(connection, "BEGIN IMMEDIATE", self._path)
            yield writer
            writer.finish()
            session.rows("COMMIT")
        finally:
            session.end()
            self._give_back(connection, self._writers, file)

    def _leave_another_file(self) -> None:
        """Drop the connections to a file that has given way, before the next transaction.

        A recovery puts another file in the place. Whoever wrote on into the old one would lose it.
        """
        found = _file_at(self._path)
        if found != self._file:
            for idle in (self._readers, self._writers):
                while idle:
                    idle.pop().close()
            self._file = found

    def _open_writer(self) -> apsw.Connection:
        is_fast = self._opening.durability is Durability.FAST
        connection = open_writing(self._path, is_fast=is_fast)
        checkpoint_on_close(connection)
        return connection

    def _take(self, idle: list[apsw.Connection]) -> apsw.Connection | None:
        """Take an idle connection; another thread may be faster, and then there is none."""
        if self._is_closed:
            message = f"the store is closed: {self._path}"
            raise CortexError(message, remedy="this is a bug in Cortex; please report it")
        self._leave_another_file()
        try:
            return idle.pop()
        except IndexError:
            return None

    def _give_back(
        self, connection: apsw.Connection, idle: list[apsw.Connection], file: tuple[int, int]
    ) -> None:
        """Undo what is still open, and keep the connection for the next transaction."""
        try:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
        except apsw.Error:
            connection.close()  # Closing undoes it too; the error that led here is on its way.
            return
        if self._is_closed or file != self._file or len(idle) >= IDLE_CONNECTIONS_MAX:
            connection.close()
        else:
            idle.append(connection)


def _file_at(path: str) -> tuple[int, int]:
    """Give what tells one file from another at the same path; zeros when there is none."""
    try:
        found = os.stat(path)  # noqa: PTH116  # pathlib costs every command 8 ms.
    except OSError:
        return (0, 0)
    return (found.st_dev, found.st_ino)


def _begin(connection: apsw.Connection, statement: str, path: str) -> None:
    """Begin a transaction and look at the format: a newer Cortex may have been here meanwhile."""
    try:
        connection.execute(statement)
        format_version(connection, path)
    except apsw.Error as error:
        raise translated(error, path) from error


def _current(path: str) -> apsw.Connection:
    """Give a connection that reads a file of this code's format."""
    connection = open_reading(path)
    try:
        _require_current(connection, path)
    except BaseException:
        connection.close()
        raise
    return connection


def _current_or_none(path: str, queue: WriteQueue, opening: Opening) -> apsw.Connection | None:
    """Give a connection that reads the file, or None when it has to be made or migrated.

    To open a file and to read what tables it has is a tenth of a command, so that the connection
    that had to look is the one that reads afterwards.
    """
    if not os.path.exists(path):  # noqa: PTH110  # pathlib costs every command 8 ms.
        return None
    connection = open_reading(path)
    try:
        if format_version(connection, path) == SCHEMA_VERSION:
            require_known(connection, path)
            _keep_damaged_log(connection, path, queue, opening)
            return connection
    except apsw.Error as error:
        connection.close()
        raise translated(error, path) from error
    except BaseException:
        connection.close()
        raise
    connection.close()
    return None


def _make_or_migrate(path: str, queue: WriteQueue, opening: Opening) -> None:
    """Bring the file to this code's format, alone; eight programs may start at once."""
    from cortex.stores.sqlite.schema.migrations import Birth, migrate

    connection = open_writing(path)
    try:
        queue.acquire(opening.wait_ms / 1000)
        try:
            if opening.keeps_safety_copy and 0 < format_version(connection, path) < SCHEMA_VERSION:
                from cortex.stores.sqlite.copying import keep_safety_copy

                keep_safety_copy(connection, path)
            use_write_ahead_log(connection, path)
            birth = Birth(opening.brain_id, opening.analysis_version, opening.now_us)
            migrate(connection, path, birth)
        finally:
            queue.release()
    except apsw.Error as error:
        raise translated(error, path) from error
    finally:
        connection.close()


def _keep_damaged_log(
    connection: apsw.Connection, path: str, queue: WriteQueue, opening: Opening
) -> None:
    """Keep a copy of a log with commits that cannot be read, before somebody writes over them."""
    if not os.path.exists(f"{path}-wal"):  # noqa: PTH110  # pathlib costs every command 8 ms.
        return
    from cortex.stores.sqlite.log_file import log_damage, set_log_aside

    if log_damage(connection, path) is None:
        return
    try:
        queue.acquire(opening.wait_ms / 1000)
    except StoreBusy:
        return  # Whoever writes has looked.
    try:
        holding = open_writing(path)
        try:
            holding.execute("BEGIN IMMEDIATE")  # Nobody commits now: what is seen is damage.
            if log_damage(connection, path) is not None:
                set_log_aside(path, opening.now_us)
            holding.execute("ROLLBACK")
        finally:
            holding.close()
    finally:
        queue.release()


def _require_current(connection: apsw.Connection, path: str) -> None:
    try:
        if format_version(connection, path) == SCHEMA_VERSION:
            require_known(connection, path)
            return
    except apsw.Error as error:
        raise translated(error, path) from error
    message = f"the store has an older format, and nothing was changed by looking: {path}"
    remedy = None if is_writable(path) else "open it once where it can be written"
    raise StoreOlder(message, remedy=remedy)
