"""What may the intake of whole files ask of the disk?"""

from typing import Protocol

from cortex.model.inventories import FileLook
from cortex.model.lean_classes import NamedTuple


class FileContent(NamedTuple):
    """A plain file whole, and as the system described it before and after it was read."""

    look: FileLook
    content: bytes


class SourceFiles(Protocol):
    """Files of this machine; no link is followed, whichever part of a path it is.

    Methods raise CaptureRefused with one of the statuses of an inventory as its reason.
    """

    def look(self, path: str) -> FileLook:
        """Give what the system says of a plain file at an absolute path."""

    def read(self, path: str, bytes_max: int) -> FileContent:
        """Read a plain file that holds still while it is read, and is not larger than that."""
