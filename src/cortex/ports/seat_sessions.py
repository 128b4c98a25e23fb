"""What is kept of the sessions of a seat, for hooks that live for a hundredth of a second?

Nothing here raises, and nothing is flushed to disk: what is lost makes a later hook look again.
"""

from typing import Protocol


class SeatSessions(Protocol):
    """One short text a session."""

    def find(self, session_id: str) -> bytes:
        """Give what is kept of a session; nothing when it is not there or has no usable name."""

    def exchange(self, session_id: str, old: bytes, new: bytes) -> bool:
        """Keep this of a session of which ``old`` was kept; False when another hook was first."""

    def newest(self) -> tuple[str, bytes]:
        """Give (id, what is kept) of the session that was last heard of; empty without one."""
