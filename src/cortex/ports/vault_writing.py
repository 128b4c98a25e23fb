"""What does a vault's folder offer to those who may write in it?

Paths are below a pinned boundary, with ``/``; no component is followed through a link. Refusals are
VaultFault values of the code ``governance_refused``.
"""

from contextlib import AbstractContextManager
from typing import Protocol

from cortex.model.lean_classes import NamedTuple


class LockEvent(NamedTuple):
    """What was met on the way to a lock: ``lock_contended`` or ``stale_lock_recovered``, and why.

    ``pid`` is the process that met it; ``holder`` is what the lock said of its own, or None when it
    could not be read.
    """

    pid: int
    event: str
    reason: str
    lock: str
    holder: str | None


class GovernedFolder(Protocol):
    """A boundary that may be written below."""

    def turn(self) -> AbstractContextManager[None]:
        """Wait until no other process of ours writes in this vault; it changes no file.

        The turn of a process that died is free at once. Refused when the wait is too long.
        """

    def lock(self, path: str, now_ms: int) -> AbstractContextManager[tuple[LockEvent, ...]]:
        """Hold the lock file beside a file, as every writer of the contract does.

        A lock whose holder is gone is recovered; one whose holder lives never is; one that says
        nothing of its holder is respected for five minutes. Refused when the wait is too long.
        The folder must exist.
        """

    def find(self, path: str, size_max: int) -> bytes | None:
        """Give the bytes of a regular file, or None; refused when it is larger, or no such file."""

    def require_own(self, path: str) -> None:
        """Refuse a file that has a second name, is a link, or is no regular file; none is fine."""

    def make_folder(self, path: str) -> None:
        """Make a folder and those above it; nothing happens when it is there."""

    def replace(self, path: str, content: bytes) -> None:
        """Make a file have exactly this content: at every moment it has the old or the new one.

        Another name of the old file keeps the old content. Permissions stay. Folders are made.
        """

    def exchange(self, path: str, old: bytes | None, content: bytes) -> bool:
        """Replace a file that still holds ``old``, None for one that is not there.

        False, and nothing is changed, when somebody wrote it meanwhile: an editor knows no lock.
        """

    def append(self, path: str, row: bytes) -> None:
        """Add a line to a log and wait until it is on the disk; a torn last line is ended first."""

    def names(self, path: str) -> tuple[str, ...]:
        """Give the names in a folder, sorted; empty when there is none."""

    def remove(self, path: str) -> None:
        """Remove a file; nothing happens when it is gone."""
