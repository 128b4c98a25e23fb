"""What does the folder of a vault show of its own health?

Nothing below the vault's root is followed through a link, and reading changes nothing.
"""

from collections.abc import Iterator
from typing import Protocol

from cortex.model.lean_classes import NamedTuple


class EvidenceUnreadable(Exception):
    """There is evidence, and it cannot be read: a link, a special file, or the system refuses.

    Attributes:
        reason: why, in a few words.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class LogsSeen(NamedTuple):
    """All logs together: bytes, files, the oldest last change in nanoseconds or None.

    ``error`` says why some could not be looked at, or None. ``has_rows`` tells whether one of them
    is a file of rows, and ``has_others`` whether one is not the log of health itself.
    """

    bytes: int
    files: int
    oldest_ns: int | None
    error: str | None
    has_rows: bool
    has_others: bool


class EvidenceFolder(Protocol):
    """The root of a vault, seen as the place of its programs' logs."""

    @property
    def root(self) -> str:
        """Give the real path of the root, or the path as named when there is no such folder."""

    def lines(self, name: str) -> Iterator[bytes] | None:
        """Give the lines of one log without their ends, or None when there is no such log.

        Raises:
            EvidenceUnreadable: now, or while the lines are taken.
        """

    def run_names(self) -> list[str]:
        """Give the names of the folders of runs, sorted; empty when there are none.

        Raises:
            EvidenceUnreadable: they cannot be listed.
        """

    def has_parse_error(self, run: str) -> bool:
        """Tell whether a run kept an answer that could not be parsed, or cannot be looked at."""

    def logs(self) -> LogsSeen:
        """Look at every log, recursively."""

    def policy(self) -> tuple[str, bytes | None]:
        """Give (path, content) of the index policy; None when there is none.

        Raises:
            EvidenceUnreadable: there is one, and it cannot be read.
        """

    def manifest(self, path: str | None) -> tuple[str, bytes | None]:
        """Give (path, content) of the index manifest at a path, or at its usual place.

        Raises:
            EvidenceUnreadable: there is one, and it cannot be read or lies outside the root.
        """

    def index_digest(self, manifest: str, path: str) -> tuple[str, str]:
        """Give (path, SHA-256) of the file an index manifest names beside itself.

        Raises:
            EvidenceUnreadable: it cannot be read, or is reached through a link.
        """
