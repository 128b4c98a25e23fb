"""Is the database of another program read without touching it?"""

from pathlib import Path

import apsw
import pytest

from cortex.model.errors import InvalidRequest
from cortex.stores.sqlite.claude_mem import claude_mem_rows

# As claude-mem 7 lays it out, less the columns nothing here reads.
TABLES = """
CREATE TABLE observations (id INTEGER PRIMARY KEY AUTOINCREMENT, memory_session_id TEXT NOT NULL,
    project TEXT NOT NULL, text TEXT, type TEXT NOT NULL, title TEXT, subtitle TEXT, facts TEXT,
    narrative TEXT, concepts TEXT, files_read TEXT, files_modified TEXT, prompt_number INTEGER,
    created_at TEXT NOT NULL, created_at_epoch INTEGER NOT NULL);
CREATE TABLE session_summaries (id INTEGER PRIMARY KEY AUTOINCREMENT,
    memory_session_id TEXT NOT NULL, project TEXT NOT NULL, request TEXT, investigated TEXT,
    learned TEXT, completed TEXT, next_steps TEXT, notes TEXT, created_at TEXT NOT NULL,
    created_at_epoch INTEGER NOT NULL);
"""


def make(path: Path) -> apsw.Connection:
    """Make a database in WAL mode with a row in each table, and leave it open."""
    opened = apsw.Connection(str(path))
    opened.pragma("journal_mode", "wal")
    opened.execute(TABLES)
    opened.execute(
        "INSERT INTO observations (memory_session_id, project, type, title, created_at,"
        " created_at_epoch) VALUES ('s', 'gate', 'decision', 'Port 8443', '2024-05-01', 1)"
    )
    opened.execute(
        "INSERT INTO session_summaries (memory_session_id, project, learned, created_at,"
        " created_at_epoch) VALUES ('s', 'gate', 'It needs root', '2024-05-01', 1)"
    )
    return opened


def test_rows_are_read_while_the_program_runs(tmp_path: Path) -> None:
    """Observations first, then summaries; what still waits in its log is read, and stays there."""
    path = tmp_path / "claude mem#1.db"
    running = make(path)
    log = Path(f"{path}-wal")
    before = (path.read_bytes(), log.read_bytes())
    rows = [(table, row["project"]) for table, row in claude_mem_rows(str(path))]
    assert [("observations", "gate"), ("session_summaries", "gate")] == rows
    assert before == (path.read_bytes(), log.read_bytes())
    running.close()


def test_another_database_is_refused_by_name(tmp_path: Path) -> None:
    """A database without observations, a damaged one and a missing one say so."""
    other = apsw.Connection(str(tmp_path / "other.db"))
    other.execute("CREATE TABLE t (a)")
    other.close()
    (tmp_path / "bad.db").write_bytes(b"SQLite format 3\x00" + b"x" * 5_000)
    for name in ("other.db", "bad.db", "missing.db"):
        with pytest.raises(InvalidRequest, match=name):
            list(claude_mem_rows(str(tmp_path / name)))
