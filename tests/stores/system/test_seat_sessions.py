"""Is what is kept of a session exchanged in one step, whoever else writes or dies?"""

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from cortex.stores.system.seat_sessions import (
    ABANDONED_US,
    FileSeatSessions,
    read_small,
    written_us,
)
from cortex.stores.system.session_marks import MARKS_MAX


def test_exchange_is_won_by_one(tmp_path: Path) -> None:
    """Who saw the present text replaces it; who saw an older one changes nothing."""
    sessions = FileSeatSessions(str(tmp_path / "deep" / "meter"))
    assert b"" == sessions.find("s1")
    assert sessions.exchange("s1", b"", b"one")
    assert not sessions.exchange("s1", b"", b"two")
    assert sessions.exchange("s1", b"one", b"three")
    assert b"three" == sessions.find("s1")
    assert ["s1"] == [path.name for path in (tmp_path / "deep" / "meter").iterdir()]


def test_of_many_at_once_one_wins(tmp_path: Path) -> None:
    """Sixteen writers that saw the same: exactly one of them replaces it, every time."""
    sessions = FileSeatSessions(str(tmp_path))
    before = b""
    for turn in range(10):
        assert 1 == _winners(sessions, before, [f"{turn}-{number}" for number in range(16)])
        before = sessions.find("s")


def _winners(sessions: FileSeatSessions, before: bytes, texts: list[str]) -> int:
    """Let as many threads as texts exchange what is kept, and count those that did."""
    with ThreadPoolExecutor(len(texts)) as pool:
        won = pool.map(lambda text: sessions.exchange("s", before, text.encode()), texts)
        return sum(won)


def test_writer_that_was_killed_locks_nobody_out_for_long(tmp_path: Path) -> None:
    """What a dead process began is in the way for ten seconds, and then no more."""
    sessions = FileSeatSessions(str(tmp_path))
    sessions.exchange("s", b"", b"one")
    beside = tmp_path / "s.new"
    beside.write_bytes(b"half")
    assert not sessions.exchange("s", b"one", b"two")
    old = (written_us(str(beside)) - ABANDONED_US) / 1e6
    os.utime(beside, (old, old))
    assert sessions.exchange("s", b"one", b"two")
    assert not beside.exists()


def test_odd_names_and_links_lead_nowhere(tmp_path: Path) -> None:
    """A session id is a file name only when it is plainly a name; no link is followed."""
    sessions = FileSeatSessions(str(tmp_path / "meter"))
    for name in ("", "../s", "a/b", ".", "-s", "x" * 129, "s.new"):
        assert not sessions.exchange(name, b"", b"x")
        assert b"" == sessions.find(name)
    (tmp_path / "meter").mkdir()
    (tmp_path / "other").write_bytes(b"other")
    (tmp_path / "meter" / "s").symlink_to(tmp_path / "other")
    assert b"" == sessions.find("s")
    assert b"other" == read_small(str(tmp_path / "meter"), "s", follows=True)


def test_files_are_few(tmp_path: Path) -> None:
    """Of more sessions than a seat ever has at a time the oldest are forgotten."""
    sessions = FileSeatSessions(str(tmp_path))
    for number in range(MARKS_MAX + 1):
        sessions.exchange(f"s{number}", b"", b"x")
    assert MARKS_MAX // 2 == len(list(tmp_path.iterdir()))


def test_newest_is_the_session_last_heard_of(tmp_path: Path) -> None:
    """Neither a half-written file nor an older session; nothing in an empty folder."""
    sessions = FileSeatSessions(str(tmp_path))
    assert ("", b"") == sessions.newest()
    for number, name in enumerate(("a", "b", "c")):
        sessions.exchange(name, b"", name.encode())
        os.utime(tmp_path / name, (1_000 - number, 1_000 - number))
    (tmp_path / "d.new").write_bytes(b"half")
    assert ("a", b"a") == sessions.newest()
    assert ("", b"") == FileSeatSessions(str(tmp_path / "none")).newest()
