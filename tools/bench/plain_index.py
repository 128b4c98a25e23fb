"""What would the simplest store cost? One FTS5 table, one row an insert, the same SQLite."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

import apsw

from tools.bench.corpus import QUESTION_WORDS


class PlainIndex:
    """A bare FTS5 table over the same texts, in WAL mode.

    Args:
        synchronous: FULL or NORMAL, to be the same as that of the brain it is compared with.
    """

    def __init__(self, path: Path, synchronous: str) -> None:
        self._connection = apsw.Connection(str(path))
        self._connection.pragma("journal_mode", "wal")
        self._connection.pragma("synchronous", synchronous)
        self._connection.execute(
            "CREATE VIRTUAL TABLE IF NOT EXISTS plain USING fts5(text, tokenize = 'porter')"
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file; twice is safe."""
        self._connection.close()

    def insert_one(self, text: str) -> None:
        """Insert one row in a transaction of its own."""
        self._connection.execute("INSERT INTO plain (text) VALUES (?)", (text,))

    def insert_all(self, texts: Iterable[str]) -> None:
        """Insert rows in one transaction."""
        with self._connection:
            self._connection.executemany(
                "INSERT INTO plain (text) VALUES (?)", ((text,) for text in texts)
            )

    def ask(self, words: Sequence[str]) -> list[int]:
        """Give the rows that hold any of the words, best first, as many as a question has cards."""
        match = " OR ".join('"' + word.replace('"', '""') + '"' for word in words)
        rows = self._connection.execute(
            "SELECT rowid FROM plain WHERE plain MATCH ? ORDER BY bm25(plain) LIMIT ?",
            (match, QUESTION_WORDS),
        )
        return [int(row[0]) for row in rows]
