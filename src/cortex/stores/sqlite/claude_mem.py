"""What is in the database of claude-mem? Opened read only, so that its own log is left alone."""

from collections.abc import Iterator, Mapping
from typing import Any

import apsw

from cortex.core.imports.claude_mem import OBSERVATIONS, SUMMARIES
from cortex.model.errors import InvalidRequest

WAIT_MS = 5_000
"""Milliseconds to wait for claude-mem to finish a write."""


def claude_mem_rows(path: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Give (table, columns by name) of every observation and summary, by id.

    Raises:
        InvalidRequest: it is no database of claude-mem, or it cannot be read.
    """
    try:
        connection = _open(path)
        try:
            tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_schema")}
            if OBSERVATIONS not in tables:
                message = f"{path} is no database of claude-mem: it has no observations"
                raise InvalidRequest(message, remedy="name claude-mem.db", field="source")
            for table in (OBSERVATIONS, SUMMARIES):
                if table in tables:
                    yield from _rows(connection, table)
        finally:
            connection.close()
    except apsw.Error as error:
        message = f"{path} cannot be read: {type(error).__name__}"
        remedy = "stop claude-mem, or copy the file and name the copy"
        raise InvalidRequest(message, remedy=remedy, field="source") from None


def _open(path: str) -> apsw.Connection:
    flags = apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI
    connection = apsw.Connection(f"file:{_quoted(path)}?mode=ro", flags=flags)
    connection.set_busy_timeout(WAIT_MS)
    connection.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
    return connection


def _quoted(path: str) -> str:
    return path.replace("%", "%25").replace("?", "%3f").replace("#", "%23")


def _rows(connection: apsw.Connection, table: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    cursor = connection.execute(f"SELECT * FROM {table} ORDER BY id")  # noqa: S608  # A name of ours.
    for row in cursor:
        names = (name for name, _ in cursor.get_description())
        yield table, dict(zip(names, row, strict=True))
