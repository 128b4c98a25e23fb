"""Which facts does a fact depend on, and in what role?"""

from cortex.stores.sqlite.session import Session


class SqliteRelations:
    """Implements ``cortex.ports.relations``."""

    __slots__ = ("_session",)

    def __init__(self, session: Session) -> None:
        self._session = session
