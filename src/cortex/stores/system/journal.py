"""Where does a hook say what went wrong, when it may not say it to its host?

One text file, one line an event, bounded in size; `cortex doctor` reads it. Derived: deleting it
loses no memory.
"""

# ruff: noqa: PTH103, PTH105, PTH116, PTH118, PTH120  # pathlib costs a hook 11 ms.

from __future__ import annotations

import os

# Bytes of hooks.log before it is turned: weeks of faults. One older file is kept beside it.
JOURNAL_BYTES_MAX = 1_048_576

# Bytes of one line. Appends below the size of a disk block do not interleave between processes.
LINE_BYTES_MAX = 2_048

_OPEN_FLAGS = (
    os.O_WRONLY
    | os.O_APPEND
    | os.O_CREAT
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)
)


def journal_path(home: str) -> str:
    """Give the path of the hook journal below a Cortex home."""
    return os.path.join(home, "journal", "hooks.log")


def append_line(home: str, line: str, size_max: int = JOURNAL_BYTES_MAX) -> bool:
    """Add one line to the hook journal and tell whether it was written. Never raises.

    Line breaks and other control characters inside are written as escapes, a line over the limit
    is cut at the end, and a full file becomes ``hooks.log.1``. File and folder are private to the
    person (0600, 0700). The caller keeps memory text and secrets out, and puts the instant in.
    """
    path = journal_path(home)
    try:
        os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
        descriptor = os.open(path, _OPEN_FLAGS, 0o600)
        try:
            if os.fstat(descriptor).st_size >= size_max:
                descriptor = _turn(path, descriptor)
            os.write(descriptor, _line_bytes(line))
        finally:
            os.close(descriptor)
    except (OSError, ValueError):
        return False
    return True


def _line_bytes(line: str) -> bytes:
    shown = "".join(
        character if character.isprintable() else ascii(character)[1:-1] for character in line
    )
    content = shown.encode("utf-8")[: LINE_BYTES_MAX - 1]
    return content.decode("utf-8", "ignore").encode("utf-8") + b"\n"


def _turn(path: str, full: int) -> int:
    """Set a full journal aside and give a descriptor of the new one; closes the old descriptor.

    Several hooks may find it full at once. Only the one that locks it and sees it still in place
    moves it, so a fresh journal is never moved over the history that was just set aside.
    """
    if _is_locked(full) and os.path.samestat(os.fstat(full), os.stat(path)):
        os.replace(path, f"{path}.1")
    fresh = os.open(path, _OPEN_FLAGS, 0o600)
    os.close(full)  # Also releases the lock.
    return fresh


def _is_locked(descriptor: int) -> bool:
    """Lock a file for this process without waiting, and tell whether that worked."""
    try:
        import fcntl
    except ImportError:  # Windows: an open file cannot be moved there, so nothing is lost either.
        return True
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
