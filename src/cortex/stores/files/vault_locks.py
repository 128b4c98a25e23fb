"""Does the holder of this lock still live?

A lock file says who holds it: process, host, instant, and since when the process runs. Its folder
is given as an open descriptor, so nothing here follows a link. Source: ADR 0115.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import time
from collections.abc import Iterator

from cortex.core.vault.instants import iso_ms
from cortex.ports.vault_writing import LockEvent
from cortex.stores.files.turns import PAUSE_S, UNSUPPORTED, held

LOCK_END = ".lock"
UNVERIFIABLE_MS = 300_000
"""How long a lock is respected that says nothing of a holder on this machine (vault contract)."""

WAIT_S = 2.0
"""Longest wait for the lock of another program."""

_STAMP_BYTES_MAX = 4096
_MAKE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC


@contextlib.contextmanager
def locked(folder: int, name: str, shown: str, now_ms: int) -> Iterator[tuple[LockEvent, ...]]:
    """Hold a lock file in an open folder and give what was met on the way to it.

    Raises:
        VaultFault: ``governance_refused``: its holder lives, or may.
    """
    deadline = time.monotonic() + WAIT_S
    events: list[LockEvent] = []
    stamp = _stamp(now_ms)
    while True:
        verdict = _judge(folder, name, now_ms)
        if verdict is None:
            if _make(folder, name, stamp):
                break
            if time.monotonic() > deadline:
                raise held(shown, "others take it as soon as it is free")
            continue
        is_dead, reason, holder = verdict
        if is_dead:
            _break(folder, name)
            events.append(LockEvent(os.getpid(), "stale_lock_recovered", reason, shown, holder))
        elif time.monotonic() > deadline:
            raise held(shown, reason)
        else:
            if not events:
                events.append(LockEvent(os.getpid(), "lock_contended", reason, shown, holder))
            time.sleep(PAUSE_S)
    try:
        yield tuple(events)
    finally:
        if _read(folder, name) == stamp:
            _unlink(folder, name)


def _stamp(now_ms: int) -> bytes:
    pid = os.getpid()
    stamp = {
        "pid": pid,
        "host": os.uname().nodename,
        "ts": iso_ms(now_ms),
        "started": _started(pid),
    }
    return json.dumps(stamp, separators=(",", ":")).encode() + b"\n"


def _make(folder: int, name: str, stamp: bytes) -> bool:
    """Make the lock, stamped from its first moment on; False when there is one."""
    fresh = f"{name}.new"
    _unlink(folder, fresh)
    try:
        _stamped(folder, fresh, stamp)
        os.link(fresh, name, src_dir_fd=folder, dst_dir_fd=folder, follow_symlinks=False)
    except (FileExistsError, FileNotFoundError):
        return False  # Somebody was faster, with the lock or with the name of our sibling.
    except OSError as error:
        if error.errno not in (errno.EPERM, *UNSUPPORTED):
            raise
        return _make_plainly(folder, name, stamp)
    finally:
        _unlink(folder, fresh)
    return True


def _make_plainly(folder: int, name: str, stamp: bytes) -> bool:
    """Make the lock where a file cannot have two names."""
    try:
        _stamped(folder, name, stamp)
    except FileExistsError:
        return False
    return True


def _stamped(folder: int, name: str, stamp: bytes) -> None:
    """Make a file that must not be there; one that finds no room on the disk is not left behind."""
    handle = os.open(name, _MAKE, 0o600, dir_fd=folder)
    try:
        os.write(handle, stamp)
    except OSError:
        _unlink(folder, name)
        raise
    finally:
        os.close(handle)


def _judge(folder: int, name: str, now_ms: int) -> tuple[bool, str, str | None] | None:
    """Give whether the holder is gone, why we think so, and what the lock says; None: no lock."""
    try:
        age_ms = now_ms - os.stat(name, dir_fd=folder, follow_symlinks=False).st_mtime_ns // 10**6
    except FileNotFoundError:
        return None
    content = _read(folder, name)
    holder = None if content is None else content.decode("utf-8", "replace").strip()
    try:
        stamp = json.loads(content or b"")
        pid, host, started = stamp["pid"], stamp["host"], stamp.get("started")
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        pid, host, started = None, None, None
    if host == os.uname().nodename and isinstance(pid, int) and 0 < pid < 2**31:
        if _is_alive(pid, started):
            return False, "holder-alive", holder
        return True, "holder-process-gone", holder
    if age_ms > UNVERIFIABLE_MS:
        return True, "expired-unverifiable-holder", holder
    return False, "unverifiable-holder-within-ttl", holder


def _is_alive(pid: int, started: object) -> bool:
    """Tell whether a process lives, and is the one that began then and not a later namesake."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    now = _started(pid)
    return started is None or now is None or started == now


def _started(pid: int) -> int | None:
    """Give when a process began, in ticks since the machine did; None where nobody says."""
    try:
        handle = os.open(f"/proc/{pid}/stat", os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        content = os.read(handle, _STAMP_BYTES_MAX)
    except OSError:
        return None
    finally:
        os.close(handle)
    fields = content.rpartition(b")")[2].split()
    return int(fields[19]) if len(fields) > 19 else None


def _break(folder: int, name: str) -> None:
    """Take a dead lock away. The name goes first, so that only one of two breakers has it."""
    aside = f"{name}.stale"
    with contextlib.suppress(FileNotFoundError):
        os.rename(name, aside, src_dir_fd=folder, dst_dir_fd=folder)
    _unlink(folder, aside)


def _read(folder: int, name: str) -> bytes | None:
    flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
    try:
        handle = os.open(name, flags, dir_fd=folder)
    except OSError:
        return None
    try:
        return os.read(handle, _STAMP_BYTES_MAX)
    except OSError:
        return None
    finally:
        os.close(handle)


def _unlink(folder: int, name: str) -> None:
    with contextlib.suppress(FileNotFoundError):
        os.unlink(name, dir_fd=folder)
