"""Does a lock hold exactly as long as its holder, on any file system and against any neighbour?"""

import errno
import fcntl
import json
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cortex.model.vault import VaultCode, VaultFault
from cortex.stores.files import turns, vault_locks
from cortex.stores.files.vault_writing import LinklessFolder

NOW_MS = 1_790_000_000_000


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[LinklessFolder]:
    """Give an open boundary with one file in it."""
    (tmp_path / "file.md").write_text("old")
    opened = LinklessFolder(str(tmp_path.resolve()))
    yield opened
    opened.close()


def names(tmp_path: Path) -> list[str]:
    """Give what lies in the boundary."""
    return sorted(path.name for path in tmp_path.iterdir())


def test_lock_is_stamped_and_goes_with_its_holder(folder: LinklessFolder, tmp_path: Path) -> None:
    """While it is held it names process, host and instant; afterwards nothing is left."""
    with folder.lock("file.md", NOW_MS) as events:
        assert () == events
        stamp = json.loads((tmp_path / "file.md.lock").read_text())
        assert ["pid", "host", "ts", "started"] == list(stamp)
        assert (os.getpid(), "2026-09-21T14:13:20.000Z") == (stamp["pid"], stamp["ts"])
        assert ["file.md", "file.md.lock"] == names(tmp_path)
    assert ["file.md"] == names(tmp_path)


def test_lock_is_given_back_when_the_work_fails(folder: LinklessFolder, tmp_path: Path) -> None:
    """A refusal under the lock leaves no lock."""
    with pytest.raises(VaultFault), folder.lock("file.md", NOW_MS):
        raise VaultFault(VaultCode.GOVERNANCE_REFUSED, "no")  # Its own words.
    assert ["file.md"] == names(tmp_path)


def test_lock_of_somebody_else_is_not_taken_away(folder: LinklessFolder, tmp_path: Path) -> None:
    """Who lost its lock to a neighbour leaves the neighbour's in place."""
    lock = tmp_path / "file.md.lock"
    with folder.lock("file.md", NOW_MS):
        lock.unlink()
        lock.write_text("theirs")
    assert "theirs" == lock.read_text()


def test_wait_ends_when_the_holder_is_done(
    folder: LinklessFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A lock that was held and let go is taken, and the wait is told of once."""
    lock = tmp_path / "file.md.lock"
    lock.write_text(json.dumps({"pid": os.getpid(), "host": os.uname().nodename}))
    pauses: list[float] = []

    def pause(seconds: float) -> None:
        pauses.append(seconds)
        if len(pauses) == 3:
            lock.unlink()

    monkeypatch.setattr(time, "sleep", pause)
    with folder.lock("file.md", NOW_MS) as events:
        (event,) = events
    assert ("lock_contended", "holder-alive") == (event.event, event.reason)
    assert 3 == len(pauses)


@pytest.mark.parametrize("code", [errno.EPERM, errno.EOPNOTSUPP])
def test_file_system_without_hard_links_has_locks(
    folder: LinklessFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    """Where a file cannot have two names, the lock is made plainly and holds all the same."""

    def refuse(*given: Any, **named: Any) -> None:
        raise OSError(code, "not here")

    monkeypatch.setattr(os, "link", refuse)
    monkeypatch.setattr(vault_locks, "WAIT_S", 0)
    with folder.lock("file.md", NOW_MS):
        assert (tmp_path / "file.md.lock").exists()
        with pytest.raises(VaultFault, match="ELOCK_HELD"), folder.lock("file.md", NOW_MS):
            pytest.fail("two hold one lock")
    assert ["file.md"] == names(tmp_path)


def test_turn_belongs_to_one(
    folder: LinklessFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While a neighbour has the turn nobody else gets it, and it changes no file."""
    monkeypatch.setattr(turns, "TURN_S", 0)
    neighbour = LinklessFolder(str(tmp_path.resolve()))
    with neighbour.turn():
        with pytest.raises(VaultFault, match="ELOCK_HELD"), folder.turn():
            pytest.fail("two have the turn")
        assert ["file.md"] == names(tmp_path)
    with folder.turn():
        pass
    neighbour.close()


def test_file_system_without_turns_is_written(
    folder: LinklessFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the kernel has no such lock, the lock files guard alone."""

    def refuse(*given: Any) -> None:
        raise OSError(errno.ENOLCK, "not here")

    monkeypatch.setattr(fcntl, "flock", refuse)
    with folder.turn(), folder.lock("file.md", NOW_MS):
        folder.replace("file.md", b"new")
    assert b"new" == folder.find("file.md", 10)


def test_lock_that_is_a_link_is_not_followed(folder: LinklessFolder, tmp_path: Path) -> None:
    """A link in place of a lock is one of an unknown holder, and ages away without its target."""
    target = tmp_path / "target"
    target.write_text("theirs")
    lock = tmp_path / "file.md.lock"
    lock.symlink_to(target)
    os.utime(lock, (1, 1), follow_symlinks=False)
    with folder.lock("file.md", NOW_MS) as events:
        assert ["stale_lock_recovered"] == [event.event for event in events]
    assert "theirs" == target.read_text()
    assert ["file.md", "target"] == names(tmp_path)


@pytest.mark.parametrize("kind", ["link", "folder", "pipe", "large"])
def test_only_a_file_of_its_size_is_found(
    folder: LinklessFolder, tmp_path: Path, kind: str
) -> None:
    """Anything else in the place of a file is refused, at once, and by its name."""
    path = tmp_path / "odd.md"
    if kind == "link":
        path.symlink_to(tmp_path / "file.md")
    elif kind == "folder":
        path.mkdir()
    elif kind == "pipe":
        os.mkfifo(path)
    else:
        path.write_bytes(b"x" * 11)
    with pytest.raises(VaultFault, match=r"odd\.md") as refused:
        folder.find("odd.md", 10)
    assert VaultCode.GOVERNANCE_REFUSED is refused.value.code
    assert folder.find("gone.md", 10) is None
    assert folder.find("gone/gone.md", 10) is None


def test_link_at_the_temporary_name_is_not_written_through(
    folder: LinklessFolder, tmp_path: Path
) -> None:
    """Whoever puts a link where the sibling goes gets nothing written to its target."""
    target = tmp_path / "target"
    target.write_text("theirs")
    (tmp_path / "file.md.tmp").symlink_to(target)
    folder.replace("file.md", b"new")
    assert ("theirs", "new") == (target.read_text(), (tmp_path / "file.md").read_text())
    assert ["file.md", "target"] == names(tmp_path)


def test_name_that_is_never_free_ends_the_wait(
    folder: LinklessFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who is always second to a lock that is gone again gives up; nobody spins for ever."""

    def refuse(*given: Any, **named: Any) -> None:
        raise FileExistsError(errno.EEXIST, "somebody was faster")

    monkeypatch.setattr(os, "link", refuse)
    monkeypatch.setattr(vault_locks, "WAIT_S", 0)
    with pytest.raises(VaultFault, match="ELOCK_HELD"), folder.lock("file.md", NOW_MS):
        pytest.fail("nobody made a lock")
