"""Which turns does a session have, and in which order?"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from cortex.model.turns import HostSession, Turn
from cortex.stores.memory.rows import Rows


@dataclass(slots=True)
class TurnsRows(Rows):
    """What is kept; keys are session numbers and observation ids."""

    sessions: dict[int, HostSession] = field(default_factory=dict)
    turns: dict[int, Turn] = field(default_factory=dict)


class MemoryTurns:
    """Implements ``cortex.ports.turns``."""

    def __init__(self, rows: TurnsRows) -> None:
        self._rows = rows

    def find_session(self, session_no: int) -> HostSession | None:
        """Give a session, or None."""
        return self._rows.sessions.get(session_no)

    def sessions_named(self, principal: str, key: str) -> list[HostSession]:
        """Give a principal's sessions under a host's id, by number."""
        asked = (principal, key)
        return [one for one in self._rows.sessions.values() if (one.principal, one.key) == asked]

    def turn_of(self, observation_id: int) -> Turn | None:
        """Give an observation's place in its session, or None."""
        return self._rows.turns.get(observation_id)

    def turns_of(self, session_no: int) -> list[Turn]:
        """Give the turns of a session: by instant, then by observation."""
        own = [turn for turn in self._rows.turns.values() if turn.session_no == session_no]
        return sorted(own, key=lambda turn: (turn.at_us, turn.observation_id))

    def around(self, observation_ids: Sequence[int], reach: int) -> dict[int, tuple[Turn, ...]]:
        """Give each turn with up to ``reach`` turns before and after it, in session order."""
        found = {}
        for observation_id in sorted(set(observation_ids)):
            turn = self._rows.turns.get(observation_id)
            if turn is not None:
                turns = self.turns_of(turn.session_no)
                place = turns.index(turn)
                found[observation_id] = tuple(turns[max(0, place - reach) : place + reach + 1])
        return found

    def open_session(
        self, principal: str, host: str, session_key: str, scope_id: str, now_us: int
    ) -> int:
        """Give the number of a session, which is begun when nobody spoke of it before."""
        for one in self.sessions_named(principal, session_key):
            if (one.host, one.scope_id) == (host, scope_id):
                return one.session_no
        number = len(self._rows.sessions) + 1
        self._rows.sessions[number] = HostSession(
            number, principal, host, session_key, scope_id, now_us
        )
        return number

    def add(self, session_no: int, observation_id: int, speaker: str, at_us: int) -> None:
        """Give an observation its place in a session; one that has a place keeps it."""
        turn = Turn(observation_id, session_no, speaker, at_us)
        self._rows.turns.setdefault(observation_id, turn)
