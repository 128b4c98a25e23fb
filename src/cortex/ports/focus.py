"""Which focus sessions are there, and what was stored during each?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from cortex.model.focus import FocusSession


class FocusReader(Protocol):
    """A consistent snapshot. Every method is about one owner (0 for the only person)."""

    def open_sessions(self, owner_id: int, agent: str) -> list[FocusSession]:
        """Give an agent's open sessions, newest first."""

    def entries(self, focus_id: int, limit: int) -> list[int]:
        """Give the ids of the newest facts stored during a session, ascending."""


class FocusWriter(FocusReader, Protocol):
    """Part of one write transaction; reads see its own writes."""

    def start(self, owner_id: int, session: FocusSession) -> FocusSession:
        """Store a new session and give it with its id."""

    def end(self, session: FocusSession) -> None:
        """Store how a session ended."""

    def note(self, owner_id: int, agent: str, fact_id: int) -> None:
        """Add a fact to the agent's newest open session; nothing happens without one.

        A fact noted twice in one session counts once.
        """
