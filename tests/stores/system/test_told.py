"""Does a home remember what a session was told, and forget it in time?"""

from pathlib import Path

import pytest

from cortex.stores.system.session_marks import MARKS_MAX, FileTold


def test_tellings_add_up(tmp_path: Path) -> None:
    """Keys unite and bytes sum over processes; another session knows nothing."""
    assert FileTold(str(tmp_path)).tell("s1", ["3", "4!"], 200)
    assert FileTold(str(tmp_path)).tell("s1", ["5"], 100)
    assert (frozenset({"3", "4!", "5"}), 300) == FileTold(str(tmp_path)).find("s1")
    assert (frozenset(), 0) == FileTold(str(tmp_path)).find("s2")


def test_forgetting_is_for_one_session(tmp_path: Path) -> None:
    """After a compaction a session has nothing in view; twice is safe."""
    told = FileTold(str(tmp_path))
    told.tell("s1", ["3"], 1)
    told.tell("s2", ["3"], 1)
    told.forget("s1")
    told.forget("s1")
    assert (frozenset(), 0) == told.find("s1")
    assert (frozenset({"3"}), 1) == told.find("s2")


@pytest.mark.parametrize("session_id", ["", "../up", "a/b", "-x", "s" * 129, "é"])
def test_what_is_no_name_gets_no_file(tmp_path: Path, session_id: str) -> None:
    """A session id that could lead somewhere else is not written and not read."""
    told = FileTold(str(tmp_path))
    assert not told.tell(session_id, ["3"], 1)
    assert (frozenset(), 0) == told.find(session_id)
    told.forget(session_id)
    assert [] == list(tmp_path.iterdir())


def test_without_a_home_nothing_is_made(tmp_path: Path) -> None:
    """Telling fails, and says so, where there is no home."""
    assert not FileTold(str(tmp_path / "none")).tell("s1", ["3"], 1)
    assert not (tmp_path / "none").exists()


def test_file_is_private_and_a_torn_line_is_left_out(tmp_path: Path) -> None:
    """Only the person reads it; what a crash left half written counts for nothing."""
    told = FileTold(str(tmp_path))
    told.tell("s1", ["3"], 7)
    path = tmp_path / "told" / "s1"
    assert 0o600 == path.stat().st_mode & 0o777
    assert 0o700 == path.parent.stat().st_mode & 0o777
    with path.open("ab") as file:
        file.write(b"90 4")
    assert (frozenset({"3"}), 7) == told.find("s1")
    path.write_bytes(b"\xff\xfe x\n9 8\n")
    assert ("8" in told.find("s1")[0], told.find("s1")[1]) == (True, 9)


def test_old_sessions_give_way(tmp_path: Path) -> None:
    """The folder holds a bounded number of sessions; the newest stays."""
    told = FileTold(str(tmp_path))
    for number in range(MARKS_MAX + 1):
        told.tell(f"s{number:04d}", ["1"], 1)
    assert len(list((tmp_path / "told").iterdir())) <= MARKS_MAX
    told.tell("newest", ["1"], 1)
    assert told.find("newest")[1] == 1


def test_a_link_is_not_followed(tmp_path: Path) -> None:
    """No link leads a telling out of the home."""
    (tmp_path / "told").mkdir()
    (tmp_path / "told" / "s1").symlink_to(tmp_path / "elsewhere")
    assert not FileTold(str(tmp_path)).tell("s1", ["3"], 1)
    assert not (tmp_path / "elsewhere").exists()
