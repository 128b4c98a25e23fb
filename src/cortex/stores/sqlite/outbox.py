"""Which housekeeping waits, and who has it in hand?"""

from cortex.stores.sqlite.session import Session


class SqliteOutbox:
    """Implements ``cortex.ports.outbox``."""

    __slots__ = ("_session",)

    def __init__(self, session: Session) -> None:
        self._session = session
