"""Which words of observations lead to which others?"""

from cortex.stores.sqlite.session import Session


class SqliteAssociations:
    """Implements ``cortex.ports.associations``."""

    __slots__ = ("_session",)

    def __init__(self, session: Session) -> None:
        self._session = session
