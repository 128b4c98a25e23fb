"""What do backup, restore and recovery ask of the files behind a brain?

Only a brain that is a file can be copied as one, so there is one backend and no contract suite; the
tests stand beside the two stores that answer.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Protocol

from cortex.model.copies import Contents, CopyFile, Manifest, Member, Present, Salvage
from cortex.ports.brain import Brain

Progress = Callable[[int, int], None]
"""Called with (done, in all) now and then; what it raises stops the work, which is then undone."""


class BrainFiles(Protocol):
    """The file of one brain, and the sidecar beside it."""

    def copy(self, target: str, on_progress: Progress | None = None) -> None:
        """Copy the brain as it stands at one instant into a new file that stands alone.

        Others go on reading and writing. The copy needs no log beside it.

        Raises:
            StoreUnreadable, StoreNewer, StoreBusy, DiskFull: no copy was made.
        """

    def copy_sidecar(self, target: str) -> bool:
        """Copy the sidecar likewise and tell whether there was one that could be read."""

    def contents(self, path: str) -> Contents:
        """Count what a copy holds."""

    def faults(self, path: str) -> tuple[str, ...]:
        """Give what is broken in a copy: pages, indexes, references; empty when it is sound."""

    def present(self, since_us: int) -> Present:
        """Say what stands in the brain's place, and how much of it is younger than an instant.

        Raises:
            StoreNewer: a newer Cortex wrote it.
            StoreUnreadable: it belongs to another program, or is a folder.
        """

    def brain_id(self) -> str | None:
        """Give the id of the brain in its place; None when there is none that can be read."""

    def settle(self, path: str, *, is_scrubbed: bool = False) -> None:
        """Let a prepared file stand alone, as a brain does that everybody has closed.

        Args:
            is_scrubbed: leave no byte of what was deleted from it.
        """

    def mark_restored(self, path: str, epoch: int, now_us: int, copy_us: int) -> None:
        """Let a copy tell that it was brought back: its epoch, when, and from when it is."""

    def replace(self, source: str, on_progress: Progress | None = None) -> None:
        """Give the brain the content of another file, whole or not at all.

        The file stays the same file, so programs that have it open see the new content with their
        next transaction. The caller has its turn to write.
        """

    def salvage(self, target: str, now_us: int) -> Salvage:
        """Read what can be read into a new brain file; handles are left to be made.

        Raises:
            StoreUnreadable: not even the list of its tables can be read.
        """

    def examined(self) -> tuple[str, ...]:
        """Give what is broken in the brain in its place; empty when it is sound."""


class CopyFolder(Protocol):
    """Copies as single files, those of the home among them."""

    def measured(self, folder: str) -> tuple[Member, ...]:
        """Give the files in a folder with their lengths and digests, by name."""

    def pack(self, folder: str, manifest: Manifest, target: str, progress: Progress | None) -> int:
        """Write one file with everything in a folder, complete or not at all; gives its length.

        Raises:
            InvalidRequest: something has that name already.
        """

    def manifest(self, path: str) -> Manifest:
        """Read what a copy says about itself, once its digest fits every byte of it.

        Raises:
            CopyRefused: it is none, was changed or cut, or a newer Cortex made it.
        """

    def unpack(self, path: str, manifest: Manifest, folder: str) -> None:
        """Write the files of a copy into a folder; each must be what the manifest says."""

    def name_for(self, brain_id: str, now_us: int, *, is_set_aside: bool = False) -> str:
        """Give the path of a new copy in the home.

        Raises:
            StoreReadOnly: the folder of copies is a link that leads elsewhere.
        """

    def kept(self, brain_id: str) -> tuple[CopyFile, ...]:
        """Give the copies of a brain in the home, newest first, without those set aside.

        An empty id means those of any brain: a damaged one cannot say who it is.
        """

    def drop(self, path: str) -> None:
        """Delete a copy of the home."""


class BrainPlace(Protocol):
    """Where copies are prepared, and where a brain gives way to one."""

    def staging(self, near: str, room_bytes: int) -> AbstractContextManager[str]:
        """Give a private empty folder in the folder of a path, gone afterwards.

        What a killed program left of such a folder is removed first.

        Raises:
            DiskFull: there is less room than ``room_bytes``; nothing was begun.
            StoreReadOnly: nothing can be written there.
        """

    def size(self, path: str) -> int:
        """Give the bytes a file takes, with its log; 0 when there is none."""

    def set_aside(self, path: str, now_us: int) -> str:
        """Give files of a damaged brain, log included, a second name beside the first."""

    def put(self, source: str, path: str) -> None:
        """Put a file in a place at once, in one step; the log of what was there is gone before."""

    def put_sidecar(self, folder: str, path: str, now_us: int) -> None:
        """Set the sidecar of a brain aside and put that of a copy in its place, if it has one."""


BrainAt = Callable[[str], Brain]
"""Opens the brain in a copy that is being prepared, migrated to this code's format."""
