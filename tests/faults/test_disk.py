"""What is lost when the disk is full, or cannot be written? Nothing that was acknowledged."""

import contextlib
import json
from collections.abc import Iterator
from pathlib import Path

import apsw
import pytest

from cortex.model.errors import DiskFull, StoreReadOnly
from cortex.model.receipts import Durability
from cortex.ports.brain import Brain
from cortex.wiring.vault import answer
from tests.contracts.brains import faults_of, opening, sqlite_brain
from tests.contracts.deposits import EVER, NOW, handles, stored
from tests.faults.volumes import read_only, small_volume

VOLUME_KIB = 2048
LONG = "A statement that takes room. " * 30


@pytest.fixture
def volume(tmp_path: Path) -> Iterator[Path]:
    """Give a small empty file system."""
    with small_volume(tmp_path, VOLUME_KIB) as place:
        yield place


def ids_of(brain: Brain) -> list[int]:
    with brain.reading() as reader:
        return reader.newest(EVER, 10_000)[::-1]


def fill(brain: Brain, acknowledged: list[int]) -> None:
    """Store facts until there is no room."""
    while True:
        fact = stored(brain, handles([(f"w{n}", 1) for n in range(40)]), text=LONG)
        acknowledged.append(fact.fact_id)


@pytest.mark.parametrize("durability", Durability)
def test_full_disk_undoes_one_write_and_keeps_the_others(
    volume: Path, durability: Durability
) -> None:
    """The write that found no room says so; what was acknowledged is all there, and writing goes on
    once there is room again."""
    path = volume / "cortex.db"
    brain = sqlite_brain(path, opening(durability))
    acknowledged: list[int] = []
    ballast = volume / "ballast"
    ballast.write_bytes(bytes(VOLUME_KIB * 256))
    with pytest.raises(DiskFull, match=str(path)):
        fill(brain, acknowledged)
    assert acknowledged
    assert acknowledged == ids_of(brain)
    assert [] == faults_of(brain)
    ballast.unlink()
    assert stored(brain).fact_id not in acknowledged
    assert [] == faults_of(brain)
    brain.close()
    again = sqlite_brain(path, opening(durability))
    assert acknowledged == ids_of(again)[:-1]
    again.close()


def test_brain_cannot_be_made_on_a_full_disk(volume: Path) -> None:
    """No half-made brain stays behind: once there is room it is made as if for the first time."""
    ballast = volume / "ballast"
    with pytest.raises(OSError, match="space"):
        ballast.write_bytes(bytes(VOLUME_KIB * 2048))
    path = volume / "cortex.db"
    with pytest.raises(DiskFull, match=str(path)):
        sqlite_brain(path)
    ballast.unlink()
    brain = sqlite_brain(path)
    assert 1 == stored(brain).fact_id
    brain.close()


def test_read_only_disk_is_read_and_not_changed(volume: Path) -> None:
    """Case 131: everything can be asked, a write says why not, and no byte is different."""
    path = volume / "cortex.db"
    brain = sqlite_brain(path)
    stored(brain, handles([("port", 1)]))
    brain.close()
    names = sorted(p.name for p in volume.iterdir())
    before = path.read_bytes()
    with read_only(volume):
        brain = sqlite_brain(path)
        with brain.reading() as reader:
            assert [(1, 1)] == reader.lexical_hits([("port", 1)], NOW, 9)
        assert [] == faults_of(brain)
        with pytest.raises(StoreReadOnly, match=str(volume)), brain.writing():
            pass
        brain.close()
    assert (names, before) == (sorted(p.name for p in volume.iterdir()), path.read_bytes())


def test_log_that_waits_on_a_read_only_disk_is_not_passed_over(volume: Path) -> None:
    """Facts that are only in the log are there or the reason is said; they are never left out."""
    path = volume / "cortex.db"
    brain = sqlite_brain(path)
    stored(brain)
    brain.close()
    late = apsw.Connection(str(path))
    late.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
    late.execute("UPDATE facts SET quality = 99")
    late.close()
    Path(f"{path}-shm").unlink()
    with read_only(volume), pytest.raises(StoreReadOnly, match="wal"):
        sqlite_brain(path)
    brain = sqlite_brain(path)
    with brain.reading() as reader:
        assert 99 == reader.facts([1])[0].content.quality
    brain.close()


def test_new_brain_on_a_read_only_disk_is_refused(volume: Path) -> None:
    """Where nothing can be made nothing is made, and the path is named."""
    path = volume / "cortex.db"
    with read_only(volume), pytest.raises(StoreReadOnly, match=str(path)):
        sqlite_brain(path)


def test_vault_on_a_full_or_read_only_disk_is_refused_and_whole(volume: Path) -> None:
    """A write that finds no room changes nothing, says so, and works once there is room."""
    (volume / "KNOWLEDGE" / "Ideas").mkdir(parents=True)
    note = volume / "KNOWLEDGE" / "Ideas" / "tea.md"
    note.write_text("By hand.\n")
    item = json.dumps({"type": "idea", "title": "Tea", "content": "More. " * 2000})
    words = ["remember", item, "--adapter", "claude", "--allow-write", "--memory-root", str(volume)]
    filler = volume / "filler"
    with contextlib.suppress(OSError), filler.open("wb", buffering=0) as file:
        while True:
            file.write(b"x" * 4096)
    refused = [answer(words)]
    filler.unlink()
    with read_only(volume):
        refused.append(answer(words))
    for given in refused:
        assert 5 == given.status, given.output
        assert b"governance_refused" in given.output
        assert b"KNOWLEDGE/Ideas/tea.md" in given.output
    assert "By hand.\n" == note.read_text()
    assert ["tea.md"] == [path.name for path in note.parent.iterdir()]
    assert 0 == answer(words).status
