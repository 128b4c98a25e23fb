"""Are other people's files read in bounded portions, and is what is wrong with them told?"""

import zipfile
from pathlib import Path

import pytest

from cortex.model.errors import CortexError, InvalidRequest
from cortex.model.imports import Skipped
from cortex.stores.sources import files
from cortex.stores.sources.files import FoundFile, found_files, iter_lines, iter_text, read_note
from cortex.stores.sources.target import replace_file


def found(path: Path) -> FoundFile:
    """Give a file that is a source by itself."""
    (one,) = found_files(str(path))
    return one


def test_a_folder_gives_its_files_by_name_and_leaves_out_what_is_not_one(tmp_path: Path) -> None:
    """Hidden, linked and half-written files are no part of a source. case 134"""
    for name in ("b.md", "a/c.md", ".hidden.md", "x.md.tmp", "y.md~", ".git/z.md"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("x")
    (tmp_path / "link.md").symlink_to(tmp_path / "b.md")
    assert ["a/c.md", "b.md"] == [one.name for one in found_files(str(tmp_path))]


def test_an_archive_gives_its_members(tmp_path: Path) -> None:
    """Members are read as they are asked for; nothing is unpacked."""
    path = tmp_path / "export.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("conversations.json", "[]")
        archive.writestr("folder/", "")
    (one,) = found_files(str(path))
    assert ("conversations.json", "[]") == (one.name, "".join(iter_text(one)))


def test_a_source_that_is_not_there_is_refused(tmp_path: Path) -> None:
    """The message names it."""
    with pytest.raises(InvalidRequest, match="nowhere"):
        found_files(str(tmp_path / "nowhere"))


def test_lines_that_cannot_be_read_are_named(tmp_path: Path) -> None:
    """Broken UTF-8 costs its line; line ends of every system and a byte order mark go."""
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"\xef\xbb\xbfone\r\n\n\xff\xfe\nthree")
    lines = list(iter_lines(found(path)))
    assert [("a.jsonl:1", "one"), ("a.jsonl:4", "three")] == [
        line for line in lines if isinstance(line[1], str)
    ]
    assert ["a.jsonl:3"] == [line[1].locator for line in lines if isinstance(line[1], Skipped)]


def test_a_line_that_is_too_long_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At the limit it is read, one more byte and it is named; the next line is read."""
    monkeypatch.setattr(files, "LINE_BYTES_MAX", 10)
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"x" * 9 + b"\n" + b"y" * 35 + b"\nz\n")
    assert ["x" * 9, "Skipped", "z"] == [
        line if isinstance(line, str) else type(line).__name__
        for _, line in iter_lines(found(path))
    ]


@pytest.mark.parametrize("content", [b"", b" \n\n"])
def test_an_empty_note_is_told(tmp_path: Path, content: bytes) -> None:
    """It is damage, so that nobody takes an empty file for an import that worked."""
    path = tmp_path / "a.md"
    path.write_bytes(content)
    text, (skipped,) = read_note(found(path))
    assert ("", True) == (text, skipped.is_damage)


def test_a_note_keeps_its_good_lines(tmp_path: Path) -> None:
    """A line of broken UTF-8 is empty, so that the others keep their numbers."""
    path = tmp_path / "a.md"
    path.write_bytes(b"one\r\n\xff\r\nthree")
    text, skipped = read_note(found(path))
    assert "one\n\nthree" == text
    assert ["a.md:2"] == [one.locator for one in skipped]


def test_a_note_that_is_too_long_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """At the limit it is read, beyond it is named."""
    monkeypatch.setattr(files, "NOTE_BYTES_MAX", 4)
    path = tmp_path / "a.md"
    path.write_bytes(b"four")
    assert ("four", []) == read_note(found(path))
    path.write_bytes(b"fives")
    assert read_note(found(path))[1][0].is_damage


def test_a_file_that_is_replaced_is_whole_or_as_before(tmp_path: Path) -> None:
    """It is for its owner only, and a failure half-way leaves the older one and nothing else."""
    path = tmp_path / "a.jsonl"
    replace_file(str(path), [b"one\n"])
    assert (b"one\n", 0o600) == (path.read_bytes(), path.stat().st_mode & 0o777)

    def broken() -> object:
        yield b"half"
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        replace_file(str(path), broken())  # type: ignore[arg-type]  # A generator that fails.
    assert (b"one\n", ["a.jsonl"]) == (path.read_bytes(), [p.name for p in tmp_path.iterdir()])
    with pytest.raises(CortexError, match="cannot be written"):
        replace_file(str(tmp_path / "no" / "a"), [b""])
