"""Is a brain file private, durable as promised, and never touched by reading?"""

import os
import stat
from pathlib import Path

import apsw
import pytest

from cortex.model.errors import StoreNewer, StoreReadOnly, StoreUnreadable
from cortex.model.receipts import AckProfile, Durability
from cortex.stores.sqlite import connection
from cortex.stores.sqlite.connection import (
    SCHEMA_VERSION,
    format_version,
    open_reading,
    open_writing,
)
from tests.contracts.brains import faults_of, opening, sqlite_brain
from tests.contracts.deposits import NOW, stored


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Give the file of a closed brain with one fact."""
    path = tmp_path / "cortex.db"
    brain = sqlite_brain(path)
    stored(brain)
    brain.close()
    return path


def test_file_and_folder_are_private(tmp_path: Path) -> None:
    """Nobody else may read the file, its log, or the folder made for it."""
    path = tmp_path / "home" / "deep" / "cortex.db"
    open_writing(str(path)).close()
    brain = sqlite_brain(path)
    with brain.reading() as reader:
        assert 0 == reader.corpus_size()
        modes = {stat.S_IMODE(entry.stat().st_mode) for entry in path.parent.iterdir()}
    brain.close()
    assert {0o600} == modes
    assert 0o700 == stat.S_IMODE(path.parent.stat().st_mode)


@pytest.mark.parametrize(
    ("durability", "synchronous", "profile"),
    [
        (Durability.DURABLE, 2, AckProfile.POWER_LOSS_ASSUMED),
        (Durability.FAST, 1, AckProfile.PROCESS_CRASH),
    ],
)
def test_promise_fits_the_connection(
    tmp_path: Path, durability: Durability, synchronous: int, profile: AckProfile
) -> None:
    """CQR E1: durable means synced (FULL), fast means written (NORMAL), and the writer says so."""
    path = tmp_path / "cortex.db"
    brain = sqlite_brain(path, opening(durability))
    with brain.writing() as writer:
        assert profile == writer.ack_profile
    brain.close()
    opened = open_writing(str(path), is_fast=durability is Durability.FAST)
    settings = [opened.pragma(name) for name in ("synchronous", "journal_mode", "foreign_keys")]
    opened.close()
    assert [synchronous, "wal", 1] == settings


def test_one_file_is_the_brain_after_closing(file: Path) -> None:
    """A person who copies the file after the last writer closed has everything."""
    assert [file.name] == [p.name for p in file.parent.iterdir() if ".queue" not in p.name]


def test_reading_changes_no_byte(file: Path) -> None:
    """Case 131: opening, asking and closing leave the file as it was, to the last byte."""
    before = (file.read_bytes(), file.stat().st_mtime_ns)
    brain = sqlite_brain(file)
    with brain.reading() as reader:
        assert [1] == reader.newest(NOW, 9)
    assert [] == faults_of(brain)
    brain.close()
    assert before == (file.read_bytes(), file.stat().st_mtime_ns)


def test_reading_connection_refuses_to_write(file: Path) -> None:
    """The hook's connection cannot write by mistake."""
    opened = open_reading(str(file))
    with pytest.raises(apsw.ReadOnlyError):
        opened.execute("DELETE FROM facts")
    opened.close()


def test_reading_makes_no_file(tmp_path: Path) -> None:
    """A brain that is not there is reported, with the path, and is still not there."""
    path = tmp_path / "nowhere" / "cortex.db"
    with pytest.raises(StoreUnreadable, match=str(path)):
        open_reading(str(path))
    assert [] == list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "content", [b"not a database at all" * 99, b"SQLite format 3\0" + b"x" * 99]
)
def test_file_that_is_no_database_is_named_on_one_line(tmp_path: Path, content: bytes) -> None:
    """Case 20: a damaged file gives an error with its path, for reading and for writing."""
    path = tmp_path / "cortex.db"
    path.write_bytes(content)
    for attempt in (open_reading, open_writing):
        with pytest.raises(StoreUnreadable, match=str(path)) as caught:
            attempt(str(path))
        assert 1 == len(caught.value.message.splitlines())
    assert content == path.read_bytes()


def test_database_of_another_program_is_left_alone(tmp_path: Path) -> None:
    """A file with tables that are not ours is refused, not taken over."""
    path = tmp_path / "other.db"
    other = apsw.Connection(str(path))
    other.execute("CREATE TABLE mine (a)")
    other.close()
    before = path.read_bytes()
    for attempt in (open_reading, open_writing):
        with pytest.raises(StoreUnreadable, match="another program"):
            attempt(str(path))
    assert before == path.read_bytes()


def test_newer_file_is_refused_with_the_remedy(file: Path) -> None:
    """A file of a newer Cortex is not guessed at and not touched."""
    newer = apsw.Connection(str(file))
    newer.pragma("user_version", connection.SCHEMA_VERSION + 1)
    newer.close()
    before = file.read_bytes()
    for attempt in (open_reading, open_writing):
        with pytest.raises(StoreNewer, match=str(file)) as caught:
            attempt(str(file))
        assert "upgrade" in caught.value.remedy
    assert before == file.read_bytes()


def test_folder_in_place_of_the_file_is_named(tmp_path: Path) -> None:
    """A folder cannot be a store."""
    for attempt in (open_reading, open_writing):
        with pytest.raises(StoreUnreadable, match=str(tmp_path)):
            attempt(str(tmp_path))


@pytest.mark.parametrize("name", ["a b?c#d%20e.db", "naïve 数据库.db", "-dash.db"])
def test_odd_file_names_work(tmp_path: Path, name: str) -> None:
    """A path is a path: spaces, question marks and letters of any script stay what they are."""
    path = tmp_path / name
    brain = sqlite_brain(path)
    stored(brain)
    brain.close()
    assert path.exists()
    again = sqlite_brain(path)
    with again.reading() as reader:
        assert [1] == reader.newest(NOW, 9)
    again.close()


def test_missing_permission_is_read_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where writing is not allowed, asking to write says so and names the path."""
    monkeypatch.setattr(os, "access", lambda path, mode, **_: False)
    path = tmp_path / "cortex.db"
    with pytest.raises(StoreReadOnly, match=str(path)):
        open_writing(str(path))
    assert [] == list(tmp_path.iterdir())


@pytest.mark.parametrize("answered", range(4))
def test_format_is_read_right_while_another_process_makes_the_brain(
    tmp_path: Path, answered: int
) -> None:
    """Case 5: made after any question about it, the file is empty or a brain, never foreign."""
    path = tmp_path / "cortex.db"
    looking = open_writing(str(path))
    asked: list[str] = []

    def make(_: apsw.Cursor, statement: str, __: object) -> bool:
        if len(asked) == answered:
            sqlite_brain(path).close()
        asked.append(statement)
        return True

    looking.exec_trace = make
    found = format_version(looking, str(path))
    looking.exec_trace = None
    looking.close()
    assert found in {0, SCHEMA_VERSION}


def test_numbered_file_of_another_program_is_not_taken_for_a_newer_brain(tmp_path: Path) -> None:
    """The number of its format says nothing as long as the file is not ours."""
    path = tmp_path / "other.db"
    other = apsw.Connection(str(path))
    other.execute("CREATE TABLE theirs (a)")
    other.pragma("user_version", SCHEMA_VERSION + 1)
    other.close()
    with pytest.raises(StoreUnreadable, match="another program"):
        open_writing(str(path))
