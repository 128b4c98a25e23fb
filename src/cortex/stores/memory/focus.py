"""Which focus sessions are there, and what was stored during each?"""

from dataclasses import dataclass, field

from cortex.model.focus import FocusSession
from cortex.stores.memory.rows import Rows


@dataclass(slots=True)
class FocusRows(Rows):
    """What is kept: (owner, session) by id, and (session, fact) pairs."""

    sessions: dict[int, tuple[int, FocusSession]] = field(default_factory=dict)
    entries: dict[tuple[int, int], None] = field(default_factory=dict)


class MemoryFocus:
    """Implements ``cortex.ports.focus``."""

    def __init__(self, rows: FocusRows) -> None:
        self._rows = rows

    def open_sessions(self, owner_id: int, agent: str) -> list[FocusSession]:
        """Give an agent's open sessions, newest first."""
        found = [
            session
            for owner, session in self._rows.sessions.values()
            if owner == owner_id and session.agent == agent and session.ended_us is None
        ]
        return sorted(found, reverse=True)

    def entries(self, focus_id: int, limit: int) -> list[int]:
        """Give the ids of the newest facts stored during a session, ascending."""
        return sorted(fact for focus, fact in self._rows.entries if focus == focus_id)[-limit:]

    def start(self, owner_id: int, session: FocusSession) -> FocusSession:
        """Store a new session and give it with its id."""
        kept = session._replace(focus_id=len(self._rows.sessions) + 1)
        self._rows.sessions[kept.focus_id] = (owner_id, kept)
        return kept

    def end(self, session: FocusSession) -> None:
        """Store how a session ended."""
        owner_id, _ = self._rows.sessions[session.focus_id]
        self._rows.sessions[session.focus_id] = (owner_id, session)

    def note(self, owner_id: int, agent: str, fact_id: int) -> None:
        """Add a fact to the agent's newest open session; nothing happens without one."""
        for session in self.open_sessions(owner_id, agent)[:1]:
            self._rows.entries[session.focus_id, fact_id] = None
