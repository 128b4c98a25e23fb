"""What does a boot brief ask of the world?

Hooks import this on every run, so it loads nothing (ADR 0009). One suite, ``tests/contracts``,
proves every backend against this text.
"""

from __future__ import annotations

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from typing import Protocol

    from cortex.model.boot import BootMaterial, BootQuestion
else:
    Protocol = object


class BootReader(Protocol):
    """A light read path on one brain.

    A row may be shown when it is active or disputed, its validity and expiry hold at ``now_us``,
    its log entry was not rolled back, its scope is the question's or wider, and the caller may see
    it: the solo caller sees every row; a caller of a team sees own rows and those open to others,
    and no private row of nobody. The same rule counts and lists.
    """

    def read(self, question: BootQuestion) -> BootMaterial:
        """Give what a brief may be made of, from one snapshot.

        Each list holds at most ``rows_max`` rows (``candidates`` as many of each scope).
        ``binding``, ``candidates`` and ``durable`` give the question's own scope first and wider
        ones after it, and within a scope the order the material states; the other lists only that
        order. A statement of more than ``BOOT_TEXT_BYTES_MAX`` bytes comes as its beginning. A part
        that cannot be read is empty and named in ``unavailable``; the other parts are still given.
        """

    def raw_chars(self, question: BootQuestion) -> int:
        """Count the characters of every fact that may be shown. Reads each of them once."""

    def close(self) -> None:
        """Release the file; twice is safe."""


class SessionMarks(Protocol):
    """Which version of the brain has a session been told about?

    Marks are hints: one may be missing at any time, and then a session is told everything again.
    No method raises.
    """

    def find_mark(self, session_id: str) -> int | None:
        """Give the version id kept for a session, or None."""

    def keep_mark(self, session_id: str, version_id: int) -> None:
        """Keep the version id a session was told about; a later call replaces it."""

    def find_told(self, session_id: str) -> frozenset[str]:
        """Give the ids of facts that a session was told and still has in view."""
