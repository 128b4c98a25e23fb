"""Which turns does a session have, and in which order?

Tables ``host_sessions``, ``turns``: canonical.
"""

from collections.abc import Sequence

from cortex.model.turns import HostSession, Turn
from cortex.stores.sqlite.scopes import scope_no
from cortex.stores.sqlite.session import Session, numbers

_SESSION = """
SELECT h.session_no, h.principal, h.host, h.session_key, c.scope_id, h.opened_us
FROM host_sessions AS h
JOIN scopes AS c ON c.scope_no = h.scope_no
"""
_TURN = "SELECT observation_id, session_no, speaker, at_us FROM turns "
_AROUND = """
SELECT asked.value, n.observation_id, n.session_no, n.speaker, n.at_us
FROM carray(:ids) AS asked
CROSS JOIN turns AS t ON t.observation_id = asked.value
CROSS JOIN turns AS n ON n.observation_id IN (
    SELECT observation_id FROM (
        SELECT observation_id FROM turns AS b
        WHERE b.session_no = t.session_no
            AND (b.at_us, b.observation_id) < (t.at_us, t.observation_id)
        ORDER BY b.at_us DESC, b.observation_id DESC LIMIT :reach)
    UNION ALL
    SELECT observation_id FROM (
        SELECT observation_id FROM turns AS a
        WHERE a.session_no = t.session_no
            AND (a.at_us, a.observation_id) >= (t.at_us, t.observation_id)
        ORDER BY a.at_us, a.observation_id LIMIT :reach + 1))
ORDER BY asked.value, n.at_us, n.observation_id
"""


class SqliteTurns:
    """Implements ``cortex.ports.turns``."""

    __slots__ = ("_session",)

    def __init__(self, session: Session) -> None:
        self._session = session

    def find_session(self, session_no: int) -> HostSession | None:
        """Give a session, or None."""
        row = self._session.row(_SESSION + "WHERE h.session_no = ?", (session_no,))
        return None if row is None else HostSession(*row)

    def sessions_named(self, principal: str, key: str) -> list[HostSession]:
        """Give a principal's sessions under a host's id, by number."""
        rows = self._session.rows(
            _SESSION + "WHERE h.principal = ? AND h.session_key = ? ORDER BY h.session_no",
            (principal, key),
        )
        return [HostSession(*row) for row in rows]

    def turn_of(self, observation_id: int) -> Turn | None:
        """Give an observation's place in its session, or None."""
        row = self._session.row(_TURN + "WHERE observation_id = ?", (observation_id,))
        return None if row is None else Turn(*row)

    def turns_of(self, session_no: int) -> list[Turn]:
        """Give the turns of a session: by instant, then by observation."""
        rows = self._session.rows(
            _TURN + "WHERE session_no = ? ORDER BY at_us, observation_id", (session_no,)
        )
        return [Turn(*row) for row in rows]

    def around(self, observation_ids: Sequence[int], reach: int) -> dict[int, tuple[Turn, ...]]:
        """Give each turn with up to ``reach`` turns before and after it, in session order."""
        found: dict[int, list[Turn]] = {}
        if not observation_ids:
            return {}
        ids = numbers(sorted(set(observation_ids)))
        for asked, *turn in self._session.rows(_AROUND, {"ids": ids, "reach": reach}):
            found.setdefault(asked, []).append(Turn(*turn))
        return {asked: tuple(turns) for asked, turns in found.items()}

    def open_session(
        self, principal: str, host: str, session_key: str, scope_id: str, now_us: int
    ) -> int:
        """Give the number of a session, which is begun when nobody spoke of it before."""
        scope = scope_no(self._session, scope_id)
        known = self._session.value(
            "SELECT session_no FROM host_sessions WHERE principal = ? AND session_key = ?"
            " AND host = ? AND scope_no = ?",
            (principal, session_key, host, scope),
        )
        if known is not None:
            return int(known)
        return self._session.insert(
            "INSERT INTO host_sessions (principal, host, session_key, scope_no, opened_us)"
            " VALUES (?, ?, ?, ?, ?)",
            (principal, host, session_key, scope, now_us),
        )

    def add(self, session_no: int, observation_id: int, speaker: str, at_us: int) -> None:
        """Give an observation its place in a session; one that has a place keeps it."""
        self._session.rows(
            "INSERT INTO turns (observation_id, session_no, speaker, at_us) VALUES (?, ?, ?, ?)"
            " ON CONFLICT DO NOTHING",
            (observation_id, session_no, speaker, at_us),
        )
