"""How is a brain file copied, judged and replaced while others use it?

The copy is made by SQLite's own page copier under one snapshot: a writer in another process neither
waits for it nor makes it start over. Source: ADR 0105, ADR 0106.
"""

# ruff: noqa: PTH110, PTH113  # Paths are text on their way to SQLite.

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import apsw

from cortex.model.copies import SIDECAR_SUFFIX, Contents, Present, PresentState, Salvage
from cortex.model.errors import CortexError, StoreNewer, StoreUnreadable
from cortex.stores.sqlite.connection import (
    APPLICATION_ID,
    checkpoint_on_close,
    open_reading,
    open_writing,
)
from cortex.stores.sqlite.failures import translated

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cortex.ports.copies import Progress

PAGES_PER_STEP = 2_048
"""Pages copied at once, eight megabytes: a few milliseconds between two words of progress."""

FAULTS_TOLD_MAX = 5
"""Faults of a copy that are told; one is enough to refuse it."""

SAFETY_SUFFIX = ".before-migration"
"""End of the name of the copy that is made before the format of a brain changes."""

_MAGIC = b"SQLite format 3\x00"
_COUNTED = ("commits", "decision_conflicts", "facts", "records", "revisions", "traces", "versions")


class SqliteBrainFiles:
    """The file of one brain; implements ``cortex.ports.copies.BrainFiles``.

    Args:
        path: the brain file; links are followed.
        analysis_version: what the tokenizer of this code calls itself.
    """

    def __init__(self, path: str, analysis_version: int) -> None:
        self._path = os.path.realpath(path)
        self._analysis_version = analysis_version

    def copy(self, target: str, on_progress: Progress | None = None) -> None:
        """Copy the brain as it stands at one instant."""
        source = open_reading(self._path)
        try:
            copy_pages(source, target, self._path, on_progress)
        finally:
            source.close()

    def copy_sidecar(self, target: str) -> bool:
        """Copy the sidecar; one that is missing or damaged is no reason to fail."""
        path = self._path + SIDECAR_SUFFIX
        if not os.path.isfile(path):
            return False
        try:
            source = apsw.Connection(path, apsw.SQLITE_OPEN_READWRITE)
        except apsw.Error:
            return False
        try:
            copy_pages(source, target, path)
            return not _file_faults(target)
        except CortexError:
            return False
        finally:
            source.close()

    def contents(self, path: str) -> Contents:
        """Count what a copy holds."""
        connection = open_reading(path)
        try:
            return _contents(connection)
        except apsw.Error as error:
            raise translated(error, path) from error
        finally:
            connection.close()

    def faults(self, path: str) -> tuple[str, ...]:
        """Give what is broken in a copy."""
        return _file_faults(path)

    def examined(self) -> tuple[str, ...]:
        """Give what is broken in the brain in its place."""
        try:
            return _file_faults(self._path)
        except StoreNewer:
            raise
        except CortexError as error:
            return (error.message,)

    def present(self, since_us: int) -> Present:
        """Say what stands in the brain's place."""
        if not os.path.lexists(self._path):
            return Present(PresentState.ABSENT)
        _refuse_strangers(self._path)
        try:
            connection = open_reading(self._path)
            try:
                return _present(connection, since_us)
            except apsw.Error as error:
                raise translated(error, self._path) from error
            finally:
                connection.close()
        except StoreUnreadable as error:
            return Present(PresentState.DAMAGED, detail=error.message)

    def brain_id(self) -> str | None:
        """Give the id of the brain in its place."""
        if not os.path.exists(self._path):
            return None
        try:
            connection = open_reading(self._path)
        except StoreUnreadable:
            return None
        try:
            found = connection.execute("SELECT brain_id FROM brain_meta").fetchone()
        except apsw.Error:
            return None
        finally:
            connection.close()
        return None if found is None else str(found[0])

    def settle(self, path: str, *, is_scrubbed: bool = False) -> None:
        """Let a prepared file stand alone, as a brain does that everybody has closed."""
        try:
            connection = apsw.Connection(path, apsw.SQLITE_OPEN_READWRITE)
            try:
                if is_scrubbed:
                    connection.execute("VACUUM")  # Written anew, so no page keeps what went.
                connection.pragma("journal_mode", "delete")
                connection.pragma("journal_mode", "wal")
            finally:
                connection.close()  # The last to close folds the log in and takes it away.
        except apsw.Error as error:
            raise translated(error, path) from error

    def mark_restored(self, path: str, epoch: int, now_us: int, copy_us: int) -> None:
        """Let a copy tell that it was brought back."""
        connection = open_writing(path)
        try:
            connection.execute(
                "UPDATE brain_meta SET restore_epoch = ?, restored_us = ?, restored_copy_us = ?",
                (epoch, now_us, copy_us),
            )
        except apsw.Error as error:
            raise translated(error, path) from error
        finally:
            connection.close()

    def replace(self, source: str, on_progress: Progress | None = None) -> None:
        """Give the brain the content of another file, in one transaction of its own log."""
        target = open_writing(self._path)
        checkpoint_on_close(target)
        try:
            given = apsw.Connection(source, apsw.SQLITE_OPEN_READONLY)
            try:
                _step(target, given, on_progress)
            finally:
                given.close()
            _fold_log(target)
        except apsw.Error as error:
            raise translated(error, self._path) from error
        finally:
            target.close()

    def salvage(self, target: str, now_us: int) -> Salvage:
        """Read what can be read into a new brain file."""
        from cortex.stores.sqlite.salvage import salvage

        return salvage(self._path, target, self._analysis_version, now_us)


def copy_database(path: str, target: str) -> bool:
    """Copy any database as it stands at one instant; False when it is none, or cannot be read."""
    try:
        with open(path, "rb") as file:  # noqa: PTH123  # A path as text, like all here.
            if file.read(len(_MAGIC)) != _MAGIC:
                return False
        source = apsw.Connection(path, apsw.SQLITE_OPEN_READWRITE)
    except (apsw.Error, OSError):
        return False
    try:
        copy_pages(source, target, path)
    except (apsw.Error, CortexError):
        return False
    finally:
        source.close()
    return True


def copy_pages(
    source: apsw.Connection, target: str, path: str, on_progress: Progress | None = None
) -> None:
    """Copy all a connection sees at one instant into a new file that needs no log.

    Raises:
        CortexError: as the driver's error means; the target is then gone.
    """
    try:
        source.execute("BEGIN")
        source.execute("SELECT count(*) FROM sqlite_schema").fetchall()  # The snapshot is taken.
        copied = apsw.Connection(target)
        try:
            os.chmod(target, 0o600)  # noqa: PTH101  # A path as text, like all here.
            copied.pragma("synchronous", 2)
            _step(copied, source, on_progress)
            copied.pragma("journal_mode", "delete")
        finally:
            copied.close()
    except apsw.Error as error:
        if os.path.exists(target):
            os.unlink(target)  # noqa: PTH108  # A path as text, like all here.
        raise translated(error, path) from error
    finally:
        if source.in_transaction:
            source.execute("ROLLBACK")


def keep_safety_copy(source: apsw.Connection, path: str) -> None:
    """Keep a copy of the brain before its format changes; it replaces the one kept before.

    Raises:
        DiskFull: there is no room for it; a migration needs about as much.
    """
    place = os.path.realpath(path)
    half_made = f"{place}{SAFETY_SUFFIX}.tmp"
    if os.path.exists(half_made):
        os.unlink(half_made)  # noqa: PTH108  # Of a migration that was killed; this is our turn.
    copy_pages(source, half_made, path)
    os.replace(half_made, place + SAFETY_SUFFIX)  # noqa: PTH105  # Both are text.


def _step(target: apsw.Connection, source: apsw.Connection, on_progress: Progress | None) -> None:
    with target.backup("main", source, "main") as backup:
        while not backup.step(PAGES_PER_STEP):
            if on_progress is not None:
                on_progress(backup.page_count - backup.remaining, backup.page_count)
        if on_progress is not None:
            on_progress(backup.page_count, backup.page_count)


def _fold_log(connection: apsw.Connection) -> None:
    """Move a log as large as the brain into it; a reader in its middle leaves that to the next."""
    try:
        connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
    except apsw.BusyError:
        return


def _file_faults(path: str) -> tuple[str, ...]:
    """Give what SQLite says of pages, indexes and references; never a value."""
    try:
        connection = apsw.Connection(path, apsw.SQLITE_OPEN_READWRITE)
    except apsw.Error as error:
        return (translated(error, path).message,)
    try:
        connection.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)  # Looking changes nothing.
        connection.set_busy_timeout(5_000)
        return tuple(_told_faults(connection))[:FAULTS_TOLD_MAX]
    except (apsw.Error, UnicodeDecodeError) as error:
        return (translated(error, path).message,)
    finally:
        connection.close()


def _told_faults(connection: apsw.Connection) -> Iterator[str]:
    for (line,) in connection.execute(f"PRAGMA integrity_check({FAULTS_TOLD_MAX})"):
        if line != "ok":
            yield " ".join(str(line).split())
    for table, rowid, parent, _ in connection.execute("PRAGMA foreign_key_check"):
        yield f"{table} row {rowid} points at a missing row of {parent}"
    for _ in connection.execute("SELECT name, tbl_name, sql FROM sqlite_schema"):
        pass  # Text that is no UTF-8 ends it; no check of SQLite's looks at that.


def _contents(connection: apsw.Connection) -> Contents:
    def value(sql: str) -> int:
        (found,) = connection.execute(sql).fetchone() or (0,)
        return int(found)

    meta = connection.execute("SELECT brain_id, restore_epoch FROM brain_meta").fetchone()
    if meta is None:
        msg = "brain_meta has no row"
        raise apsw.CorruptError(msg)
    head = connection.execute("SELECT head_id FROM head_state").fetchone()
    counts = tuple((name, value(f"SELECT count(*) FROM {name}")) for name in _COUNTED)  # noqa: S608  # Names of ours.
    return Contents(
        brain_id=meta[0],
        schema_version=value("PRAGMA user_version"),
        analysis_version=value("SELECT value FROM clock_meta WHERE key = 'analysis_version'"),
        restore_epoch=meta[1],
        head=None if head is None else head[0],
        facts=dict(counts)["facts"],
        counts=counts,
    )


def _present(connection: apsw.Connection, since_us: int) -> Present:
    if connection.pragma("user_version") == 0:
        return Present(PresentState.READABLE)  # Made a moment ago, and empty.
    row = connection.execute(
        "SELECT (SELECT count(*) FROM facts), (SELECT count(*) FROM versions),"
        " (SELECT count(*) FROM facts WHERE created_us > ?1),"
        " (SELECT count(*) FROM versions WHERE created_us > ?1),"
        " (SELECT restore_epoch FROM brain_meta)",
        (since_us,),
    ).fetchone()
    assert row is not None, "a statement without FROM gives one row"
    facts, entries, facts_since, entries_since, epoch = map(int, row)
    return Present(PresentState.READABLE, facts, entries, facts_since, entries_since, epoch)


def _refuse_strangers(path: str) -> None:
    """Leave alone what is no brain of ours, broken or whole.

    Raises:
        StoreUnreadable: it is a folder, or another program's database.
    """
    if not os.path.isfile(path):
        message = f"this is no file, so no brain can be put there: {path}"
        raise StoreUnreadable(message, remedy="choose another with --db")
    with open(path, "rb") as file:  # noqa: PTH123  # Nothing of ours has it open at this time.
        header = file.read(72)
    application_id = int.from_bytes(header[68:72], "big")
    if not header.startswith(_MAGIC) or application_id == APPLICATION_ID:
        return
    if application_id or _has_tables(path):
        message = f"the file is a database of another program: {path}"
        raise StoreUnreadable(message, remedy="choose another with --db")


def _has_tables(path: str) -> bool:
    """Tell whether a database that claims no program holds anything; a new brain claims it late."""
    try:
        connection = apsw.Connection(path, apsw.SQLITE_OPEN_READWRITE)
        try:
            return bool(connection.execute("SELECT 1 FROM sqlite_schema").fetchone())
        finally:
            connection.close()
    except apsw.Error:
        return False
