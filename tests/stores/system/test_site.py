"""Does looking at a store's place tell the truth about it, and touch nothing?"""

import os
from pathlib import Path

import pytest

from cortex.stores.system.journal import append_line
from cortex.stores.system.site import SystemSite


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Give a private home that holds a store of five bytes."""
    folder = tmp_path / "home"
    folder.mkdir(mode=0o700)
    store = folder / "cortex.db"
    store.write_bytes(b"store")
    store.chmod(0o600)
    return folder


def site(home: Path, path: Path | None = None) -> SystemSite:
    """Give the site of a store, by default the one in the home."""
    return SystemSite(str(path or home / "cortex.db"), str(home), (("sqlite", "3.54.1"),))


def test_sizes_and_modes_are_those_on_disk(home: Path) -> None:
    """The store, the log beside it, and who may read them."""
    (home / "cortex.db-wal").write_bytes(b"x" * 32)
    found = site(home).look()
    assert (True, 5, 32) == (found.is_present, found.store_bytes, found.wal_bytes)
    assert (0o600, 0o700, 0o700) == (found.file_mode, found.folder_mode, found.home_mode)
    assert found.is_writable
    assert found.free_bytes is not None


def test_link_is_followed_and_both_names_are_told(home: Path, tmp_path: Path) -> None:
    """Case 143: a symlinked store is judged by the file it leads to."""
    link = tmp_path / "link.db"
    link.symlink_to(home / "cortex.db")
    found = site(home, link).look()
    assert (str(link), str(home / "cortex.db")) == (found.path, found.real_path)
    assert (5, 0o600, 0o700) == (found.store_bytes, found.file_mode, found.folder_mode)


def test_missing_store_is_told_as_missing_and_not_made(tmp_path: Path) -> None:
    """A first run looks without leaving a folder behind."""
    home = tmp_path / "new" / "home"
    found = site(home).look()
    assert (False, 0, None, None) == (
        found.is_present,
        found.store_bytes,
        found.file_mode,
        found.home_mode,
    )
    assert found.is_writable
    assert [] == list(tmp_path.iterdir())


def test_place_below_a_file_is_nowhere_to_write(home: Path) -> None:
    """A path that runs through a file cannot become a store, and asking does not raise."""
    found = site(home, home / "cortex.db" / "inside.db").look()
    assert (False, False) == (found.is_present, found.is_writable)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everything")
def test_read_only_folder_is_told(home: Path) -> None:
    """A store whose folder cannot be written is read-only, whatever its own mode says."""
    home.chmod(0o500)
    assert not site(home).look().is_writable


def test_only_what_an_interruption_leaves_counts_as_left_over(home: Path) -> None:
    """Case 143: the log, its index and the queue's files belong there; a journal does not."""
    for name in ("cortex.db-wal", "cortex.db-shm", "cortex.db.lock", "cortex.db.lock.gate"):
        (home / name).touch()
    (home / "other.tmp").touch()
    assert () == site(home).look().leftovers
    for name in ("cortex.db-journal", "cortex.db.3.tmp"):
        (home / name).touch()
    assert ("cortex.db-journal", "cortex.db.3.tmp") == site(home).look().leftovers


def test_newest_faults_of_hooks_come_last_and_are_bounded(home: Path) -> None:
    """A journal of any length is read from its end; without one there is nothing to tell."""
    assert () == site(home).hook_faults(3)
    for number in range(9000):
        append_line(str(home), f"2026-01-01T00:00:00Z boot: fault {number}")
    faults = site(home).hook_faults(3)
    assert [f"fault {number}" for number in (8997, 8998, 8999)] == [
        line.split(": ")[1] for line in faults
    ]


def test_undecodable_journal_is_read_all_the_same(home: Path) -> None:
    """Case 136: broken bytes in the journal do not silence the doctor."""
    append_line(str(home), "fine")
    with (home / "journal" / "hooks.log").open("ab") as journal:
        journal.write(b"\xff\xfe broken\n\n")
    assert ("fine", "\ufffd\ufffd broken") == site(home).hook_faults(5)


def test_runtime_names_python_first(home: Path) -> None:
    """What Cortex runs on is told with versions, for a report of a fault."""
    names = [name for name, version in site(home).runtime() if version]
    assert ["python", "sqlite"] == names[:2]
