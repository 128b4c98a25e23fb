"""Whose turn is it to write?

SQLite lets one writer in and makes the others poll, which is a lottery: under load some wait for
seconds while a neighbour writes a hundred times. Here writers wait in the kernel instead, on two
empty files beside the store. A writer locks the gate, then the turn, then opens the gate again; so
one waiter stands at the head, and whoever has just written queues behind it like anybody else.
Of eight busy writers the unluckiest then waited 20 to 30 turns; in one blocking lock without a gate
it was 130, by polling 700.

The queue is a courtesy, not the safety: what a write may do is still decided by SQLite's own lock,
so a platform or file system without ``flock`` loses the order of waiting and nothing else.
"""

from __future__ import annotations

import _thread
import errno
import os
import time

from cortex.model.errors import (
    CortexError,
    DiskFull,
    StoreBusy,
    StoreReadOnly,
    StoreUnreadable,
)

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from types import TracebackType

GATE_SUFFIX = ".gate"

_OPEN_FLAGS = os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOFOLLOW", 0)
_UNSUPPORTED = (errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOTSUP, errno.ENOSYS, errno.EINVAL)
_NOT_WRITABLE = (errno.EROFS, errno.EACCES, errno.EPERM)
_NO_SPACE = (errno.ENOSPC, errno.EDQUOT)


class WriteQueue:
    """A fair queue of writers over all processes and threads of this machine.

    ``with queue:`` waits for a turn and gives it back. A process that dies, by ``kill -9`` too,
    gives back its turn at once, because the kernel holds it and not the file: the two files may
    stay behind and never need cleaning up. The folder must exist. Not re-entrant: a thread that
    asks for a second turn waits in vain and gets StoreBusy.

    Args:
        path: lock file, created with mode 0600 when absent; the gate is ``path`` + ``.gate``.
        timeout_s: longest wait for a turn in seconds; 0 never waits.
    """

    __slots__ = ("_descriptor", "_inside", "_path", "_timeout_s")

    def __init__(self, path: str, timeout_s: float) -> None:
        self._path = path
        self._timeout_s = timeout_s
        self._descriptor: int | None = None
        self._inside = _thread.allocate_lock()  # One turn a queue object; the rest wait in here.

    def acquire(self, timeout_s: float | None = None) -> None:
        """Wait for a turn; ``timeout_s`` replaces the queue's own for this once.

        Raises:
            StoreBusy: no turn came in time.
            StoreReadOnly, DiskFull, StoreUnreadable: the lock file cannot be made.
        """
        wait_s = self._timeout_s if timeout_s is None else timeout_s
        deadline = time.monotonic() + wait_s
        if not self._inside.acquire(timeout=wait_s):
            raise _busy(self._path)
        try:
            self._descriptor = _take_turn(self._path, deadline)
        except BaseException:
            self._inside.release()
            raise

    def release(self) -> None:
        """Give the turn back. Only for the thread that has it, once."""
        assert self._inside.locked(), "released a turn that nobody has"
        descriptor, self._descriptor = self._descriptor, None
        try:
            if descriptor is not None:
                _unlock(descriptor)
        finally:
            self._inside.release()

    def __enter__(self) -> WriteQueue:
        self.acquire()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.release()


class _Wait:
    """A wait in the kernel that can be given up.

    ``flock`` knows no timeout, so a thread waits and its owner watches the clock. When the owner
    gives up, the thread stays in line, and hands on its turn the moment it gets it.
    """

    __slots__ = ("_changing", "_done", "_error", "_gate", "_is_abandoned", "_is_over", "_turn")

    def __init__(self, gate: int, turn: int) -> None:
        self._gate = gate
        self._turn = turn
        self._error: OSError | None = None
        self._is_over = False
        self._is_abandoned = False
        self._changing = _thread.allocate_lock()
        self._done = _thread.allocate_lock()
        self._done.acquire()

    def is_ours_by(self, deadline: float) -> bool:
        """Wait until the turn is ours (True) or the deadline has passed (False).

        Both descriptors are looked after, except that of a turn which is ours.

        Raises:
            OSError: the kernel refused to queue us.
        """
        _thread.start_new_thread(self._stand_in_line, ())
        try:
            self._done.acquire(timeout=max(0.0, deadline - time.monotonic()))
        except BaseException:  # Ctrl-C, most likely.
            if self._stop_waiting():
                os.close(self._turn)
            raise
        is_over = self._stop_waiting()
        if is_over and self._error is not None:
            os.close(self._turn)
            raise self._error
        return is_over

    def _stop_waiting(self) -> bool:
        """Leave the line, and tell whether the wait was over before that."""
        with self._changing:
            self._is_abandoned = not self._is_over
            return self._is_over

    def _stand_in_line(self) -> None:
        import fcntl

        try:
            fcntl.flock(self._gate, fcntl.LOCK_EX)
            fcntl.flock(self._turn, fcntl.LOCK_EX)
        except OSError as error:
            self._error = error
        os.close(self._gate)
        with self._changing:
            if self._is_abandoned:
                os.close(self._turn)
                return
            self._is_over = True
        self._done.release()


def _take_turn(path: str, deadline: float) -> int | None:
    """Give the locked descriptor of the turn, or None where turns cannot be had at all."""
    try:
        import fcntl
    except ImportError:
        return None
    gate = _open(path + GATE_SUFFIX)
    try:
        turn = _open(path)
    except CortexError:
        os.close(gate)
        raise
    try:
        fcntl.flock(gate, fcntl.LOCK_EX | fcntl.LOCK_NB)
        fcntl.flock(turn, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if isinstance(error, BlockingIOError) and time.monotonic() < deadline:
            return _wait_for_turn(gate, turn, deadline, path)
        os.close(gate)
        os.close(turn)
        _raise_unless_unsupported(error, path)
        return None
    os.close(gate)
    return turn


def _wait_for_turn(gate: int, turn: int, deadline: float, path: str) -> int | None:
    try:
        if not _Wait(gate, turn).is_ours_by(deadline):
            raise _busy(path)
    except RuntimeError:  # No thread to be had: write without a queue rather than not at all.
        os.close(gate)
        os.close(turn)
        return None
    except OSError as error:
        _raise_unless_unsupported(error, path)
        return None
    return turn


def _raise_unless_unsupported(error: OSError, path: str) -> None:
    """Let a file system without locks pass: there is no queue then, and SQLite still guards."""
    if isinstance(error, BlockingIOError):
        raise _busy(path) from error
    if error.errno not in _UNSUPPORTED:
        raise _translated(error, path) from error


def _open(path: str) -> int:
    try:
        return os.open(path, _OPEN_FLAGS, 0o600)
    except OSError as error:
        raise _translated(error, path) from error


def _unlock(descriptor: int) -> None:
    import fcntl

    try:
        fcntl.flock(descriptor, fcntl.LOCK_UN)  # A forked child may still hold a copy open.
    finally:
        os.close(descriptor)


def _busy(path: str) -> StoreBusy:
    return StoreBusy(f"another writer kept its turn for the whole wait: {path}")


def _translated(error: OSError, path: str) -> CortexError:
    reason = f"the lock file {path} cannot be used: {os.strerror(error.errno or 0)}"
    if error.errno in _NOT_WRITABLE:
        return StoreReadOnly(reason)
    if error.errno in _NO_SPACE:
        return DiskFull(reason)
    return StoreUnreadable(reason)
