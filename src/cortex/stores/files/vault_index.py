"""Where does the index of a vault lie, and is what lies there ours?

One file for each root in a folder of Cortex's home, replaced as a whole. A reader keeps the file it
opened, so a new one never mixes with it.
"""

# ruff: noqa: PTH103, PTH105, PTH108, PTH118, PTH208  # pathlib costs every command 8 ms.

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Iterable
from hashlib import sha256

from cortex.model.vault import IndexDamaged

FOLDER = "vault-index"
END, DRAFT_END, LOCK_END = ".index", ".tmp", ".lock"

BYTES_MAX = 1024 * 1024 * 1024
"""Bytes of an index: more than the terms of the largest vault take."""

_NAME_DIGITS = 32
_FOLDER_MODE, _FILE_MODE = 0o700, 0o600
_OPEN = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
_CREATE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC


class IndexPlace:
    """The place of one root's index in a home."""

    def __init__(self, home: str, root: str) -> None:
        """Name the place; nothing is made or looked at."""
        digest = sha256(root.encode("utf-8", "surrogateescape")).hexdigest()
        self._folder = os.path.join(home, FOLDER)
        self._name = digest[:_NAME_DIGITS]

    @property
    def path(self) -> str:
        """Give the path of the index, whether there is one or not."""
        return os.path.join(self._folder, self._name + END)

    @property
    def lock(self) -> str:
        """Give the path that builders queue at."""
        return os.path.join(self._folder, self._name + LOCK_END)

    def opened(self) -> OpenIndex | None:
        """Give the index for reading, or None when there is none.

        Raises:
            IndexDamaged: what lies there is not a file of this user alone.
        """
        try:
            handle = os.open(self.path, _OPEN)
        except FileNotFoundError:
            return None
        except (OSError, ValueError) as error:
            message = f"it cannot be opened ({type(error).__name__})"
            raise IndexDamaged(message) from None
        seen = os.fstat(handle)
        is_ours = stat.S_ISREG(seen.st_mode) and seen.st_uid == os.geteuid()
        if not is_ours or seen.st_mode & (stat.S_IWGRP | stat.S_IWOTH) or seen.st_size > BYTES_MAX:
            os.close(handle)
            message = "others may have written it, or it is no plain file"
            raise IndexDamaged(message)
        return OpenIndex(handle)

    def prepare(self) -> None:
        """Make the folder, so that builders can queue in it.

        Raises:
            OSError: it cannot be made.
        """
        os.makedirs(self._folder, _FOLDER_MODE, exist_ok=True)

    def put(self, pieces: Iterable[bytes]) -> int:
        """Replace the index and give its size; the caller holds the lock.

        Raises:
            OSError: it cannot be written; what was there is as it was.
        """
        for name in os.listdir(self._folder):
            if name.startswith(self._name) and name.endswith(DRAFT_END):
                os.unlink(os.path.join(self._folder, name))  # Of a builder that was killed.
        draft = os.path.join(self._folder, f"{self._name}.{os.getpid()}{DRAFT_END}")
        try:
            with os.fdopen(os.open(draft, _CREATE, _FILE_MODE), "wb") as file:
                size = sum(file.write(piece) for piece in pieces)
                file.flush()
                os.fsync(file.fileno())
            os.replace(draft, self.path)
        except BaseException:
            with contextlib.suppress(OSError):
                os.unlink(draft)
            raise
        return size

    def drop(self) -> bool:
        """Remove the index and tell whether there was one."""
        try:
            os.unlink(self.path)
        except FileNotFoundError:
            return False
        return True


class OpenIndex:
    """An index that stays the same while it is open."""

    def __init__(self, handle: int) -> None:
        """Take over a descriptor."""
        self._handle = handle

    def read(self, at: int, size: int) -> bytes:
        """Give so many bytes from a place, fewer at the end.

        Raises:
            IndexDamaged: it cannot be read.
        """
        if at < 0 or not 0 <= size <= BYTES_MAX:
            message = "it names a place outside of itself"
            raise IndexDamaged(message)
        parts: list[bytes] = []
        try:
            while size > 0 and (part := os.pread(self._handle, size, at)):
                parts.append(part)
                at, size = at + len(part), size - len(part)
        except (OSError, OverflowError) as error:
            message = f"it cannot be read ({type(error).__name__})"
            raise IndexDamaged(message) from None
        return b"".join(parts)

    def close(self) -> None:
        """Let go of the file."""
        os.close(self._handle)
