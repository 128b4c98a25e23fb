"""Does a search of the brain's own file leave the locks of this process alone?"""

import os
from pathlib import Path

import apsw
import pytest

from cortex.stores.sqlite.scrubbing import pages_of, search_copy
from cortex.stores.system.residue import HomeFiles

LOCKS = Path("/proc/locks")
WORDS = "Anna Berg keeps the spare key"


def held() -> int:
    """Count the locks of this process on files."""
    return sum(f" {os.getpid()} " in line for line in LOCKS.read_text().splitlines())


@pytest.mark.skipif(not LOCKS.exists(), reason="this system does not tell its locks")
def test_search_keeps_the_locks_of_open_connections(tmp_path: Path) -> None:
    """A reader that goes on is not taken for gone by others, who would write over its log index."""
    path = tmp_path / "cortex.db"
    reader = apsw.Connection(str(path))
    reader.pragma("journal_mode", "wal")
    reader.execute("CREATE TABLE told (text TEXT)")
    reader.execute("INSERT INTO told VALUES (?)", (WORDS,))
    reader.execute("BEGIN")
    reader.execute("SELECT * FROM told").fetchall()
    before = held()
    home = HomeFiles(str(tmp_path), str(path), search_copy, pages_of)
    assert [str(path) + "-wal"] == list(home.search([WORDS]).found_in)
    assert () == home.copies([WORDS])
    assert before == held() > 0
    reader.execute("COMMIT")
    reader.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
    assert [str(path)] == list(home.search([WORDS]).found_in)
    reader.close()
