"""What is kept of the sessions of a seat, from one hook to the next?

One small file a session in a folder of the seat's home. Derived: deleting all of them only makes a
session hear a warning again. Nothing is flushed to disk. Never raises.
"""

# ruff: noqa: PTH103, PTH105, PTH108, PTH118  # pathlib costs a hook 11 ms.

from __future__ import annotations

import os

from cortex.stores.system.clock import SystemClock
from cortex.stores.system.session_marks import forget_oldest, is_name

# Bytes of a file that are read: several times what is ever written.
FILE_BYTES_MAX = 8_192

# Microseconds after which a file that is being written belongs to a process that died.
ABANDONED_US = 10_000_000

_READ = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
_FRESH = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0)


class FileSeatSessions:
    """The sessions of a seat in one folder; implements ``cortex.ports.seat_sessions``."""

    __slots__ = ("_folder",)

    def __init__(self, folder: str) -> None:
        self._folder = folder

    def find(self, session_id: str) -> bytes:
        """Give what is kept of a session; nothing when it is not there or has no usable name."""
        return read_small(self._folder, session_id) if is_name(session_id) else b""

    def exchange(self, session_id: str, old: bytes, new: bytes) -> bool:
        """Keep this of a session of which ``old`` was kept; False when another hook was first."""
        if not is_name(session_id):
            return False
        path = os.path.join(self._folder, session_id)
        try:
            beside = self._begin(f"{path}.new", new)
            if read_small(self._folder, session_id) != old:
                os.unlink(beside)
                return False
            os.replace(beside, path)
            if not old:
                forget_oldest(self._folder)
        except OSError:
            return False
        return True

    def newest(self) -> tuple[str, bytes]:
        """Give (id, what is kept) of the session that was last heard of; empty without one."""
        try:
            with os.scandir(self._folder) as entries:
                aged = [
                    (entry.stat(follow_symlinks=False).st_mtime_ns, entry.name)
                    for entry in entries
                    if is_name(entry.name)
                ]
        except OSError:
            return "", b""
        name = max(aged, default=(0, ""))[1]
        return name, self.find(name)

    def _begin(self, beside: str, content: bytes) -> str:
        """Write the file beside; as long as it is there nobody else writes.

        Raises:
            OSError: somebody else does, or it cannot be written.
        """
        try:
            descriptor = os.open(beside, _FRESH, 0o600)
        except FileNotFoundError:
            os.makedirs(self._folder, mode=0o700, exist_ok=True)
            descriptor = os.open(beside, _FRESH, 0o600)
        except FileExistsError:
            if SystemClock().now_us() - written_us(beside) < ABANDONED_US:
                raise
            os.unlink(beside)
            descriptor = os.open(beside, _FRESH, 0o600)
        try:
            os.write(descriptor, content)
        finally:
            os.close(descriptor)
        return beside


def read_small(
    folder: str, name: str, bytes_max: int = FILE_BYTES_MAX, *, follows: bool = False
) -> bytes:
    """Give the beginning of a plain file; nothing when it cannot be read.

    Args:
        follows: read it through a link as well; for files that are the operator's own.
    """
    flags = _READ & ~getattr(os, "O_NOFOLLOW", 0) if follows else _READ
    try:
        descriptor = os.open(os.path.join(folder, name), flags)
        try:
            return os.read(descriptor, bytes_max)
        finally:
            os.close(descriptor)
    except OSError:
        return b""


def written_us(path: str) -> int:
    """Give when a file was last written, or 0 without one."""
    try:
        return os.lstat(path).st_mtime_ns // 1_000
    except OSError:
        return 0
