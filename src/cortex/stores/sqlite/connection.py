"""How is a brain file opened, and what does a connection promise?

Every hook that reads the brain comes through here, so nothing slow is imported: no dataclass, enum,
json, re or typing, and the classes of errors only where one is raised. Source: ADR 0009, ADR 0010.
"""

# ruff: noqa: PTH100, PTH103, PTH108, PTH110, PTH112, PTH116, PTH120  # pathlib costs a hook 11 ms.

from __future__ import annotations

import _thread
import os

import apsw

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from collections.abc import Callable

SCHEMA_VERSION = 3
"""The newest migration this code knows (``PRAGMA user_version``)."""

APPLICATION_ID = 0x43545842
"""``PRAGMA application_id`` of a brain file: "CTXB" in ASCII."""

BUSY_WAIT_MS = 5_000
"""Milliseconds to wait for a program that writes without queueing, such as a database shell."""

PAGE_CACHE_KIB = 16_384
"""Memory for pages of one connection; the index of 100,000 facts fits about twice."""

STATEMENTS_KEPT = 192
"""Prepared statements kept; a deposit and a recall together use fewer."""

LOG_BYTES_KEPT = 16 * 1024 * 1024
"""Bytes the log may keep once its content is in the file; an import makes it larger for a while."""

_FILE_MODE = 0o600
_FOLDER_MODE = 0o700


def is_writable(path: str) -> bool:
    """Tell whether the file, or the folder it would be made in, lets us write."""
    folder = os.path.dirname(os.path.abspath(path))
    if os.path.exists(path):
        return os.access(path, os.W_OK) and os.access(folder, os.W_OK)
    while not os.path.exists(folder):
        folder = os.path.dirname(folder)
    return os.access(folder, os.W_OK | os.X_OK)


def open_reading(path: str, busy_ms: int = BUSY_WAIT_MS) -> apsw.Connection:
    """Open an existing brain to read it; never makes a file and never changes a byte of one.

    Closing it neither checkpoints nor removes the write-ahead log. On a medium that cannot be
    written the file is read in place, provided that no log waits beside it.

    Args:
        busy_ms: longest wait for a program that holds the whole file.

    Raises:
        StoreUnreadable: there is no file, it is damaged, or it is no brain.
        StoreNewer: a newer Cortex wrote it.
        StoreReadOnly: changes wait in a log that cannot be read from a read-only folder.
    """
    if not os.path.exists(path):
        from cortex.model.errors import StoreUnreadable

        message = f"there is no store at {path}"
        raise StoreUnreadable(message, remedy="commit a first fact, or choose another with --db")

    def prepare(connection: apsw.Connection) -> None:
        _prepare(connection, busy_ms)
        connection.pragma("query_only", 1)

    if is_writable(path):
        return _opened(path, path, apsw.SQLITE_OPEN_READWRITE, prepare)
    from cortex.model.errors import StoreReadOnly, StoreUnreadable

    try:
        return _opened(path, path, apsw.SQLITE_OPEN_READONLY, prepare)
    except (StoreReadOnly, StoreUnreadable):
        if _has_waiting_log(path):
            message = f"changes of the store wait in {path}-wal, which cannot be used read-only"
            remedy = "open it once where it can be written"
            raise StoreReadOnly(message, remedy=remedy) from None
    flags = apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI
    return _opened(path, f"file:{quoted(path)}?immutable=1", flags, prepare)


def open_writing(path: str, *, is_fast: bool = False) -> apsw.Connection:
    """Open a brain to write it, making the file (0600) and its folder (0700) when absent.

    A new file has no tables yet: ``schema.migrations`` makes them.

    Args:
        is_fast: acknowledge before the disk has it; survives a crash of the process, not of the
            machine (``synchronous`` NORMAL instead of FULL).

    Raises:
        StoreReadOnly: the file or its folder cannot be written.
        StoreUnreadable: it is damaged, or it is no brain.
        StoreNewer: a newer Cortex wrote it.
    """
    if not is_writable(path):
        from cortex.model.errors import StoreReadOnly

        message = f"the store cannot be written: {path}"
        raise StoreReadOnly(message)
    _make_file(path)

    def prepare(connection: apsw.Connection) -> None:
        _prepare(connection, BUSY_WAIT_MS)
        connection.pragma("synchronous", 1 if is_fast else 2)
        connection.pragma("journal_size_limit", LOG_BYTES_KEPT)

    return _opened(path, path, apsw.SQLITE_OPEN_READWRITE, prepare)


def use_write_ahead_log(connection: apsw.Connection, path: str) -> None:
    """Switch a new file to WAL; call it in one's turn, because the switch cannot be shared."""
    try:
        if connection.pragma("journal_mode") != "wal":
            connection.pragma("auto_vacuum", 2)  # Takes effect in a file without a page only.
            connection.pragma("journal_mode", "wal")
    except apsw.Error as error:
        from cortex.stores.sqlite.failures import translated

        raise translated(error, path) from error


def checkpoint_on_close(connection: apsw.Connection) -> None:
    """Let the last connection to close move the log into the file, so that one file is the brain.

    Only writers do this: it costs four syncs, and a reader changes nothing.
    """
    connection.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 0)


def format_version(connection: apsw.Connection, path: str) -> int:
    """Give the number of the newest migration applied; 0 for a file without tables.

    Raises:
        StoreUnreadable: the file belongs to another program.
        StoreNewer: a newer Cortex wrote it.
    """
    # In this order: the brain may be made in another process between two of these answers.
    if not _is_brain(connection):
        if connection.execute("SELECT 1 FROM sqlite_schema LIMIT 1").fetchone() is None:
            return 0
        if not _is_brain(connection):
            from cortex.model.errors import StoreUnreadable

            message = f"the file is a database of another program: {path}"
            raise StoreUnreadable(message, remedy="choose another with --db")
    version = connection.pragma("user_version")
    assert isinstance(version, int)
    if version > SCHEMA_VERSION:
        from cortex.model.errors import StoreNewer

        message = f"the store has format {version}, this Cortex knows {SCHEMA_VERSION}: {path}"
        raise StoreNewer(message)
    return version


def _is_brain(connection: apsw.Connection) -> bool:
    return bool(connection.pragma("application_id") == APPLICATION_ID)


def _opened(
    path: str, name: str, flags: int, prepare: Callable[[apsw.Connection], None]
) -> apsw.Connection:
    """Open, prepare and look at the file once, so that a bad one is reported here."""
    connection = None
    try:
        connection = apsw.Connection(name, flags, statementcachesize=STATEMENTS_KEPT)
        prepare(connection)
        format_version(connection, path)
    except Exception as error:
        if connection is not None:
            connection.close()
        if isinstance(error, apsw.Error):
            from cortex.stores.sqlite.failures import translated

            raise translated(error, path) from error
        raise
    return connection


def _prepare(connection: apsw.Connection, busy_ms: int) -> None:
    connection.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
    connection.set_busy_timeout(busy_ms)
    connection.pragma("foreign_keys", 1)
    connection.pragma("cache_size", -PAGE_CACHE_KIB)
    connection.pragma("temp_store", 2)


def _make_file(path: str) -> None:
    """Make the file with its permissions, unless it is there; many may try at once.

    The brain file itself is never opened by descriptor: closing one drops every POSIX lock this
    process holds on the file, those of other threads' connections too. So a sibling is made and
    given the name.
    """
    from cortex.model.errors import StoreReadOnly, StoreUnreadable

    name = os.path.realpath(path)
    if os.path.isdir(name):
        message = f"the store is a folder: {path}"
        raise StoreUnreadable(message)
    if os.path.exists(name):
        return
    sibling = f"{name}.{os.getpid()}-{_thread.get_ident()}.new"
    try:
        os.makedirs(os.path.dirname(name), _FOLDER_MODE, exist_ok=True)
        os.close(os.open(sibling, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, _FILE_MODE))
        try:
            os.link(sibling, name)
        except FileExistsError:
            pass  # Somebody was first; their file is as good.
        finally:
            os.unlink(sibling)
    except OSError as error:
        message = f"the store cannot be made: {path}: {os.strerror(error.errno or 0)}"
        raise StoreReadOnly(message) from error


def _has_waiting_log(path: str) -> bool:
    try:
        return os.stat(path + "-wal").st_size > 0
    except OSError:
        return False


def quoted(path: str) -> str:
    """Escape what a URI reads differently from a path."""
    return os.path.abspath(path).replace("%", "%25").replace("?", "%3f").replace("#", "%23")
