"""What did use teach?"""

from cortex.stores.sqlite.session import Session


class SqliteLearning:
    """Implements ``cortex.ports.learning``."""

    __slots__ = ("_session",)

    def __init__(self, session: Session) -> None:
        self._session = session
