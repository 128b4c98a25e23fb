"""Does every writer get its turn, one at a time, and does a dead one hold nobody up?"""

import _thread
import errno
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from cortex.model.errors import (
    CortexError,
    DiskFull,
    StoreBusy,
    StoreReadOnly,
    StoreUnreadable,
)
from cortex.stores.system.locks import GATE_SUFFIX, WriteQueue

fcntl = pytest.importorskip("fcntl")

SOURCE = str(Path(__file__).resolve().parents[3] / "src")
HOLDER = """
import sys
from cortex.stores.system.locks import WriteQueue
with WriteQueue(sys.argv[1], 10.0):
    print("held", flush=True)
    sys.stdin.read()
"""
COUNTER = """
import sys
from cortex.stores.system.locks import WriteQueue
queue = WriteQueue(sys.argv[1], 60.0)
for _ in range(int(sys.argv[3])):
    with queue:
        with open(sys.argv[2], "r+") as file:
            value = int(file.read())
            file.seek(0)
            file.write(str(value + 1))
"""


def start(program: str, *words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", program, *words],
        env={"PYTHONPATH": SOURCE},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def until(happened: Callable[[], bool]) -> None:
    """Wait for an event between threads, for ten seconds at most."""
    deadline = time.monotonic() + 10
    while not happened():
        assert time.monotonic() < deadline, "it never happened"
        os.sched_yield()


def is_locked(path: str) -> bool:
    """Tell whether some descriptor holds a lock on the file, without keeping one."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(descriptor)
    return False


@pytest.fixture
def path(tmp_path: Path) -> str:
    return str(tmp_path / "brain.lock")


@pytest.fixture
def holder(path: str) -> Iterator[subprocess.Popen[str]]:
    """Another process that has the turn until it is told to stop, or killed."""
    process = start(HOLDER, path)
    assert process.stdout is not None
    assert process.stdout.readline() == "held\n"
    yield process
    process.kill()
    process.communicate()


def test_a_turn_is_taken_and_given_back(path: str) -> None:
    """The lock is held inside the block and free after it, every time."""
    queue = WriteQueue(path, 1.0)
    for _ in range(3):
        with queue:
            assert is_locked(path)
            assert not is_locked(path + GATE_SUFFIX)
        assert not is_locked(path)


def test_an_error_inside_gives_the_turn_back(path: str) -> None:
    """A failing write does not stop the writers behind it."""
    queue = WriteQueue(path, 1.0)
    with pytest.raises(RuntimeError), queue:
        raise RuntimeError

    assert not is_locked(path)
    with queue:
        pass


def test_the_lock_files_are_private(path: str) -> None:
    """Both files are readable and writable by their owner alone."""
    with WriteQueue(path, 1.0):
        modes = [Path(name).stat().st_mode & 0o777 for name in (path, path + GATE_SUFFIX)]

    assert modes == [0o600, 0o600]


def test_another_process_is_waited_for_only_so_long(
    path: str, holder: subprocess.Popen[str]
) -> None:
    """case 1: a busy store answers after a bounded wait, with an error that says nothing was lost.

    The wait that was given up does not take the turn later.
    """
    queue = WriteQueue(path, 0.05)
    with pytest.raises(StoreBusy) as caught:
        queue.acquire()

    assert path in caught.value.message
    holder.communicate("")
    with WriteQueue(path, 10.0):
        pass
    until(lambda: not is_locked(path))


def test_no_wait_at_all_is_possible(path: str, holder: subprocess.Popen[str]) -> None:
    """With a timeout of zero a taken turn is refused at once, without a thread."""
    assert holder.poll() is None
    with pytest.raises(StoreBusy):
        WriteQueue(path, 10.0).acquire(0)

    assert threading.active_count() == 1
    assert not is_locked(path + GATE_SUFFIX)


def test_a_killed_writer_holds_nobody_up(path: str, holder: subprocess.Popen[str]) -> None:
    """case 8: after kill -9 of the writer the next one goes on, with nothing to clean up."""
    holder.kill()
    holder.wait()

    with WriteQueue(path, 10.0):
        assert Path(path).exists()


def test_a_waiter_goes_on_the_moment_the_writer_dies(
    path: str, holder: subprocess.Popen[str]
) -> None:
    """case 8: a writer that already stands in line is woken by the death of the one before it."""
    took: list[bool] = []

    def wait() -> None:
        with WriteQueue(path, 10.0):
            took.append(True)

    waiter = threading.Thread(target=wait)
    waiter.start()
    until(lambda: is_locked(path + GATE_SUFFIX))
    holder.kill()
    waiter.join(10)

    assert took == [True]


def test_whoever_waits_comes_before_whoever_has_just_written(path: str) -> None:
    """case 1: a writer in a tight loop cannot starve another; they take turns."""
    order: list[str] = []
    greedy, patient = WriteQueue(path, 10.0), WriteQueue(path, 10.0)

    def wait() -> None:
        with patient:
            order.append("patient")

    waiter = threading.Thread(target=wait)
    with greedy:
        waiter.start()
        until(lambda: is_locked(path + GATE_SUFFIX))
        order.append("greedy")
    with greedy:
        order.append("greedy again")
    waiter.join(10)

    assert order == ["greedy", "patient", "greedy again"]


def test_one_queue_serves_many_threads(path: str) -> None:
    """Threads that share a queue object exclude each other too."""
    queue = WriteQueue(path, 10.0)
    inside: list[int] = []
    seen: list[int] = []

    def write() -> None:
        for _ in range(20):
            with queue:
                inside.append(1)
                seen.append(len(inside))
                inside.pop()

    threads = [threading.Thread(target=write) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(10)

    assert seen == [1] * 80


def test_a_second_turn_of_one_thread_is_refused(path: str) -> None:
    """Asking twice is a bounded wait and a clear error, not a deadlock."""
    queue = WriteQueue(path, 0.01)
    with queue, pytest.raises(StoreBusy):
        queue.acquire()

    assert not is_locked(path)


def test_writers_of_many_processes_lose_no_update(path: str, tmp_path: Path) -> None:
    """case 1: read-modify-write under the queue counts every turn of every process."""
    counter = tmp_path / "counter"
    counter.write_text("0", encoding="utf-8")
    writers = [start(COUNTER, path, str(counter), "50") for _ in range(4)]
    for writer in writers:
        writer.communicate(timeout=60)

    assert [writer.returncode for writer in writers] == [0] * 4
    assert counter.read_text(encoding="utf-8") == "200"


def test_an_interrupted_wait_leaves_the_line(
    path: str, holder: subprocess.Popen[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl-C while waiting ends the wait, and the turn is not kept by nobody afterwards."""

    class Interrupting:
        """A lock whose holder presses Ctrl-C as soon as somebody waits on it."""

        def __init__(self) -> None:
            self.inner = threading.Lock()

        def __enter__(self) -> None:
            self.inner.acquire()

        def __exit__(self, *_: object) -> None:
            self.inner.release()

        def acquire(self, timeout: float | None = None) -> bool:
            if timeout is not None:
                raise KeyboardInterrupt
            return self.inner.acquire()

        def release(self) -> None:
            self.inner.release()

    queue = WriteQueue(path, 10.0)
    monkeypatch.setattr(_thread, "allocate_lock", Interrupting)
    with pytest.raises(KeyboardInterrupt):
        queue.acquire()
    monkeypatch.undo()

    holder.communicate("")
    with WriteQueue(path, 10.0):
        pass
    with queue:
        pass


@pytest.mark.parametrize(
    ("number", "expected"),
    [
        (errno.EROFS, StoreReadOnly),
        (errno.EACCES, StoreReadOnly),
        (errno.ENOSPC, DiskFull),
        (errno.EDQUOT, DiskFull),
        (errno.EMFILE, StoreUnreadable),
    ],
)
@pytest.mark.parametrize("which", ["", GATE_SUFFIX])
def test_a_lock_file_that_cannot_be_made_says_why(
    path: str,
    monkeypatch: pytest.MonkeyPatch,
    number: int,
    expected: type[CortexError],
    which: str,
) -> None:
    """case 131: on a read-only or full disk a write is refused by name, and nothing stays open."""
    real_open = os.open

    def fail(name: str, flags: int, mode: int = 0o777) -> int:
        if name == path + which:
            raise OSError(number, "no")
        return real_open(name, flags, mode)

    queue = WriteQueue(path, 1.0)
    with monkeypatch.context() as patch:
        patch.setattr(os, "open", fail)
        with pytest.raises(expected) as caught:
            queue.acquire()

    assert path in caught.value.message
    with queue:
        assert is_locked(path)


def test_a_missing_folder_and_a_planted_link_are_refused(tmp_path: Path) -> None:
    """The queue never creates folders and never follows a link somebody laid in its way."""
    (tmp_path / "planted").symlink_to(tmp_path / "victim")
    with pytest.raises(StoreUnreadable):
        WriteQueue(str(tmp_path / "missing" / "lock"), 1.0).acquire()
    with pytest.raises(StoreUnreadable):
        WriteQueue(str(tmp_path / "planted"), 1.0).acquire()

    assert not (tmp_path / "victim").exists()


def test_without_flock_writers_go_on_without_a_queue(
    path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A platform without the module still writes; threads of one queue still take turns."""
    monkeypatch.setitem(sys.modules, "fcntl", None)
    queue = WriteQueue(path, 0.01)
    with queue, pytest.raises(StoreBusy):
        queue.acquire()

    assert not Path(path).exists()


@pytest.mark.parametrize("number", [errno.ENOLCK, errno.EOPNOTSUPP])
def test_a_file_system_without_locks_goes_on_without_a_queue(
    path: str, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    """A network share that knows no locks still takes writes; SQLite guards them itself."""

    def fail(descriptor: int, operation: int) -> None:
        raise OSError(number, "no locks here")

    with monkeypatch.context() as patch:
        patch.setattr(fcntl, "flock", fail)
        with WriteQueue(path, 1.0):
            pass


def test_no_thread_to_be_had_means_no_queue(
    path: str, holder: subprocess.Popen[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A container that allows no more threads still writes, without order."""

    def fail(*_: object) -> int:
        raise RuntimeError

    assert holder.poll() is None
    monkeypatch.setattr(_thread, "start_new_thread", fail)
    with WriteQueue(path, 10.0):
        pass
