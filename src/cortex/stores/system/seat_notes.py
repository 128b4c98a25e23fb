"""What does Cortex note for a seat from one event to the next? Small files in the seat's home.

Prompts and ends of turns load this, so it imports nothing. Nothing here is canonical: a note that
is lost makes a later event look again. Nothing is flushed to disk.
"""

# ruff: noqa: PTH103, PTH105, PTH118, PTH208  # pathlib costs a hook 11 ms.

from __future__ import annotations

import os

_READ = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
_APPEND = os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)


def read_note(home: str, name: str, bytes_max: int) -> bytes:
    """Give a note, at most so many bytes of its end; nothing when it is not there. Never raises."""
    try:
        descriptor = os.open(os.path.join(home, name), _READ)
    except OSError:
        return b""
    try:
        size = os.fstat(descriptor).st_size
        return os.pread(descriptor, bytes_max, max(0, size - bytes_max))
    except OSError:
        return b""
    finally:
        os.close(descriptor)


def has_files(home: str, folder: str) -> bool:
    """Tell whether there is anything in a folder of a seat's home. Never raises."""
    try:
        return bool(os.listdir(os.path.join(home, folder)))
    except OSError:
        return False


def append_note(home: str, name: str, line: bytes, bytes_max: int) -> bool:
    """Add a line to a note; False when it could not be written. Never raises.

    When it has grown above so many bytes it begins anew, and what it held stands under the same
    name with ``.old`` behind.
    """
    path = os.path.join(home, name)
    try:
        os.makedirs(home, mode=0o700, exist_ok=True)
        descriptor = os.open(path, _APPEND, 0o600)
        try:
            os.write(descriptor, line)
            size = os.fstat(descriptor).st_size
        finally:
            os.close(descriptor)
        if size > bytes_max:
            os.replace(path, f"{path}.old")
    except OSError:
        return False
    return True
