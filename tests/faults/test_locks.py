"""Can somebody else's lock lose a write, stop a read, or outlive its owner?"""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from cortex.model.errors import StoreBusy
from cortex.ports.brain import Brain
from tests.contracts.brains import faults_of, opening, sqlite_brain
from tests.contracts.deposits import NOW, handles, stored
from tests.faults.holders import PATIENCE_S, ROOT, holder

WAIT_MS = 50


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Give the file of a brain with one fact."""
    path = tmp_path / "cortex.db"
    brain = sqlite_brain(path)
    stored(brain, handles([("port", 1)]))
    brain.close()
    return path


def seen(brain: Brain) -> list[int]:
    with brain.reading() as reader:
        assert [(1, 1)] == reader.lexical_hits([("port", 1)], NOW, 9)
        return reader.newest(NOW, 999)


@pytest.mark.parametrize("what", ["queue", "transaction", "file"])
def test_lock_of_another_process_is_waited_for_and_reads_go_on(file: Path, what: str) -> None:
    """Case 31: a write gives up after the time it was given, a read answers as ever."""
    brain = sqlite_brain(file, opening(wait_ms=WAIT_MS))
    with holder(file, what):
        with pytest.raises(StoreBusy, match=str(file)) as caught, brain.writing():
            pass
        assert "locked" not in caught.value.message
        assert [1] == seen(brain)
        assert [] == faults_of(brain)
    brain.close()


@pytest.mark.parametrize("what", ["queue", "transaction", "file", "read"])
def test_lock_of_a_dead_process_holds_nobody_back(file: Path, what: str) -> None:
    """Case 8: after kill -9 the next write and the next read need no cleaning up."""
    brain = sqlite_brain(file)
    with holder(file, what) as process:
        process.kill()
        process.wait(PATIENCE_S)
        assert 2 == stored(brain).fact_id
        assert [2, 1] == seen(brain)
    brain.close()


def test_long_read_elsewhere_does_not_hold_up_a_writer(file: Path) -> None:
    """Case 1: while another process reads on and on, a hundred writes are made and none is lost."""
    brain = sqlite_brain(file)
    with holder(file, "read"):
        made = [stored(brain).fact_id for _ in range(100)]
        assert made[::-1] == seen(brain)[:100]
    brain.close()
    again = sqlite_brain(file)
    assert 101 == len(seen(again))
    again.close()


def test_many_readers_need_no_lock(file: Path) -> None:
    """Case 7: ten readers at once and no writer: no error, and no file of theirs stays behind."""
    brains = [sqlite_brain(file) for _ in range(10)]
    with ThreadPoolExecutor(10) as pool:
        assert [[1]] * 10 == list(pool.map(seen, brains))
    for brain in brains:
        brain.close()


def test_thorough_check_does_not_turn_writers_away(file: Path) -> None:
    """Case 2: a check of the whole file and a hundred writes go on side by side."""
    brain, checked = sqlite_brain(file), sqlite_brain(file)
    with ThreadPoolExecutor(1) as pool:
        checks = pool.submit(lambda: [faults_of(checked) for _ in range(5)])
        made = [stored(brain).fact_id for _ in range(100)]
        assert [[]] * 5 == checks.result(PATIENCE_S)
    assert made[::-1] == seen(brain)[:100]
    brain.close()
    checked.close()


def test_eight_programs_may_open_a_new_brain_at_once(tmp_path: Path) -> None:
    """Case 5: the file is made once, nobody is turned away, and everybody's fact is there."""
    path = tmp_path / "home" / "cortex.db"
    path.parent.mkdir()
    program = (
        "import sys; from pathlib import Path; from tests.contracts.brains import sqlite_brain;"
        "from tests.contracts.deposits import stored; sys.stdin.read();"
        f"stored(sqlite_brain(Path({str(path)!r})))"
    )
    running = [
        subprocess.Popen([sys.executable, "-c", program], cwd=ROOT, stdin=subprocess.PIPE)
        for _ in range(8)
    ]
    for process in running:
        assert process.stdin is not None
        process.stdin.close()
    assert [0] * 8 == [process.wait(PATIENCE_S) for process in running]
    brain = sqlite_brain(path)
    with brain.reading() as reader:
        assert list(range(8, 0, -1)) == reader.newest(NOW, 99)
    assert [] == faults_of(brain)
    brain.close()
