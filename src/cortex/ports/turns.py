"""Which turns does a session have, and in which order?

Canonical: sessions and turns.
"""

from collections.abc import Sequence
from typing import Protocol

from cortex.model.turns import HostSession, Turn


class TurnsReader(Protocol):
    """A consistent snapshot."""

    def find_session(self, session_no: int) -> HostSession | None:
        """Give a session, or None."""

    def sessions_named(self, principal: str, key: str) -> list[HostSession]:
        """Give a principal's sessions under a host's id, of any host and scope, by number."""

    def turn_of(self, observation_id: int) -> Turn | None:
        """Give an observation's place in its session, or None when it is in none."""

    def turns_of(self, session_no: int) -> list[Turn]:
        """Give the turns of a session: by instant, then by observation."""

    def around(self, observation_ids: Sequence[int], reach: int) -> dict[int, tuple[Turn, ...]]:
        """Give each turn with up to ``reach`` turns before and after it, in session order.

        Observations that are in no session are left out.
        """


class TurnsWriter(TurnsReader, Protocol):
    """Part of one write transaction; reads see its own writes."""

    def open_session(
        self, principal: str, host: str, session_key: str, scope_id: str, now_us: int
    ) -> int:
        """Give the number of a session, which is begun when nobody spoke of it before."""

    def add(self, session_no: int, observation_id: int, speaker: str, at_us: int) -> None:
        """Give an observation its place in a session; one that has a place keeps it."""
