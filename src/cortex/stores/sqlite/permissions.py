"""Which client may read, write or administer?"""

from cortex.stores.sqlite.session import Session


class SqlitePermissions:
    """Implements ``cortex.ports.permissions``."""

    __slots__ = ("_session",)

    def __init__(self, session: Session) -> None:
        self._session = session
