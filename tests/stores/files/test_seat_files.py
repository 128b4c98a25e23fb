"""Does a file of a seat's folder change its place in one step, itself and nothing it leads to?"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from cortex.model.refusals import SeatFileRefused
from cortex.stores.files.seat_files import SeatFolder


@pytest.fixture
def files(tmp_path: Path) -> Iterator[SeatFolder]:
    """Give an empty folder."""
    folder = SeatFolder(str(tmp_path))
    yield folder
    folder.close()


def test_file_moves_into_folders_that_are_made(files: SeatFolder, tmp_path: Path) -> None:
    """It is gone from the old place, and what stood in the new one is replaced."""
    files.replace("a/x", b"new")
    files.replace("b/c/y", b"old")
    assert files.move("a/x", "b/c/y")
    assert ((), b"new") == (files.names("a"), files.find("b/c/y", 9))
    assert files.move("b/c/y", "d/e/z")
    assert 0o700 == (tmp_path / "d/e").stat().st_mode & 0o777


def test_what_is_gone_does_not_move(files: SeatFolder, tmp_path: Path) -> None:
    """Neither without the file nor without its folder; the second time nothing is there."""
    assert not files.move("x", "y")
    assert not files.move("a/x", "b/y")
    files.replace("x", b"1")
    assert (True, False) == (files.move("x", "y"), files.move("x", "y"))
    assert ["y"] == [path.name for path in tmp_path.iterdir()]


def test_link_moves_as_a_link(files: SeatFolder, tmp_path: Path) -> None:
    """What it leads to stays where it is."""
    outside = tmp_path.parent / f"{tmp_path.name}-outside"
    outside.write_text("theirs")
    (tmp_path / "x").symlink_to(outside)
    assert files.move("x", "a/y")
    assert (True, "theirs") == ((tmp_path / "a/y").is_symlink(), outside.read_text())


@pytest.mark.parametrize(("path", "to"), [("out/x", "y"), ("x", "out/y")])
def test_no_way_leads_out(files: SeatFolder, tmp_path: Path, path: str, to: str) -> None:
    """A folder that is a link is refused on either side, and nothing moves."""
    elsewhere = tmp_path.parent / f"{tmp_path.name}-elsewhere"
    elsewhere.mkdir()
    (elsewhere / "x").write_text("theirs")
    (tmp_path / "x").write_text("ours")
    (tmp_path / "out").symlink_to(elsewhere)
    with pytest.raises(SeatFileRefused):
        files.move(path, to)
    assert ("ours", ["x"]) == (
        (tmp_path / "x").read_text(),
        [one.name for one in elsewhere.iterdir()],
    )


def test_turn_that_somebody_keeps_is_told_in_words_of_a_seat(tmp_path: Path) -> None:
    """Whoever waits in vain is told who writes and what to do, and nothing of a vault."""
    with (
        SeatFolder(str(tmp_path)) as one,
        SeatFolder(str(tmp_path), 0) as other,
        one.turn(),
        pytest.raises(SeatFileRefused, match="another command") as told,
        other.turn(),
    ):
        pass
    assert ("try again once it is done", False) == (told.value.remedy, "vault" in str(told.value))
