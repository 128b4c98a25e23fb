"""Is a session recognised again, and only that, whatever its id is?"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from cortex.stores.system.session_marks import MARKS_MAX, FileSessionMarks


def test_mark_is_found_again_and_replaced(tmp_path: Path) -> None:
    """The last version kept for a session is the one found; others have none."""
    marks = FileSessionMarks(str(tmp_path))
    assert marks.find_mark("a-1") is None
    marks.keep_mark("a-1", 7)
    marks.keep_mark("a-1", 9)
    assert (9, None) == (marks.find_mark("a-1"), marks.find_mark("a-2"))
    assert ["a-1"] == [item.name for item in (tmp_path / "sessions").iterdir()]


def test_mark_is_found_by_another_process_in_another_folder(tmp_path: Path) -> None:
    """Case 37: the key is the session's id, not a process or a folder."""
    FileSessionMarks(str(tmp_path)).keep_mark("s", 3)
    program = (
        "from cortex.stores.system.session_marks import FileSessionMarks as M;"
        f"print(M({str(tmp_path)!r}).find_mark('s'))"
    )
    run = subprocess.run([sys.executable, "-c", program], cwd="/", capture_output=True, check=True)
    assert b"3" == run.stdout.strip()


@pytest.mark.parametrize(
    "name", ["", "..", "../x", "a/b", "-x", "a\0b", "\u00e9", "x" * 129, "a b"]
)
def test_id_that_is_no_plain_name_gets_no_file(tmp_path: Path, name: str) -> None:
    """An id from outside never becomes a path of its own choosing."""
    marks = FileSessionMarks(str(tmp_path))
    marks.keep_mark(name, 1)
    assert marks.find_mark(name) is None
    assert [] == list(tmp_path.iterdir())


def test_garbled_mark_is_no_mark(tmp_path: Path) -> None:
    """What is not a number reads as nothing kept; so does a folder or a link in its place."""
    marks = FileSessionMarks(str(tmp_path))
    marks.keep_mark("a", 1)
    (tmp_path / "sessions" / "a").write_bytes(b"12x")
    (tmp_path / "sessions" / "b").write_bytes(b"9" * 40)
    (tmp_path / "sessions" / "c").mkdir()
    (tmp_path / "sessions" / "d").symlink_to("/etc/hostname")
    assert [None] * 4 == [marks.find_mark(name) for name in "abcd"]
    marks.keep_mark("c", 2)


def test_marks_do_not_grow_without_end(tmp_path: Path) -> None:
    """Above the limit the oldest go, and the session at hand keeps its own."""
    marks = FileSessionMarks(str(tmp_path))
    for number in range(MARKS_MAX):
        marks.keep_mark(f"s{number}", number)
        os.utime(tmp_path / "sessions" / f"s{number}", (number, number))
    assert MARKS_MAX == len(list((tmp_path / "sessions").iterdir()))
    marks.keep_mark("latest", 1)
    assert MARKS_MAX // 2 == len(list((tmp_path / "sessions").iterdir()))
    assert (1, None) == (marks.find_mark("latest"), marks.find_mark("s0"))


def test_home_that_cannot_be_written_is_no_failure(tmp_path: Path) -> None:
    """A file where the folder should be leaves everything unmarked and nothing raised."""
    home = tmp_path / "home"
    home.write_text("a file")
    marks = FileSessionMarks(str(home))
    marks.keep_mark("a", 1)
    assert marks.find_mark("a") is None
