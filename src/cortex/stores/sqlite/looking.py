"""How is a snapshot read by whoever has a deadline?

For hooks: no queue, no migration, no check of the log, and a clock that is asked while SQLite
works. The reader of everything else is loaded only when it is asked for.
"""

from __future__ import annotations

import apsw

from cortex.stores.sqlite.connection import SCHEMA_VERSION, format_version, open_reading
from cortex.stores.sqlite.prompt_gate import may_answer

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from collections.abc import Callable

    from cortex.core.brief.plain import PlainQuestion
    from cortex.stores.sqlite.reading import SqliteReader

# Steps of SQLite's machine between two looks at the clock: a fraction of a millisecond.
STEPS_BETWEEN_LOOKS = 20_000


class Look:
    """A snapshot of an existing brain; close it when done.

    ``connection`` is inside the snapshot's transaction.

    Args:
        path: the brain file.
        busy_ms: longest wait for a program that holds the whole file; a writer does not.
        is_late: asked every fraction of a millisecond of SQLite's work; true ends it.

    Raises:
        CortexError: there is no such brain, it has another format, or the time was over.
    """

    __slots__ = ("_path", "connection")

    def __init__(self, path: str, busy_ms: int, is_late: Callable[[], bool]) -> None:
        self._path = path
        self.connection = open_reading(path, busy_ms)
        try:
            # Without this a statement is prepared a second time once its values are known.
            self.connection.config(apsw.SQLITE_DBCONFIG_ENABLE_QPSG, 1)
            self.connection.set_progress_handler(is_late, STEPS_BETWEEN_LOOKS)
            self.connection.execute("BEGIN")
            version = format_version(self.connection, path)
        except apsw.Error as error:
            self.close()
            raise _meaning(error, path) from error
        if version != SCHEMA_VERSION:
            from cortex.model.errors import StoreOlder

            self.close()
            message = f"the store has an older format, and nothing was changed by looking: {path}"
            raise StoreOlder(message)

    def may_answer(self, question: PlainQuestion, scope_ids: tuple[str, ...]) -> bool:
        """Tell whether something might be admitted for plain words; False is certain.

        Raises:
            CortexError: the time was over, or the file cannot be read.
        """
        try:
            return may_answer(self.connection, question, scope_ids)
        except apsw.Error as error:
            raise _meaning(error, self._path) from error

    def reader(self) -> SqliteReader:
        """Give the reader of everything, on the same snapshot; it ends when this is closed."""
        from cortex.stores.sqlite.lean_driver import load_arrays

        load_arrays()
        from cortex.stores.sqlite.reading import SqliteReader
        from cortex.stores.sqlite.session import Session

        return SqliteReader(Session(self.connection, self._path))

    def close(self) -> None:
        """Release the file; twice is safe."""
        self.connection.close()


def _meaning(error: apsw.Error, path: str) -> Exception:
    from cortex.stores.sqlite.failures import translated

    return translated(error, path)
