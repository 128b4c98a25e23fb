"""How does a statement reach the file, and an error come back in the house's words?

One place runs SQL, so that no driver error escapes and no statement is formatted with a value.
"""

from __future__ import annotations

from array import array

import apsw

from cortex.model.errors import CortexError
from cortex.stores.sqlite.failures import translated

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
    from typing import Any

    Bindings = Sequence[Any] | Mapping[str, Any]
    Row = tuple[Any, ...]
else:
    Row = tuple  # Modules name it where they are loaded.


class Session:
    """A connection inside one transaction. Every method raises the house's errors only."""

    __slots__ = ("_connection", "_is_over", "_known_ids", "path")

    def __init__(self, connection: apsw.Connection, path: str) -> None:
        self._connection = connection
        self._is_over = False
        self._known_ids: dict[object, int] = {}
        self.path = path

    def rows(self, sql: str, bindings: Bindings = ()) -> list[Row]:
        """Run a statement and give all its rows, in the statement's order."""
        self._require_open()
        try:
            return self._connection.execute(sql, bindings).fetchall()
        except (apsw.Error, UnicodeDecodeError) as error:
            raise translated(error, self.path) from error

    def row(self, sql: str, bindings: Bindings = ()) -> Row | None:
        """Give the first row, or None."""
        found = self.rows(sql, bindings)
        return found[0] if found else None

    def values(self, sql: str, bindings: Bindings = ()) -> list[Any]:
        """Give the first column of every row."""
        return [row[0] for row in self.rows(sql, bindings)]

    def value(self, sql: str, bindings: Bindings = ()) -> Any:
        """Give the first column of the first row, or None."""
        found = self.rows(sql, bindings)
        return found[0][0] if found else None

    def changed(self, sql: str, bindings: Bindings = ()) -> int:
        """Run a statement that writes and give how many rows it changed."""
        self.rows(sql, bindings)
        changed: int = self.value("SELECT changes()")
        return changed

    def run_many(self, sql: str, bindings: Iterable[Bindings]) -> None:
        """Run one statement once for each set of bindings."""
        self._require_open()
        try:
            self._connection.executemany(sql, bindings)
        except apsw.Error as error:
            raise translated(error, self.path) from error

    def insert(self, sql: str, bindings: Bindings) -> int:
        """Run an INSERT and give the id of the new row."""
        self.rows(sql, bindings)
        return self._connection.last_insert_rowid()

    def define(self, name: str, function: Callable[..., bool | str]) -> None:
        """Let statements of this connection call a function of one value by a name."""
        self._require_open()
        self._connection.create_scalar_function(name, function, 1)

    def id_of(self, key: Hashable, find: Callable[[], int]) -> int:
        """Give the id ``find`` finds or makes; asked once for a key in one transaction."""
        known = self._known_ids.get(key)
        if known is None:
            known = self._known_ids[key] = find()
        return known

    def known_id(self, key: Hashable) -> int | None:
        """Give the id of a key if this transaction met it, or None."""
        return self._known_ids.get(key)

    def learn_ids(self, ids: Mapping[Hashable, int]) -> None:
        """Keep the ids of keys for this transaction."""
        self._known_ids.update(ids)

    def forget_ids(self) -> None:
        """Ask for every id anew from now on: rows that have one were deleted."""
        self._known_ids.clear()

    def end(self) -> None:
        """Refuse every later statement: the snapshot this session stood for is gone."""
        self._is_over = True

    def _require_open(self) -> None:
        if self._is_over:
            message = "a store transaction was used after its end"
            raise CortexError(message, remedy="this is a bug in Cortex; please report it")


def numbers(values: Iterable[int]) -> apsw.CArrayBinding:
    """Bind integers for ``carray(?)``; there must be at least one."""
    return apsw.carray(array("q", values))


def texts(values: Sequence[str]) -> apsw.CArrayBinding:
    """Bind strings for ``carray(?)``; there must be at least one, and none may hold a NUL."""
    return apsw.carray(tuple(map(str, values)))
