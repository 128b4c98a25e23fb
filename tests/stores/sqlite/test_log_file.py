"""Is a damaged log told from one that a crash left, and is it kept?"""

from pathlib import Path

import apsw
import pytest

from cortex.ports.brain import Brain
from cortex.stores.sqlite.examination import SqliteExaminer
from cortex.stores.sqlite.log_file import log_damage
from tests.contracts.brains import sqlite_brain
from tests.contracts.deposits import EVER, stored

FRAME_BYTES = 24 + 4096


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Give the file of a brain of three facts; the last ten commits are in the log only."""
    place = tmp_path / "cortex.db"
    brain = sqlite_brain(place)
    for _ in range(3):
        stored(brain)
    brain.close()
    writer = apsw.Connection(str(place))
    writer.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
    for number in range(10):
        writer.execute("UPDATE facts SET quality = ?", (number,))
    writer.close()
    (place.parent / "cortex.db-shm").unlink()
    return place


def log_of(path: Path) -> Path:
    """Give the log of a brain."""
    return path.with_name(f"{path.name}-wal")


def damage_of(path: Path) -> object:
    """Look at the log in the way an opening does."""
    connection = apsw.Connection(str(path))
    connection.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
    try:
        return log_damage(connection, str(path))
    finally:
        connection.close()


def frames(path: Path) -> int:
    """Count the frames of the log."""
    return (log_of(path).stat().st_size - 32) // FRAME_BYTES


def break_frame(path: Path, number: int) -> None:
    """Let one page in the log say something else."""
    content = bytearray(log_of(path).read_bytes())
    content[32 + number * FRAME_BYTES + 500] ^= 0xFF
    log_of(path).write_bytes(bytes(content))


def test_whole_log_is_no_damage(path: Path) -> None:
    """A log that waits, and one cut in the middle of its last frame, are as after a crash."""
    assert 10 <= frames(path)
    assert damage_of(path) is None
    content = log_of(path).read_bytes()
    for cut in (1, 2000, FRAME_BYTES):
        log_of(path).write_bytes(content[:-cut])
        assert damage_of(path) is None


def test_torn_last_frame_is_no_damage(path: Path) -> None:
    """The end of a write that nobody was told of is passed over, as it should be."""
    content = bytearray(log_of(path).read_bytes())
    content += content[-FRAME_BYTES : -FRAME_BYTES + 8] + bytes(16) + b"\0" * 4096
    log_of(path).write_bytes(bytes(content))
    assert damage_of(path) is None


def test_log_that_begins_again_is_no_damage(path: Path) -> None:
    """Frames of an earlier round behind the present ones are leftovers."""
    size = log_of(path).stat().st_size
    writer = apsw.Connection(str(path))
    writer.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
    writer.pragma("schema_version")  # Only a read makes SQLite look at its log.
    writer.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_RESTART)
    writer.execute("UPDATE facts SET quality = 1 WHERE fact_id = 1")
    writer.close()
    assert size == log_of(path).stat().st_size
    assert damage_of(path) is None


@pytest.mark.parametrize("number", [0, 1, 5])
def test_commits_behind_a_broken_frame_are_counted(path: Path, number: int) -> None:
    """What SQLite passes over in silence is found: the frames that fit, and the commits behind."""
    total = frames(path)
    break_frame(path, number)
    found = damage_of(path)
    assert (number, total - number) == found
    told = SqliteExaminer(str(path)).examine().integrity
    assert f"{total - number} commits of the log cannot be read" in told[0]


def test_broken_head_of_a_log_is_found(path: Path) -> None:
    """A log whose first bytes are noise counts as none for SQLite; it is reported."""
    content = bytearray(log_of(path).read_bytes())
    content[:16] = b"\xa5" * 16
    log_of(path).write_bytes(bytes(content))
    assert (0, 1) == damage_of(path)


def test_damaged_log_is_kept_before_somebody_writes_over_it(path: Path) -> None:
    """Opening sets a copy aside, to the byte; the brain then serves with what can be read."""
    break_frame(path, 3)
    damaged = log_of(path).read_bytes()
    brain = sqlite_brain(path)
    assert 4 == stored(brain).fact_id
    assert [4, 3, 2, 1] == ids(brain)
    brain.close()
    (kept,) = path.parent.glob("cortex.db-wal.damaged-*")
    assert damaged == kept.read_bytes()
    assert 0o600 == kept.stat().st_mode & 0o777
    again = sqlite_brain(path)
    again.close()
    assert [kept] == list(path.parent.glob("cortex.db-wal.damaged-*"))


def ids(brain: Brain) -> list[int]:
    with brain.reading() as reader:
        return reader.newest(EVER, 99)


def test_sound_log_is_not_set_aside(path: Path) -> None:
    """Where a log is whole nothing is copied; what waits in it is read."""
    brain = sqlite_brain(path)
    with brain.reading() as reader:
        assert 9 == reader.facts([1])[0].content.quality
    brain.close()
    assert [] == list(path.parent.glob("*.damaged-*"))
