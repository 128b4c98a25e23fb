"""How is a client graph read and replaced? It is written whole beside itself, then renamed.

So a reader, also one in a home nobody can write to, sees one whole build or the one before; a build
that is killed leaves nothing but a file the next one overwrites. Links are not followed. Hooks read
facts here, so nothing slow is imported. Source: docs/formats/client-graph.md, ADR 0205.
"""

# ruff: noqa: PTH105, PTH108, PTH120  # pathlib costs a hook 11 ms.

from __future__ import annotations

import os
import stat

import apsw

from cortex.model.client_graph import (
    Graph,
    GraphBuild,
    GraphEntity,
    GraphFact,
    GraphMessage,
    GraphRole,
    SourcedFact,
)
from cortex.model.errors import StoreReadOnly, StoreUnreadable
from cortex.stores.sqlite.failures import translated
from cortex.stores.sqlite.graph.schema import APPLICATION_ID, FORMAT, SQL

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

NEW_SUFFIX = ".new"
DAMAGED_SUFFIX = ".damaged"

FACTS_OF_MAX = 512
"""Facts about one noun that are looked at, the latest: what may be told is eight of them."""

_LINES = "\n"
_MESSAGE = "m.sha, m.file, m.line, m.direction, m.chat_id, m.speaker, m.speaker_id, m.at_us"
_FACT = (
    "f.fact_id, f.key, f.predicate, f.value, f.normal, f.quote, f.quote_start, f.quote_end, f.sha,"
    " f.is_single, f.extractor, f.superseded_by"
)
_BUILDS = (
    "SELECT started_us, finished_us, seen, new, unread, kept, rejected, reasons, newest_us, names,"
    " note FROM builds ORDER BY number"
)
_ORDERS = (
    ("messages", "sha"),
    ("entities", "key"),
    ("facts", "place"),
    ("roles", "key, role, holder"),
    ("builds", "number"),
)


class SqliteGraph:
    """Implements ``cortex.ports.graph`` over one file."""

    __slots__ = ("_path",)

    def __init__(self, path: str) -> None:
        self._path = path

    def read(self) -> Graph:
        """Give all of it, an empty one when there is none."""
        if not os.path.lexists(self._path):
            return Graph()
        with _Reader(self._path, is_checked=True) as run:
            messages = run(
                f"SELECT {_MESSAGE}, '', m.is_asked FROM messages AS m ORDER BY m.at_us, m.sha"  # noqa: S608  # Names of ours.
            )
            facts = run(f"SELECT {_FACT} FROM facts AS f ORDER BY f.place")  # noqa: S608  # Names of ours.
            return Graph(
                tuple(GraphMessage._make((*row[:9], bool(row[9]))) for row in messages),
                tuple(_entity(row) for row in run("SELECT * FROM entities ORDER BY key")),
                tuple(_fact(row) for row in facts),
                tuple(GraphRole(*row) for row in run("SELECT * FROM roles ORDER BY 1, 2, 3")),
                tuple(_build(row) for row in run(_BUILDS)),
            )

    def write(self, graph: Graph) -> None:
        """Put a graph in its place in one step.

        Raises:
            StoreReadOnly: the folder cannot be written.
            DiskFull, StoreUnreadable: the disk is full or fails.
        """
        beside = self._path + NEW_SUFFIX
        try:
            if os.path.lexists(beside):
                os.unlink(beside)
            flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_CLOEXEC", 0)
            os.close(os.open(beside, flags, 0o600))
            _fill(beside, graph)
            _synced(beside)
            os.replace(beside, self._path)
            _synced(os.path.dirname(self._path))
        except OSError as error:
            message = f"the graph cannot be written: {self._path}: {error.strerror}"
            raise StoreReadOnly(message) from error

    def set_aside(self) -> None:
        """Keep a damaged file under another name; the last one is kept."""
        if os.path.lexists(self._path):
            os.replace(self._path, self._path + DAMAGED_SUFFIX)

    def facts_of(self, keys: Sequence[str]) -> tuple[SourcedFact, ...]:
        """Give every fact about nouns, the latest first, and what each replaced."""
        found: list[SourcedFact] = []
        with _Reader(self._path) as run:
            for key in keys:
                nouns = run("SELECT * FROM entities WHERE key = ?", (key,))
                if not nouns:
                    continue
                entity = _entity(nouns[0])
                rows = run(
                    f"SELECT {_FACT}, {_MESSAGE} FROM facts AS f"  # noqa: S608  # Names of ours.
                    " JOIN messages AS m ON m.sha = f.sha WHERE f.key = ?"
                    " ORDER BY m.at_us DESC, f.fact_id LIMIT ?",
                    (key, FACTS_OF_MAX),
                )
                facts = [(_fact(row[:12]), GraphMessage(*row[12:])) for row in rows]
                former: dict[str, GraphFact] = {}
                for fact, _ in reversed(facts):
                    if fact.superseded_by:
                        former[fact.superseded_by] = fact
                found += [
                    SourcedFact(fact, entity, message, former.get(fact.fact_id))
                    for fact, message in facts
                ]
        found.sort(key=lambda one: (-one.message.at_us, one.fact.fact_id))
        return tuple(found)

    def roles_of(self, keys: Sequence[str]) -> tuple[tuple[GraphEntity, GraphRole], ...]:
        """Give the operator's words about nouns, in order."""
        found: list[tuple[GraphEntity, GraphRole]] = []
        with _Reader(self._path) as run:
            for key in keys:
                nouns = run("SELECT * FROM entities WHERE key = ?", (key,))
                rows = run("SELECT * FROM roles WHERE key = ? ORDER BY role, holder", (key,))
                found += [(_entity(nouns[0]), GraphRole(*row)) for row in rows if nouns]
        return tuple(found)

    def builds(self) -> tuple[GraphBuild, ...]:
        """Give what the last builds did, oldest first; empty without a graph."""
        if not os.path.lexists(self._path):
            return ()
        with _Reader(self._path) as run:
            return tuple(_build(row) for row in run(_BUILDS))


class _Reader:
    """Reads one file inside ``with``; gives a function that runs a statement and gives its rows."""

    def __init__(self, path: str, *, is_checked: bool = False) -> None:
        self._path = path
        self._is_checked = is_checked

    def __enter__(self) -> Any:
        """Open it.

        Raises:
            StoreUnreadable: there is none, or it is no graph.
        """
        if os.path.lexists(self._path) and not stat.S_ISREG(os.lstat(self._path).st_mode):
            message = f"the graph is a link, or no plain file: {self._path}"  # A pipe would wait.
            raise StoreUnreadable(message, remedy="remove it and run `cortex graph build`")
        try:
            self._connection = apsw.Connection(self._path, apsw.SQLITE_OPEN_READONLY)
            run = self._run
            known = run("PRAGMA application_id")[0][0], run("PRAGMA user_version")[0][0]
            if known != (APPLICATION_ID, FORMAT):
                message = "another format"
                raise apsw.FormatError(message)
            if self._is_checked and not _is_whole(self._connection):
                message = "damaged"
                raise apsw.CorruptError(message)
        except apsw.Error as error:
            raise self._told(error) from error
        return run

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: Any
    ) -> None:
        """Let go of it, and say a failure of the driver in words of the house."""
        self._connection.close()
        if isinstance(error, (apsw.Error, UnicodeDecodeError)):
            raise self._told(error) from error

    def _run(self, sql: str, values: tuple[object, ...] = ()) -> list[Any]:
        return self._connection.execute(sql, values).fetchall()

    def _told(self, error: apsw.Error | UnicodeDecodeError) -> Exception:
        told = translated(error, self._path)
        if isinstance(told, StoreUnreadable):
            return StoreUnreadable(
                told.message, remedy="run `cortex graph build`; logs make it anew"
            )
        return told


def _fill(path: str, graph: Graph) -> None:
    """Write a new file. A rename puts it in place, so it needs no journal."""
    try:
        connection = apsw.Connection(path, apsw.SQLITE_OPEN_READWRITE)
        try:
            connection.execute("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version = {FORMAT}")
            with connection:
                connection.execute(SQL)
                _put(connection, "messages", 9, (
                    (one.sha, one.file, one.line, one.direction, one.chat_id, one.speaker,
                     one.speaker_id, one.at_us, int(one.is_asked)) for one in graph.messages
                ))  # fmt: skip
                _put(connection, "entities", 6, (
                    (*one[:4], _LINES.join(one.aliases), _LINES.join(one.senders))
                    for one in graph.entities
                ))  # fmt: skip
                _put(connection, "facts", 13, (
                    (place, *one[:9], int(one.is_single), one.extractor, one.superseded_by)
                    for place, one in enumerate(graph.facts)
                ))  # fmt: skip
                _put(connection, "roles", 3, (tuple(one) for one in graph.roles))
                _put(connection, "builds", 12, (
                    (number, *one[:7], _reasons_text(one.reasons), *one[8:])
                    for number, one in enumerate(graph.builds)
                ))  # fmt: skip
                connection.execute("INSERT INTO digest VALUES (?)", (_digest(connection),))
        finally:
            connection.close()
    except apsw.Error as error:
        raise translated(error, path) from error


def _is_whole(connection: apsw.Connection) -> bool:
    """Tell whether pages hold together, and rows say what was written; looks at all of them."""
    if connection.execute("PRAGMA quick_check(1)").fetchall() != [("ok",)]:
        return False
    try:
        return connection.execute("SELECT * FROM digest").fetchall() == [(_digest(connection),)]
    except (UnicodeDecodeError, apsw.SQLError):  # No text any more, or no such table.
        return False


def _digest(connection: apsw.Connection) -> str:
    """Give what stands for every row of a graph."""
    from hashlib import sha256  # A hook reads facts and checks nothing.

    found = sha256()
    for table, order in _ORDERS:
        found.update(f"{table}\n".encode())
        for row in connection.execute(f"SELECT * FROM {table} ORDER BY {order}"):  # noqa: S608  # Names of ours.
            found.update(f"{row!r}\n".encode("utf-8", "surrogatepass"))
    return found.hexdigest()


def _put(
    connection: apsw.Connection, table: str, columns: int, rows: Iterable[tuple[Any, ...]]
) -> None:
    marks = ", ".join("?" * columns)
    connection.executemany(f"INSERT INTO {table} VALUES ({marks})", rows)  # noqa: S608  # A name of ours.


def _synced(path: str) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _entity(row: tuple[Any, ...]) -> GraphEntity:
    key, name, kind, origin, aliases, senders = row
    return GraphEntity(key, name, kind, origin, _split(aliases), _split(senders))


def _fact(row: tuple[Any, ...]) -> GraphFact:
    return GraphFact._make((*row[:9], bool(row[9]), *row[10:]))


def _build(row: tuple[Any, ...]) -> GraphBuild:
    pairs = (one.rpartition(" ") for one in _split(row[7]))
    reasons = tuple((reason, int(count)) for reason, _, count in pairs)
    return GraphBuild._make((*row[:7], reasons, *row[8:]))


def _reasons_text(reasons: tuple[tuple[str, int], ...]) -> str:
    return _LINES.join(f"{reason} {count}" for reason, count in reasons)


def _split(text: str) -> tuple[str, ...]:
    return tuple(text.split(_LINES)) if text else ()
