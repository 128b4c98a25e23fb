"""Does the hook's read path stay narrow on a large brain, and honest on a bad file?"""

import re
import threading
from pathlib import Path

import apsw
import pytest

from cortex.core.text.tokens import ANALYSIS_VERSION
from cortex.model.boot import BINDING_TYPES, BootQuestion
from cortex.model.errors import StoreBusy, StoreNewer, StoreUnreadable
from cortex.model.receipts import Durability
from cortex.model.scopes import user_scope
from cortex.stores.sqlite import boot
from cortex.stores.sqlite.boot import SqliteBootReader
from cortex.stores.sqlite.brain import Opening, open_brain
from cortex.stores.sqlite.schema import m0001_brain
from cortex.stores.system.locks import WriteQueue
from tests.services.factory import START_US, stored

QUESTION = BootQuestion(user_scope(), "/", START_US + 10)
LISTS = (
    "COUNT_BINDING",
    "FIND_FACT",
    "LIST_BINDING",
    "LIST_CONFLICTS",
    "LIST_DURABLE",
    "LIST_FRESH",
    "LIST_NEW",
    "LIST_PINNED",
    "LIST_RULES",
)


@pytest.fixture
def path(tmp_path: Path) -> str:
    """Give the path of a brain with one fact."""
    made = str(tmp_path / "cortex.db")
    opening = Opening(START_US, "brain-of-a-test", ANALYSIS_VERSION, Durability.FAST)
    brain = open_brain(made, WriteQueue(made + ".queue", 5.0), opening)
    stored(brain, "the only fact", scope_id="user")
    brain.close()
    return made


@pytest.mark.parametrize("name", LISTS)
def test_statement_never_walks_or_sorts_the_facts(path: str, name: str) -> None:
    """Every statement finds its rows by an index and in order, so its cost is that of its rows."""
    connection = apsw.Connection(path)
    bindings = dict.fromkeys(
        ("now_us", "owner_id", "since", "rows", "scope_no", "fact_id", "scope_nos"), 1
    )
    plan = connection.execute(f"EXPLAIN QUERY PLAN {getattr(boot, name)}", bindings).fetchall()
    steps = [str(row[-1]) for row in plan]
    connection.close()
    assert [] == [
        step for step in steps if step.startswith("SCAN f") and "facts_pinned" not in step
    ]
    assert [] == [step for step in steps if "TEMP B-TREE" in step]


@pytest.mark.parametrize("sql", [boot.LIST_LIMITS, boot.LIST_RECORDS])
def test_limits_and_records_are_found_by_index(path: str, sql: str) -> None:
    """What goes with the facts of a brief is looked up fact by fact, never by walking a table."""
    connection = apsw.Connection(path)
    steps = [
        str(row[-1]) for row in connection.execute(f"EXPLAIN QUERY PLAN {sql}", {"fact_ids": "[1]"})
    ]
    connection.close()
    assert [] == [step for step in steps if step.startswith(("SCAN x", "SCAN o", "SCAN r"))]


def test_a_file_of_the_first_format_still_gives_a_brief(path: str) -> None:
    """A hook may meet a file before any newer Cortex has written to it: it has no relations yet."""
    connection = apsw.Connection(path)
    connection.execute("DROP TABLE relations; PRAGMA user_version = 1")
    connection.close()
    reader = SqliteBootReader(path, 100)
    material = reader.read(QUESTION)
    reader.close()
    assert ["the only fact"] == [fact.text for fact in material.candidates]
    assert () == material.unavailable


def test_reading_changes_no_byte(path: str) -> None:
    """Case 131: a read leaves the file as it was and logs nothing; closing twice is safe."""
    before = Path(path).read_bytes()
    reader = SqliteBootReader(path, 100)
    reader.read(QUESTION)
    reader.close()
    reader.close()
    assert before == Path(path).read_bytes()
    assert b"" == Path(f"{path}-wal").read_bytes()


def test_missing_file_is_not_made(tmp_path: Path) -> None:
    """A reader asked for a file that is not there says so and makes nothing."""
    with pytest.raises(StoreUnreadable):
        SqliteBootReader(str(tmp_path / "none" / "cortex.db"), 100)
    assert [] == list(tmp_path.iterdir())


def test_foreign_damaged_and_newer_files_are_told_apart(path: str, tmp_path: Path) -> None:
    """A file that is no brain is unreadable; one of a newer Cortex says that it is newer."""
    garbage = tmp_path / "garbage.db"
    garbage.write_bytes(b"not a database, whatever its name says" * 100)
    with pytest.raises(StoreUnreadable):
        SqliteBootReader(str(garbage), 100).read(QUESTION)
    connection = apsw.Connection(path)
    connection.pragma("user_version", 999)
    connection.close()
    with pytest.raises(StoreNewer):
        SqliteBootReader(path, 100)


def test_locked_file_is_busy_after_a_short_wait(path: str) -> None:
    """Case 31: a file held exclusively is given up on, it does not hang the reader."""
    holder = apsw.Connection(path)
    holder.pragma("locking_mode", "exclusive")
    holder.execute("BEGIN IMMEDIATE; CREATE TABLE held (x); COMMIT")
    with pytest.raises(StoreBusy):
        SqliteBootReader(path, 50).read(QUESTION)
    holder.close()


def test_late_reader_gives_up(path: str) -> None:
    """A reader whose time is over stops inside a statement and reports a busy store."""
    connection = apsw.Connection(path)
    connection.execute("INSERT INTO scopes VALUES (99, 'folder:/x', 'folder', 'x')")
    connection.close()
    reader = SqliteBootReader(path, 100, threading.Event().is_set)
    assert 1 == len(reader.read(QUESTION).candidates)
    reader.close()
    late = SqliteBootReader(path, 100, lambda: True)
    late._connection.set_progress_handler(lambda: True, 1)
    with pytest.raises(StoreBusy, match="in time"):
        late.read(QUESTION)
    late.close()


def test_file_without_tables_reads_as_empty(tmp_path: Path) -> None:
    """A file another process has only just made is an empty brain, not a broken one."""
    fresh = tmp_path / "fresh.db"
    fresh.touch()
    reader = SqliteBootReader(str(fresh), 100)
    assert (None, ()) == (reader.read(QUESTION).head, reader.read(QUESTION).candidates)
    assert 0 == reader.raw_chars(QUESTION)
    reader.close()


@pytest.mark.parametrize(
    ("index", "condition"), [("facts_binding", "IN"), ("facts_durable", "NOT IN")]
)
def test_indexes_of_a_brief_name_the_binding_types(index: str, condition: str) -> None:
    """The types the house calls binding are those of the stored indexes, in the same order."""
    (statement,) = re.findall(rf"CREATE INDEX {index} .*?;", m0001_brain.SQL, re.DOTALL)
    assert f"type {condition} {BINDING_TYPES}" in statement
