"""What was forgotten, so that it stays forgotten?"""

from cortex.stores.sqlite.session import Session


class SqliteErasure:
    """Implements ``cortex.ports.erasure``."""

    __slots__ = ("_session",)

    def __init__(self, session: Session) -> None:
        self._session = session
