"""What does a folder of a seat offer to those who read and write in it?

Paths are below a pinned folder, with ``/``; no component is followed through a link. Whatever is
refused raises SeatFileRefused, which names the path.
"""

from contextlib import AbstractContextManager
from typing import Protocol

from cortex.model.seat_moves import FolderEntry


class SeatFiles(Protocol):
    """One folder, and everything below it."""

    def turn(self) -> AbstractContextManager[None]:
        """Wait until no other process of ours writes below this folder; it changes no file."""

    def find(self, path: str, bytes_max: int) -> bytes | None:
        """Give the bytes of a regular file, or None; refused when it is larger."""

    def changed_us(self, path: str) -> int | None:
        """Give when a file was last written, or None without one."""

    def replace(self, path: str, content: bytes) -> None:
        """Make a file have exactly this content, in one step; folders are made."""

    def exchange(self, path: str, old: bytes | None, content: bytes) -> bool:
        """Replace a file that still holds ``old``; False when somebody wrote it meanwhile."""

    def append(self, path: str, row: bytes) -> None:
        """Add a line and wait until it is on the disk; a torn last line is ended first."""

    def names(self, path: str) -> tuple[str, ...]:
        """Give the names in a folder, sorted; empty when there is none."""

    def entries(self, path: str) -> tuple[FolderEntry, ...]:
        """Give what is in a folder, by name, links unfollowed; empty path: the folder itself."""

    def remove(self, path: str) -> None:
        """Remove a file; nothing happens when it is gone."""

    def move(self, path: str, to: str) -> bool:
        """Give what is there another name in one step, also a link; False when it is gone."""
