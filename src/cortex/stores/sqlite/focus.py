"""Which focus sessions are there, and what was stored during each?

Tables ``focus_sessions`` and ``focus_entries``: canonical. An entry points to a fact and has no
text, so a fact that is erased leaves nothing behind here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cortex.model.focus import FocusSession
    from cortex.stores.sqlite.session import Session


class SqliteFocus:
    """Implements ``cortex.ports.focus``."""

    __slots__ = ("_session",)

    def __init__(self, session: Session) -> None:
        self._session = session

    def open_sessions(self, owner_id: int, agent: str) -> list[FocusSession]:
        """Give an agent's open sessions, newest first."""
        from cortex.model.focus import FocusSession  # A deposit comes here for `note` alone.

        rows = self._session.rows(
            "SELECT focus_id, agent, label, scope_id, started_us, ended_us, chars_before,"
            " chars_after, summary_fact_id FROM focus_sessions"
            " WHERE owner_id = ? AND agent = ? AND ended_us IS NULL ORDER BY focus_id DESC",
            (owner_id, agent),
        )
        return [FocusSession(*row) for row in rows]

    def entries(self, focus_id: int, limit: int) -> list[int]:
        """Give the ids of the newest facts stored during a session, ascending."""
        found = self._session.values(
            "SELECT fact_id FROM focus_entries WHERE focus_id = ? ORDER BY fact_id DESC LIMIT ?",
            (focus_id, limit),
        )
        return found[::-1]

    def start(self, owner_id: int, session: FocusSession) -> FocusSession:
        """Store a new session and give it with its id."""
        focus_id = self._session.insert(
            "INSERT INTO focus_sessions (owner_id, agent, label, scope_id, started_us)"
            " VALUES (?, ?, ?, ?, ?)",
            (owner_id, session.agent, session.label, session.scope_id, session.started_us),
        )
        return session._replace(focus_id=focus_id)

    def end(self, session: FocusSession) -> None:
        """Store how a session ended."""
        self._session.rows(
            "UPDATE focus_sessions SET ended_us = ?, chars_before = ?, chars_after = ?,"
            " summary_fact_id = ? WHERE focus_id = ?",
            (*session[5:], session.focus_id),
        )

    def note(self, owner_id: int, agent: str, fact_id: int) -> None:
        """Add a fact to the agent's newest open session; nothing happens without one."""
        # Mostly there is none, and asking costs a tenth of an INSERT that finds nothing to insert.
        focus_id = self._session.value(
            "SELECT focus_id FROM focus_sessions INDEXED BY focus_open"
            " WHERE owner_id = ? AND agent = ? AND ended_us IS NULL"
            " ORDER BY focus_id DESC LIMIT 1",
            (owner_id, agent),
        )
        if focus_id is not None:
            self._session.rows(
                "INSERT OR IGNORE INTO focus_entries (focus_id, fact_id) VALUES (?, ?)",
                (focus_id, fact_id),
            )
