"""Is exactly the named file read, whole, and nothing else in its place?"""

import os
from pathlib import Path

import pytest

from cortex.model.refusals import CaptureRefused
from cortex.stores.sources.whole_files import WholeFiles

FILES = WholeFiles()


def test_file_is_read_whole(tmp_path: Path) -> None:
    """Every byte comes back, to exactly the most that may be read; one more is refused."""
    path = tmp_path / "端口 notes.md"
    content = "﻿a\r\n🎉".encode()
    path.write_bytes(content)
    read = FILES.read(str(path), len(content))
    assert (content, FILES.look(str(path))) == (read.content, read.look)
    assert (len(content), path.stat().st_mtime_ns // 1000) == read.look[2:]
    with pytest.raises(CaptureRefused, match=r"^quota_blocked"):
        FILES.read(str(path), len(content) - 1)


def test_any_change_changes_the_fingerprint(tmp_path: Path) -> None:
    """Written again with the same length and time, or replaced by a copy: another fingerprint."""
    path = tmp_path / "a.md"
    path.write_text("one")
    first = FILES.look(str(path))
    path.write_text("two")
    os.utime(path, ns=(0, first.modified_us * 1000))
    assert first.fingerprint != FILES.look(str(path)).fingerprint
    other = tmp_path / "b.md"
    other.write_text("two")
    other.replace(path)
    assert first.identity != FILES.look(str(path)).identity


def test_no_link_is_followed(tmp_path: Path) -> None:
    """Neither the file nor a folder on its way may be a link."""
    real = tmp_path / "real"
    real.mkdir()
    (real / "a.md").write_text("secret")
    (tmp_path / "a.md").symlink_to(real / "a.md")
    (tmp_path / "folder").symlink_to(real)
    for path in (tmp_path / "a.md", tmp_path / "folder" / "a.md"):
        with pytest.raises(CaptureRefused, match=r"^source_unavailable"):
            FILES.read(str(path), 100)
        with pytest.raises(CaptureRefused, match=r"^source_unavailable"):
            FILES.look(str(path))


def test_what_is_no_plain_file_is_refused(tmp_path: Path) -> None:
    """A folder, a pipe, a device, nothing and what is no path: each refused, none waited for."""
    os.mkfifo(tmp_path / "pipe")
    paths = (tmp_path, tmp_path / "pipe", Path("/dev/zero"), tmp_path / "none", "a.md", "/a\0b")
    for path in map(str, paths):
        with pytest.raises(CaptureRefused, match=r"^source_unavailable"):
            FILES.read(path, 100)


def test_file_that_is_written_while_it_is_read_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was read from a file on the move is no state it ever had."""
    path = tmp_path / "a.md"
    path.write_text("first half, ")
    read = os.read

    def read_and_write(handle: int, count: int) -> bytes:
        portion = read(handle, count)
        monkeypatch.undo()
        path.write_text("FIRST HALF, ")
        return portion

    monkeypatch.setattr(os, "read", read_and_write)
    with pytest.raises(CaptureRefused, match=r"^source_changed"):
        FILES.read(str(path), 100)
    assert b"FIRST HALF, " == FILES.read(str(path), 100).content
