"""Which thread of work does a fact belong to, and what is owed on it?

Table ``obligations``: canonical. Which facts a thread has is a column of theirs.
"""

from collections import Counter
from collections.abc import Sequence

from cortex.model.facts import Fact
from cortex.model.gates import Gate
from cortex.model.threads import OBLIGATION_TYPE, OVER_STATES, Move, ObligationState, ThreadRow
from cortex.stores.sqlite import facts
from cortex.stores.sqlite.gates import gated
from cortex.stores.sqlite.session import Row, Session, numbers, texts

_LAST_MOVES = """
SELECT m.fact_id, m.ordinal, m.version_id, m.state, m.agent, m.moved_us, m.note, m.artifact,
    m.checker, m.authority
FROM obligations AS m CROSS JOIN versions AS v ON v.version_id = m.version_id
WHERE v.status = 'active' AND m.fact_id IN (SELECT value FROM carray(?))
ORDER BY m.fact_id, m.move_id
"""

_MOVES = """
SELECT m.fact_id, m.ordinal, m.version_id, m.state, m.agent, m.moved_us, m.note, m.artifact,
    m.checker, m.authority
FROM obligations AS m CROSS JOIN versions AS v ON v.version_id = m.version_id
WHERE v.status = 'active' AND m.fact_id = ? ORDER BY m.move_id DESC LIMIT ?
"""

_OPEN = """
SELECT f.thread, f.fact_id FROM facts AS f INDEXED BY facts_by_type
WHERE f.type = 'obligation' AND f.thread IS NOT NULL AND :gate
"""

_LISTED = """
SELECT f.thread, count(*), max(f.updated_us) FROM facts AS f INDEXED BY facts_by_thread
WHERE f.thread IS NOT NULL AND :gate GROUP BY f.thread ORDER BY 3 DESC, 1 LIMIT :limit
"""


class SqliteThreads:
    """Implements ``cortex.ports.threads``."""

    __slots__ = ("_session",)

    def __init__(self, session: Session) -> None:
        self._session = session

    def facts_of(self, thread: str, types: Sequence[str], gate: Gate, limit: int) -> list[Fact]:
        """Give the facts of a thread that pass the gate, newest first."""
        sql, bindings = gated(
            "SELECT f.fact_id FROM facts AS f INDEXED BY facts_by_thread WHERE f.thread = :thread"
            " AND (:is_any OR f.type IN (SELECT value FROM carray(:types)))"
            " AND :gate ORDER BY f.fact_id DESC LIMIT :limit",
            gate,
            thread=thread,
            is_any=not types,
            types=texts(types or ("",)),
            limit=limit,
        )
        return self._newest_first(self._session.values(sql, bindings))

    def facts_typed(self, types: Sequence[str], gate: Gate, limit: int) -> list[Fact]:
        """Give the facts of these types that pass the gate, newest first."""
        if not types:
            return []
        sql, bindings = gated(
            "SELECT f.fact_id FROM facts AS f INDEXED BY facts_by_type"
            " WHERE f.type IN (SELECT value FROM carray(:types)) AND :gate"
            " ORDER BY f.fact_id DESC LIMIT :limit",
            gate,
            types=texts(types),
            limit=limit,
        )
        return self._newest_first(self._session.values(sql, bindings))

    def trials(
        self, types: Sequence[str], preconditions_json: str, gate: Gate, limit: int
    ) -> list[Fact]:
        """Give the facts of these types whose fields have exactly these preconditions, by id."""
        if not types:
            return []
        sql, bindings = gated(
            "SELECT f.fact_id FROM facts AS f INDEXED BY facts_by_type"
            " WHERE f.type IN (SELECT value FROM carray(:types))"
            " AND json_extract(f.fields, '$.preconditions') ="
            " json_extract(:wanted, '$.preconditions')"
            " AND :gate ORDER BY f.fact_id LIMIT :limit",
            gate,
            types=texts(types),
            wanted=f'{{"preconditions":{preconditions_json}}}',
            limit=limit,
        )
        return facts.load(self._session, self._session.values(sql, bindings), None)

    def listed(self, gate: Gate, limit: int) -> list[ThreadRow]:
        """Give the threads with facts that pass the gate, newest fact first, then by name."""
        sql, bindings = gated(_LISTED, gate, limit=limit)
        rows = self._session.rows(sql, bindings)
        sql, bindings = gated(_OPEN, gate)
        owed = self._session.rows(sql, bindings) if rows else []
        states = self.obligation_states([fact_id for _, fact_id in owed])
        due = Counter(thread for thread, fact_id in owed if states[fact_id] not in OVER_STATES)
        return [ThreadRow(name, count, due[name], newest) for name, count, newest in rows]

    def moves_of(self, fact_id: int, limit: int) -> list[Move]:
        """Give the newest moves of an obligation, oldest first."""
        rows = self._session.rows(_MOVES, (fact_id, limit))
        return [_move(row) for row in reversed(rows)]

    def obligation_states(self, fact_ids: Sequence[int]) -> dict[int, str]:
        """Give the present state of each obligation, by id."""
        if not fact_ids:
            return {}
        owed = self._session.values(
            "SELECT f.fact_id FROM facts AS f WHERE f.fact_id IN (SELECT value FROM carray(?))"
            " AND f.type = ? ORDER BY f.fact_id",
            (numbers(fact_ids), OBLIGATION_TYPE),
        )
        moved = self.last_moves(owed)
        proposed = ObligationState.PROPOSED
        return {i: (moved[i].state if i in moved else proposed).value for i in owed}

    def last_moves(self, fact_ids: Sequence[int]) -> dict[int, Move]:
        """Give the last move of each obligation that was ever moved, by id."""
        if not fact_ids:
            return {}
        rows = self._session.rows(_LAST_MOVES, (numbers(fact_ids),))
        return {row[0]: _move(row) for row in rows}

    def add_move(self, move: Move) -> None:
        """Record a move; from then on it is the present state."""
        facts.require(self._session, move.fact_id)
        self._session.rows(
            "INSERT INTO obligations (fact_id, ordinal, version_id, state, agent, moved_us, note,"
            " artifact, checker, authority) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            move,
        )

    def _newest_first(self, fact_ids: Sequence[int]) -> list[Fact]:
        return facts.load(self._session, fact_ids, None)[::-1]


def _move(row: Row) -> Move:
    fact_id, ordinal, version_id, state, *rest = row
    return Move(fact_id, ordinal, version_id, ObligationState(state), *rest)
