"""What did a record say, revision by revision, and which are its heads?"""

from cortex.stores.sqlite.session import Session


class SqliteRevisions:
    """Implements ``cortex.ports.revisions``."""

    __slots__ = ("_session",)

    def __init__(self, session: Session) -> None:
        self._session = session
