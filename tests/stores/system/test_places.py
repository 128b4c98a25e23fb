"""Does the disk answer every question about it without ever raising or waiting?"""

import os
from pathlib import Path

import pytest

from cortex.stores.system.places import TEXT_BYTES_MAX, SystemPlaces

PLACES = SystemPlaces()
HOPELESS = ["", "relative/x", "/a\0b", "/" + "x" * 5000, "/proc/self/mem/x"]


@pytest.mark.parametrize("path", HOPELESS)
def test_no_path_is_too_strange_to_ask_about(path: str) -> None:
    """Impossible paths read as absent."""
    assert PLACES.is_dir(path) is False
    assert PLACES.is_file(path) is False
    assert PLACES.read_text(path) is None
    assert PLACES.child_folders(path, 10) == ()


@pytest.mark.parametrize("path", ["", "relative", ".", "/a\0b"])
def test_only_an_absolute_path_has_a_real_one(path: str) -> None:
    """What a relative path means depends on the process, so it is not answered."""
    assert PLACES.real_path(path) is None


def test_links_are_followed_and_missing_tails_kept(tmp_path: Path) -> None:
    """A deleted folder below a link still has a real path."""
    top = tmp_path.resolve()
    (top / "real").mkdir()
    (top / "link").symlink_to("real")

    assert PLACES.real_path(f"{top}/link/gone/./x/..") == f"{top}/real/gone"


def test_a_loop_of_links_is_absent(tmp_path: Path) -> None:
    """Links that lead to each other are neither folder nor file, and have some path."""
    (tmp_path / "a").symlink_to(tmp_path / "b")
    (tmp_path / "b").symlink_to(tmp_path / "a")
    loop = str(tmp_path / "a")

    assert PLACES.real_path(loop) is not None
    assert (PLACES.is_dir(loop), PLACES.is_file(loop)) == (False, False)
    assert PLACES.read_text(loop) is None
    assert PLACES.child_folders(loop, 10) == ()


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    """Nobody writes into this pipe; reading it answers at once all the same."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)

    assert PLACES.read_text(str(pipe)) is None
    assert PLACES.read_text(str(tmp_path)) is None


def test_a_long_file_is_read_from_its_beginning(tmp_path: Path) -> None:
    """A file of any size costs a bounded read."""
    file = tmp_path / "long"
    file.write_bytes(b"a" * (TEXT_BYTES_MAX + 1))

    assert PLACES.read_text(str(file)) == "a" * TEXT_BYTES_MAX


def test_undecodable_bytes_come_back_as_in_paths(tmp_path: Path) -> None:
    """case 76: a path inside a file names the same file as the operating system's spelling."""
    file = tmp_path / "pointer"
    file.write_bytes(b"/caf\xe9")

    text = PLACES.read_text(str(file))

    assert text is not None
    assert os.fsencode(text) == b"/caf\xe9"


def test_children_are_visible_folders_by_name(tmp_path: Path) -> None:
    """Files, hidden folders and links are left out, and the first names are given."""
    for name in ("c", "a", "b", ".hidden"):
        (tmp_path / name).mkdir()
    (tmp_path / "file").write_text("", encoding="utf-8")
    (tmp_path / "link").symlink_to("a")

    assert PLACES.child_folders(str(tmp_path), 10) == ("a", "b", "c")
    assert PLACES.child_folders(str(tmp_path), 2) == ("a", "b")
