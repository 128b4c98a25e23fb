"""How is a snapshot read by whoever has a deadline?

For hooks: no queue, no migration, no check of the log, and a clock that is asked while SQLite
works.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import apsw

from cortex.model.errors import StoreOlder
from cortex.stores.sqlite.boot import STEPS_BETWEEN_LOOKS
from cortex.stores.sqlite.connection import SCHEMA_VERSION, format_version, open_reading
from cortex.stores.sqlite.failures import translated
from cortex.stores.sqlite.reading import SqliteReader
from cortex.stores.sqlite.session import Session

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


@contextmanager
def look(path: str, busy_ms: int, is_late: Callable[[], bool]) -> Iterator[SqliteReader]:
    """Open a snapshot of an existing brain, and release the file afterwards.

    Args:
        busy_ms: longest wait for a program that holds the whole file; a writer does not.
        is_late: asked every fraction of a millisecond of SQLite's work; true ends it.

    Raises:
        CortexError: there is no such brain, it has another format, or the time was over.
    """
    connection = open_reading(path, busy_ms)
    session = Session(connection, path)
    try:
        # Without this a statement is prepared a second time once its values are known.
        connection.config(apsw.SQLITE_DBCONFIG_ENABLE_QPSG, 1)
        connection.set_progress_handler(is_late, STEPS_BETWEEN_LOOKS)
        connection.execute("BEGIN")
        version = format_version(connection, path)
        if version != SCHEMA_VERSION:
            message = f"the store has an older format, and nothing was changed by looking: {path}"
            raise StoreOlder(message)
        yield SqliteReader(session)
    except apsw.Error as error:
        raise translated(error, path) from error
    finally:
        session.end()
        connection.close()
