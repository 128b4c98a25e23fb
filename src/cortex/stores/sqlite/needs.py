"""What did an agent ask to be told, and what was it given?"""

from cortex.stores.sqlite.session import Session


class SqliteNeeds:
    """Implements ``cortex.ports.needs``."""

    __slots__ = ("_session",)

    def __init__(self, session: Session) -> None:
        self._session = session
