"""Which turns does a session have, in which order, and how are they found?"""

from cortex.stores.sqlite.session import Session


class SqliteTurns:
    """Implements ``cortex.ports.turns``."""

    __slots__ = ("_session",)

    def __init__(self, session: Session) -> None:
        self._session = session
