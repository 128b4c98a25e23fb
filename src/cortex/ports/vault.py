"""What does a vault's folder offer?

Nothing below the root is followed through a link, and nothing is changed by reading.
"""

from collections.abc import Iterator, Sequence
from typing import Protocol

from cortex.model.lean_classes import NamedTuple
from cortex.model.vault import FileStamp, VaultRecord


class CorpusFile(NamedTuple):
    """One file of the corpus: its path below the root with ``/``, its size in bytes, its stamp."""

    path: str
    size: int
    stamp: FileStamp


class KnownFiles(Protocol):
    """What is known of files from an earlier reading."""

    def records_of(self, file: CorpusFile) -> "Sequence[VaultRecord] | None":
        """Give the heads of a file's records; None when the file has to be read."""


class VaultFolder(Protocol):
    """A pinned root."""

    @property
    def root(self) -> str:
        """Give the real path of the root."""

    def files(self) -> Iterator["CorpusFile | Exception"]:
        """Yield every file of the corpus, in UTF-16 order of paths; a fault in place of a file.

        Faults are VaultFault values: ``integrity_error`` for links, special files and paths that
        leave the root, ``internal_error`` for what the system refuses to list. An unreadable
        folder does not hide its siblings.
        """

    def read(self, path: str, size_max: int) -> bytes:
        """Give the bytes of a file.

        Raises:
            VaultFault: it cannot be read (``internal_error``), or it is no regular file of at most
                ``size_max`` bytes any more (``integrity_error``).
        """
