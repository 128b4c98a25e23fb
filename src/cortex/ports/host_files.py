"""What may setting up a host ask of the files and programs of this machine?"""

from __future__ import annotations

from typing import Protocol

from cortex.model.lean_classes import NamedTuple


class FoundFile(NamedTuple):
    """What stands at a path, links followed.

    Attributes:
        real_path: where the content is, or would be.
        content: its bytes; None when there is nothing.
    """

    real_path: str
    content: bytes | None


class HostFiles(Protocol):
    """Configuration files of other programs. A link is followed and what it names is written."""

    def look(self, path: str, root: str = "") -> FoundFile:
        """Give what stands at a path.

        Args:
            path: absolute.
            root: folder that no link may lead out of; empty where any may be followed.

        Raises:
            EditRefused: it is no regular file, cannot be read or written, is too large, lies
                behind links that go in a circle or out of the root.
        """

    def exchange(self, path: str, before: bytes | None, after: bytes | None) -> tuple[str, ...]:
        """Replace the content of a real path, all or nothing; permission bits stay.

        Args:
            before: what must stand there still; None: nothing.
            after: what shall stand there; None removes the file.

        Returns:
            The folders that were made, outermost first.

        Raises:
            EditRefused: something else stands there by now, or the disk refuses.
        """

    def keep_copy(self, path: str, content: bytes, stamp: str) -> str:
        """Write a copy of a content beside a real path and give where; never over another file.

        Raises:
            EditRefused: the disk refuses.
        """

    def remove_empty(self, folders: tuple[str, ...]) -> None:
        """Remove the folders that hold nothing, innermost first; others stay."""

    def is_folder(self, path: str) -> bool:
        """Tell whether a folder is there."""

    def find_program(self, name: str) -> str:
        """Give where a program is, as the shell would find it; empty when it is not."""

    def program_version(self, path: str) -> tuple[int, ...]:
        """Give the version of a program that its own files tell; empty when they do not."""
