"""Where do objects and their numbers lie? In a file of their own, which nothing depends on.

A damaged file, or one of another format, is set aside and made again: whatever it said can be asked
anew. Links are not followed. Each method is one transaction.
"""

from __future__ import annotations

import _thread
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import apsw

from cortex.core.erasure.finder import of_bytes
from cortex.model.erasure import Proof
from cortex.model.errors import StoreReadOnly
from cortex.model.identity import NUMBER_MAX, SUITE, IdentityFault, Loc, Stored
from cortex.model.refusals import IdentityRefused
from cortex.stores.sqlite.failures import DAMAGED, translated
from cortex.stores.sqlite.identity.schema import APPLICATION_ID, FORMAT, SQL
from cortex.stores.sqlite.scrubbing import SqliteScrubber

DAMAGED_SUFFIX = ".damaged"
"""End of the name a damaged sidecar is set aside under; the last one is kept."""

BUSY_WAIT_MS = 2_000
"""Milliseconds to wait for another process; who cannot wait goes without a name."""

SCRUB_WAIT_MS = 2_000

_LOC = (
    "SELECT session, number, oid, span_start, span_end, kind, source_path, origin, revision,"
    " granted_by FROM locs "
)
_OBJECT = "SELECT oid, seal_suite, seal, payload FROM objects WHERE oid = ?"
_BY_SEAL = "SELECT oid, seal_suite, seal, payload FROM objects WHERE seal_suite = ? AND seal = ?"
_BY_OLD_SEAL = (
    "SELECT o.oid, o.seal_suite, o.seal, o.payload FROM object_aliases AS a"
    " JOIN objects AS o ON o.oid = a.oid WHERE a.seal_suite = ? AND a.seal = ?"
)

_handles: dict[str, SqliteIdentity] = {}
_opening = _thread.allocate_lock()


def open_identity(
    path: str, new_id: Callable[[], str], *, quota: int = NUMBER_MAX
) -> SqliteIdentity:
    """Give the one handle this process has on a sidecar, making the file when there is none.

    Args:
        new_id: gives a UUID; objects are called by its 32 digits.
        quota: highest number a session may reach.

    Raises:
        StoreReadOnly: it is a link, or cannot be made here.
    """
    name = os.path.abspath(path)  # noqa: PTH100  # As the rest of this package.
    with _opening:
        found = _handles.get(name)
        if found is None or found.is_closed:
            found = _handles[name] = SqliteIdentity(name, new_id, quota)
        return found


class SqliteIdentity:
    """Implements ``cortex.ports.identity.IdentityStore``; threads take turns."""

    def __init__(self, path: str, new_id: Callable[[], str], quota: int) -> None:
        self._path = Path(path)
        self._new_id = new_id
        self._quota = quota
        self._turn = _thread.allocate_lock()
        self._connection: apsw.Connection | None = _opened(self._path)

    @property
    def is_closed(self) -> bool:
        """Tell whether it was closed; the next to ask opens another."""
        return self._connection is None

    def close(self) -> None:
        """Release the file; twice is safe."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def intern(self, payload: bytes, seal: str, suite: str = SUITE) -> str:
        """Give the name of these bytes."""
        with self._writing() as run:
            return self._interned(run, payload, seal, suite)

    def intern_facts(self, payloads: Sequence[tuple[bytes, str]], last_fact_id: int) -> int:
        """Intern (bytes, seal) in one transaction and note how far the facts were read."""
        with self._writing() as run:
            for payload, seal in payloads:
                self._interned(run, payload, seal, SUITE)
            sql = "UPDATE store_meta SET value = max(value, ?) WHERE key = 'interned_fact'"
            run(sql, (last_fact_id,))
        return len(payloads)

    def interned_fact(self) -> int:
        """Give the id of the last fact that was read; 0 at first."""
        with self._writing() as run:
            return int(run("SELECT value FROM store_meta WHERE key = 'interned_fact'")[0][0])

    def reseal(self, oid: str, seal: str, suite: str) -> None:
        """Seal an object anew; it keeps its name and is found by the old seal too."""
        with self._writing() as run:
            run(
                "INSERT INTO object_aliases (seal_suite, seal, oid) SELECT seal_suite, seal, oid"
                " FROM objects WHERE oid = ? ON CONFLICT DO NOTHING",
                (oid,),
            )
            sql = "UPDATE objects SET seal_suite = ?, seal = ? WHERE oid = ?"
            run(sql, (suite, seal, oid))

    def find(self, seal: str, suite: str = SUITE) -> Stored | None:
        """Give the object with this seal, or None."""
        with self._writing() as run:
            rows = run(_BY_SEAL, (suite, seal)) or run(_BY_OLD_SEAL, (suite, seal))
        return Stored(*rows[0]) if rows else None

    def get(self, oid: str) -> Stored | None:
        """Give an object by name, or None."""
        with self._writing() as run:
            rows = run(_OBJECT, (oid,))
        return Stored(*rows[0]) if rows else None

    def open_session(self, session: str) -> None:
        """Start a session, or go on with one that is active."""
        with self._writing() as run:
            run(
                "INSERT INTO sessions (session, next_no, status) VALUES (?, 1, 'active')"
                " ON CONFLICT (session) DO NOTHING",
                (session,),
            )

    def end_session(self, session: str, *, is_closed: bool) -> None:
        """Freeze a session, or close it; a closed one is never merely frozen again."""
        status = "closed" if is_closed else "frozen"
        with self._writing() as run:
            sql = "UPDATE sessions SET status = ? WHERE session = ? AND status <> 'closed'"
            run(sql, (status, session))

    def mint(self, loc: Loc) -> Loc:
        """Number a place; kept before it is given."""
        with self._writing() as run:
            return self._minted(run, loc)

    def locs(self, session: str) -> list[Loc]:
        """Give the places of a session, by number."""
        with self._writing() as run:
            return [Loc(*row) for row in run(_LOC + "WHERE session = ? ORDER BY 2", (session,))]

    def high_water(self) -> int:
        """Give the highest number any session ever reached; it never falls."""
        with self._writing() as run:
            return int(run("SELECT value FROM store_meta WHERE key = 'high_water'")[0][0])

    def consume_grant(self, loc: Loc) -> None:
        """Take the right to edit off a place."""
        with self._writing() as run:
            sql = "UPDATE locs SET granted_by = '' WHERE session = ? AND number = ?"
            run(sql, (loc.session, loc.number))

    def note_path(self, path: str, oid: str) -> int:
        """Say what a path holds now, and give its revision."""
        with self._writing() as run:
            run(
                "INSERT INTO paths (path, revision, oid) VALUES (?, 1, ?) ON CONFLICT (path)"
                " DO UPDATE SET revision = revision + (oid IS NOT excluded.oid),"
                " oid = excluded.oid",
                (path, oid),
            )
            return int(run("SELECT revision FROM paths WHERE path = ?", (path,))[0][0])

    def path_revision(self, path: str) -> int:
        """Give the revision of a path; 0 when it was never noted."""
        with self._writing() as run:
            rows = run("SELECT revision FROM paths WHERE path = ?", (path,))
        return int(rows[0][0]) if rows else 0

    def adopt(self, imported: tuple[str, str, str], payload: bytes, seal: str) -> str:
        """Take an object over from (producer, locator, algorithm) and give its name."""
        producer, locator, algorithm = imported
        with self._writing() as run:
            known = run(
                "SELECT oid FROM import_map WHERE producer = ? AND locator = ?",
                (producer, locator),
            )
            oid = self._interned(run, payload, seal, SUITE)
            if known and known[0][0] != oid:
                message = "the locator was imported before with other bytes"
                raise _refused(IdentityFault.IMPORT_CONFLICT, message)
            run(
                "INSERT INTO import_map (producer, locator, algorithm, oid) VALUES (?, ?, ?, ?)"
                " ON CONFLICT DO NOTHING",
                (producer, locator, algorithm, oid),
            )
            return oid

    def erase(self, words: Sequence[str], *, is_applied: bool) -> int:
        """Take out every object whose bytes hold any of the words, and clean the file."""
        finder = of_bytes(words)
        with self._writing() as run:
            named = run("SELECT oid, payload FROM objects ORDER BY oid")
            gone = [oid for oid, payload in named if finder.is_in(payload.decode("latin-1"))]
            for oid in gone if is_applied else ():
                run("DELETE FROM objects WHERE oid = ?", (oid,))
        if is_applied:
            self._path.with_name(self._path.name + DAMAGED_SUFFIX).unlink(missing_ok=True)
        if is_applied and gone:
            SqliteScrubber(str(self._path)).scrub(SCRUB_WAIT_MS)
        return len(gone)

    def search(self, words: Sequence[str]) -> Proof:
        """Look for words in the objects."""
        return SqliteScrubber(str(self._path)).search(words)

    @contextmanager
    def _writing(self) -> Iterator[Callable[..., list[Any]]]:
        """Give a function that runs a statement of one transaction and gives its rows."""
        with self._turn:
            connection = self._connection
            if connection is None:
                message = f"the sidecar is closed: {self._path}"
                raise StoreReadOnly(message, remedy="open it again")
            try:
                with connection:
                    yield lambda sql, values=(): connection.execute(sql, values).fetchall()
            except apsw.Error as error:
                raise translated(error, str(self._path)) from error

    def _interned(
        self, run: Callable[..., list[Any]], payload: bytes, seal: str, suite: str
    ) -> str:
        known = run(
            "SELECT oid, payload FROM objects WHERE seal_suite = ? AND seal = ? AND byte_len = ?",
            (suite, seal, len(payload)),
        )
        if known:
            oid, kept = known[0]
            if kept != payload:
                message = "the same seal is known for other bytes of the same length"
                raise _refused(IdentityFault.INTEGRITY_COLLISION, message)
            return str(oid)
        oid = self._new_id().replace("-", "")
        run(
            "INSERT INTO objects (oid, byte_len, seal_suite, seal, payload) VALUES (?, ?, ?, ?, ?)",
            (oid, len(payload), suite, seal, payload),
        )
        return oid

    def _minted(self, run: Callable[..., list[Any]], loc: Loc) -> Loc:
        sql = "SELECT next_no, status FROM sessions WHERE session = ?"
        rows = run(sql, (loc.session,))
        if not rows or rows[0][1] == "closed":
            raise _refused(IdentityFault.SESSION_CLOSED, "the session is not open")
        number, status = rows[0]
        if status == "frozen":
            raise _refused(IdentityFault.SESSION_FROZEN, "a frozen session numbers nothing")
        if number > self._quota:
            raise _refused(IdentityFault.QUOTA_EXHAUSTED, "the session has used up its numbers")
        sizes = run("SELECT byte_len FROM objects WHERE oid = ?", (loc.oid,))
        if not sizes or not 0 <= loc.start <= loc.end <= sizes[0][0]:
            message = "the span does not lie inside an object that is known here"
            raise _refused(IdentityFault.SPAN_OUTSIDE, message)
        minted = loc._replace(number=number)
        run(
            "INSERT INTO locs (session, number, oid, span_start, span_end, kind, source_path,"
            " origin, revision, granted_by) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            minted,
        )
        sql = "UPDATE sessions SET next_no = next_no + 1 WHERE session = ?"
        run(sql, (loc.session,))
        sql = "UPDATE store_meta SET value = max(value, ?) WHERE key = 'high_water'"
        run(sql, (number,))
        return minted


def _opened(path: Path) -> apsw.Connection:
    """Open the file, or set it aside and make another when it cannot be used."""
    if path.is_symlink():
        message = f"the sidecar is a link, and links are not followed: {path}"
        raise StoreReadOnly(message, remedy="remove the link")
    try:
        return _prepared(path)
    except DAMAGED:
        path.replace(path.with_name(path.name + DAMAGED_SUFFIX))
        for suffix in ("-wal", "-shm"):
            path.with_name(path.name + suffix).unlink(missing_ok=True)
    except apsw.Error as error:
        raise translated(error, str(path)) from error
    try:
        return _prepared(path)
    except apsw.Error as error:
        raise translated(error, str(path)) from error


def _prepared(path: Path) -> apsw.Connection:
    if not path.exists():
        _make_private(path)
    connection = apsw.Connection(str(path), apsw.SQLITE_OPEN_READWRITE)
    try:
        connection.set_busy_timeout(BUSY_WAIT_MS)
        connection.pragma("foreign_keys", 1)
        connection.pragma("secure_delete", 1)
        connection.pragma("synchronous", 1)
        _require_sound(connection)
        _lay_out(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def _require_sound(connection: apsw.Connection) -> None:
    if connection.pragma("quick_check", 1) != "ok":
        message = "the sidecar is damaged"
        raise apsw.CorruptError(message)


def _make_private(path: Path) -> None:
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))
    except FileExistsError:
        return
    except OSError as error:
        message = f"the sidecar cannot be made: {path}: {error.strerror}"
        raise StoreReadOnly(message) from error


def _lay_out(connection: apsw.Connection) -> None:
    connection.pragma("journal_mode", "wal")
    with connection:
        known = connection.pragma("application_id"), connection.pragma("user_version")
        if known == (APPLICATION_ID, FORMAT):
            return
        if connection.execute("SELECT 1 FROM sqlite_schema LIMIT 1").fetchone() is not None:
            message = "the sidecar has another format"
            raise apsw.FormatError(message)
        connection.pragma("application_id", APPLICATION_ID)
        connection.execute(SQL)
        connection.pragma("user_version", FORMAT)


def _refused(reason: IdentityFault, message: str) -> IdentityRefused:
    return IdentityRefused(message, reason=reason.value)
