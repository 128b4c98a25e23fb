"""What was a session told already, and how much of it?

One small file a session below the Cortex home, a line for each time it was told something, so that
hooks in different processes say nothing twice. Holds ids and no words. Derived: deleting all of
them only makes a session hear something again.
"""

# ruff: noqa: PTH102, PTH108, PTH118  # pathlib costs a hook 11 ms.

from __future__ import annotations

import os

from cortex.stores.system.session_marks import forget_oldest, is_name

# Bytes of a file that are read: several times what a session may be told before its budget is over.
FILE_BYTES_MAX = 65_536

_APPEND = (
    os.O_WRONLY
    | os.O_APPEND
    | os.O_CREAT
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)
)
_READ = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)


class FileTold:
    """What sessions were told, in the folder ``told`` of a Cortex home. Never raises."""

    __slots__ = ("_folder",)

    def __init__(self, home: str) -> None:
        self._folder = os.path.join(home, "told")

    def find(self, session_id: str) -> tuple[frozenset[str], int]:
        """Give the keys a session was told, and how many bytes of prompt briefs it got."""
        if not is_name(session_id):
            return frozenset(), 0
        try:
            descriptor = os.open(os.path.join(self._folder, session_id), _READ)
            try:
                content = os.read(descriptor, FILE_BYTES_MAX)
            finally:
                os.close(descriptor)
        except OSError:
            return frozenset(), 0
        keys: set[str] = set()
        used = 0
        for line in content.decode("ascii", "replace").split("\n")[:-1]:
            size, _, told = line.partition(" ")
            used += int(size) if size.isdigit() else 0
            keys.update(told.split())
        return frozenset(keys), used

    def tell(self, session_id: str, keys: list[str], used: int) -> bool:
        """Note that a session is told these keys, in so many bytes; False when it cannot be."""
        if not is_name(session_id):
            return False
        path = os.path.join(self._folder, session_id)
        line = f"{used} {' '.join(keys)}\n".encode("ascii", "replace")
        try:
            try:
                descriptor = os.open(path, _APPEND, 0o600)
            except FileNotFoundError:
                os.mkdir(self._folder, 0o700)
                descriptor = os.open(path, _APPEND, 0o600)
            try:
                is_new = os.fstat(descriptor).st_size == 0
                written = os.write(descriptor, line)
            finally:
                os.close(descriptor)
            if is_new:
                forget_oldest(self._folder)
        except OSError:
            return False
        return written == len(line)

    def forget(self, session_id: str) -> None:
        """Forget what a session was told: it has nothing of it in view any more."""
        if not is_name(session_id):
            return
        try:
            os.unlink(os.path.join(self._folder, session_id))
        except OSError:
            return
