"""Which thread of work does a fact belong to, and what is owed on it?"""

from cortex.stores.sqlite.session import Session


class SqliteThreads:
    """Implements ``cortex.ports.threads``."""

    __slots__ = ("_session",)

    def __init__(self, session: Session) -> None:
        self._session = session
