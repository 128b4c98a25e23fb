"""How is a seat's folder read and written? As a vault's is, with refusals of its own."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator

from cortex.model.refusals import SeatFileRefused
from cortex.model.vault import VaultFault
from cortex.stores.files.vault_writing import LinklessFolder


class SeatFolder:
    """A pinned folder; implements ``cortex.ports.seat_files``."""

    def __init__(self, root: str) -> None:
        """Open the folder, a real path.

        Raises:
            SeatFileRefused: it cannot be opened.
        """
        self._root = root
        with _told(root):
            self._folder = LinklessFolder(root)

    def close(self) -> None:
        """Let go of the folder."""
        self._folder.close()

    @contextlib.contextmanager
    def turn(self) -> Iterator[None]:
        """Wait until no other process of ours writes below this folder."""
        with _told(self._root), self._folder.turn():
            yield

    def find(self, path: str, bytes_max: int) -> bytes | None:
        """Give the bytes of a regular file, or None."""
        with _told(path):
            return self._folder.find(path, bytes_max)

    def changed_us(self, path: str) -> int | None:
        """Give when a file was last written, or None without one."""
        try:
            return os.lstat(f"{self._root}/{path}").st_mtime_ns // 1_000
        except OSError:
            return None

    def replace(self, path: str, content: bytes) -> None:
        """Make a file have exactly this content, in one step."""
        with _told(path):
            self._folder.replace(path, content)

    def exchange(self, path: str, old: bytes | None, content: bytes) -> bool:
        """Replace a file that still holds ``old``; False when somebody wrote it meanwhile."""
        with _told(path):
            return self._folder.exchange(path, old, content)

    def append(self, path: str, row: bytes) -> None:
        """Add a line and wait until it is on the disk; folders are made."""
        with _told(path):
            self._folder.append(path, row)

    def names(self, path: str) -> tuple[str, ...]:
        """Give the names in a folder, sorted; empty when there is none."""
        with _told(path):
            return self._folder.names(path)

    def remove(self, path: str) -> None:
        """Remove a file; nothing happens when it is gone."""
        with _told(path):
            self._folder.remove(path)


@contextlib.contextmanager
def _told(path: str) -> Iterator[None]:
    """Say a refusal of the folder in the words of a seat."""
    try:
        yield
    except VaultFault as fault:
        message = f"{path}: {str(fault).partition(': ')[2] or fault}"
        raise SeatFileRefused(message) from None
    except UnicodeEncodeError:
        message = f"{ascii(path)[1:-1]}: this locale has no such file name"
        raise SeatFileRefused(message, remedy="choose a name in ASCII, or a UTF-8 locale") from None
