"""Which item of which source was taken in already?"""

from cortex.stores.sqlite.session import Session


class SqliteImports:
    """Implements ``cortex.ports.imports``."""

    __slots__ = ("_session",)

    def __init__(self, session: Session) -> None:
        self._session = session
