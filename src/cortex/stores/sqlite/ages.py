"""How old is a fact, what is it grouped with, and was it moved to a cold block?"""

from cortex.stores.sqlite.session import Session


class SqliteAges:
    """Implements ``cortex.ports.ages``."""

    __slots__ = ("_session",)

    def __init__(self, session: Session) -> None:
        self._session = session
