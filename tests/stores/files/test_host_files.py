"""Are other programs' files read and replaced whole, and what is odd refused by name?"""

import os
import stat
from pathlib import Path

import pytest

from cortex.model.installation import CONFIG_BYTES_MAX, EditRefused
from cortex.stores.files.host_files import DiskHostFiles


@pytest.fixture
def files(tmp_path: Path) -> DiskHostFiles:
    """Give the files of this machine, with programs in one folder."""
    return DiskHostFiles(str(tmp_path / "bin"))


def test_missing_file_is_made_with_its_folders(files: DiskHostFiles, tmp_path: Path) -> None:
    """A new file and its folders are for their owner alone; the folders made are told."""
    path = tmp_path / "a" / "b" / "c.json"
    assert (str(path), None) == files.look(str(path))
    made = files.exchange(str(path), None, b"x")
    assert (str(tmp_path / "a"), str(tmp_path / "a" / "b")) == made
    assert (b"x", 0o600) == (path.read_bytes(), stat.S_IMODE(path.stat().st_mode))
    files.exchange(str(path), b"x", None)
    files.remove_empty(made)
    assert [] == list(tmp_path.iterdir())


def test_permission_bits_and_links_stay(files: DiskHostFiles, tmp_path: Path) -> None:
    """A link is followed and the file it names is written, with the bits it had."""
    real, link = tmp_path / "dotfiles.json", tmp_path / "settings.json"
    real.write_bytes(b"old")
    real.chmod(0o640)
    link.symlink_to(real)
    found = files.look(str(link))
    files.exchange(found.real_path, found.content, b"new")
    assert link.is_symlink()
    assert (b"new", 0o640) == (real.read_bytes(), stat.S_IMODE(real.stat().st_mode))
    assert {"dotfiles.json", "settings.json"} == {each.name for each in tmp_path.iterdir()}


def test_file_that_changed_meanwhile_is_left_alone(files: DiskHostFiles, tmp_path: Path) -> None:
    """Whatever another program wrote since we looked stays, also where there was nothing."""
    path = tmp_path / "x"
    path.write_bytes(b"theirs")
    for before in (None, b"old"):
        with pytest.raises(EditRefused, match="changed by another program"):
            files.exchange(str(path), before, b"ours")
    assert b"theirs" == path.read_bytes()
    assert ["x"] == [each.name for each in tmp_path.iterdir()]


def test_copies_never_replace_each_other(files: DiskHostFiles, tmp_path: Path) -> None:
    """Two copies of one second have two names, and the bits of the original."""
    path = tmp_path / "x"
    path.write_bytes(b"1")
    path.chmod(0o600)
    first = files.keep_copy(str(path), b"1", "20260101T000000Z")
    second = files.keep_copy(str(path), b"2", "20260101T000000Z")
    assert (f"{path}.bak-20260101T000000Z", f"{first}-1") == (first, second)
    assert (b"1", b"2") == (Path(first).read_bytes(), Path(second).read_bytes())
    assert 0o600 == stat.S_IMODE(Path(second).stat().st_mode)


def test_odd_files_are_refused_by_name(files: DiskHostFiles, tmp_path: Path) -> None:
    """A folder, a pipe, a loop, a dangling link, a read-only or a huge file name themselves."""
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    (tmp_path / "dangling").symlink_to(tmp_path / "nowhere")
    (tmp_path / "locked").write_bytes(b"{}")
    (tmp_path / "locked").chmod(0o444)
    with (tmp_path / "huge").open("wb") as huge:
        huge.truncate(CONFIG_BYTES_MAX + 1)
    for name, reason in {
        "folder": "is a folder",
        "pipe": "is no regular file",
        "loop": "leads to itself",
        "dangling": "is not there",
        "locked": "read-only",
        "huge": "larger than",
        "locked/below": "cannot be",
    }.items():
        with pytest.raises(EditRefused, match=reason) as refused:
            files.look(str(tmp_path / name))
        assert str(tmp_path / name) in refused.value.reason
        assert refused.value.remedy


def test_link_out_of_a_project_is_refused(files: DiskHostFiles, tmp_path: Path) -> None:
    """A repository cannot make us write into a file of its choice elsewhere."""
    project, victim = tmp_path / "project", tmp_path / "profile"
    project.mkdir()
    victim.write_bytes(b"export A=b\n")
    (project / "AGENTS.md").symlink_to(victim)
    (project / "CLAUDE.md").write_bytes(b"x")
    (project / "GEMINI.md").symlink_to(project / "CLAUDE.md")
    with pytest.raises(EditRefused, match="leads out of the project"):
        files.look(str(project / "AGENTS.md"), str(project))
    assert b"x" == files.look(str(project / "GEMINI.md"), str(project)).content


def test_program_and_version_are_found_without_running(
    files: DiskHostFiles, tmp_path: Path
) -> None:
    """A version is read off the path or the package, and is unknown where neither tells."""
    package = tmp_path / "lib" / "host"
    (package / "bin").mkdir(parents=True)
    (tmp_path / "bin").mkdir()
    (tmp_path / "versions").mkdir()
    for target, name in (
        (package / "bin" / "run.js", "node-host"),
        (tmp_path / "versions" / "3.4.5", "native-host"),
        (tmp_path / "plain", "plain-host"),
    ):
        target.write_bytes(b"#!/bin/false\n")
        target.chmod(0o755)
        (tmp_path / "bin" / name).symlink_to(target)
    (package / "package.json").write_text('{"version": "2.1.197"}', encoding="utf-8")
    versions = {
        name: files.program_version(files.find_program(name))
        for name in ("node-host", "native-host", "plain-host")
    }
    assert {"node-host": (2, 1, 197), "native-host": (3, 4, 5), "plain-host": ()} == versions
    assert "" == files.find_program("no-host")
