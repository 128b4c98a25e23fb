"""What do a full disk, a read-only one and a turned-back clock do to copies? Nothing is lost."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from cortex.model.copies import COPIES_KEPT
from cortex.model.errors import DiskFull, StoreReadOnly
from cortex.stores.sqlite.copying import SAFETY_SUFFIX
from cortex.wiring.copies import back_up, recover_brain, restore_copy
from cortex.wiring.house import House, open_house
from tests.faults.deposit_writer import CALLER, settings_of
from tests.faults.killed_operations import damaged_brain, kept, past_brain, some_facts
from tests.faults.volumes import read_only, small_volume

VOLUME_KIB = 4096 + 4096
"""Room for a brain and two copies of it, with what the house leaves free."""


@pytest.fixture
def volume(tmp_path: Path) -> Iterator[Path]:
    """Give a small empty file system."""
    with small_volume(tmp_path, VOLUME_KIB) as place:
        yield place


def at(home: Path) -> House:
    return open_house(settings_of(home))


def fill(volume: Path) -> Path:
    """Leave no room."""
    ballast = volume / "ballast"
    with pytest.raises(OSError, match="space"):
        ballast.write_bytes(bytes(VOLUME_KIB * 2048))
    return ballast


def test_copy_that_has_no_room_is_not_begun(volume: Path) -> None:
    """The error names the folder, nothing is left behind, and the brain goes on."""
    before = some_facts(volume)
    ballast = fill(volume)
    with at(volume) as house, pytest.raises(DiskFull, match="backups"):
        back_up(house, None, COPIES_KEPT)
    assert [] == list((volume / "backups").iterdir())
    ballast.unlink()
    with at(volume) as house:
        assert len(before) == back_up(house, None, COPIES_KEPT).manifest.contents.facts
    assert before == kept(volume)


def test_restore_that_has_no_room_replaces_nothing(volume: Path) -> None:
    """The present brain is as it was, and there is no half-made one beside it."""
    before = some_facts(volume)
    with at(volume) as house:
        copy = back_up(house, None, COPIES_KEPT).path
    ballast = fill(volume)
    with at(volume) as house, pytest.raises(DiskFull):
        restore_copy(house, copy, CALLER, None, is_applied=True)
    ballast.unlink()
    assert before == kept(volume)
    assert [] == list(volume.glob("*.tmp"))


def test_recovery_that_has_no_room_leaves_the_damaged_file(volume: Path) -> None:
    """It can be tried again elsewhere or later."""
    damaged = damaged_brain(volume)
    ballast = fill(volume)
    with at(volume) as house, pytest.raises(DiskFull):
        recover_brain(house, CALLER, None, is_applied=True)
    assert damaged == (volume / "cortex.db").read_bytes()
    ballast.unlink()
    with at(volume) as house:
        assert recover_brain(house, CALLER, None, is_applied=True).is_applied


def test_migration_without_room_for_its_copy_leaves_the_earlier_format(volume: Path) -> None:
    """A brain whose format cannot be changed safely is not changed; later it is."""
    facts = past_brain(volume)
    before = (volume / "cortex.db").read_bytes()
    ballast = fill(volume)
    with at(volume) as house, pytest.raises(DiskFull):
        house.scopes()
    ballast.unlink()
    assert before == (volume / "cortex.db").read_bytes()
    assert facts == len(kept(volume))
    # But for the header, which says that it stands alone.
    assert before[100:] == (volume / f"cortex.db{SAFETY_SUFFIX}").read_bytes()[100:]


def test_copy_of_a_brain_on_a_read_only_disk_goes_elsewhere(volume: Path, tmp_path: Path) -> None:
    """Where nothing can be written the copy is refused; to another place it is made."""
    before = some_facts(volume)
    with read_only(volume):
        with at(volume) as house, pytest.raises(StoreReadOnly, match="backups"):
            back_up(house, None, COPIES_KEPT)
        with at(volume) as house:
            report = back_up(house, str(tmp_path / "out.zip"), COPIES_KEPT, is_verified=True)
    assert len(before) == report.manifest.contents.facts


def test_clock_that_goes_back_takes_no_copy_and_no_fact_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A year back: facts, copies and a restore work, and no copy takes another's name."""
    before = some_facts(tmp_path)
    with at(tmp_path) as house:
        first = back_up(house, None, COPIES_KEPT).path
    monkeypatch.setattr(House, "now_us", lambda self: 1_700_000_000_000_000)
    with at(tmp_path) as house:
        second = back_up(house, None, COPIES_KEPT, is_verified=True).path
        assert first != second
        report = restore_copy(house, first, CALLER, None, is_applied=True)
    assert 1 == report.restore_epoch
    assert before == kept(tmp_path)
