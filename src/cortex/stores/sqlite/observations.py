"""What did a registered source produce, exactly?"""

from cortex.stores.sqlite.session import Session


class SqliteObservations:
    """Implements ``cortex.ports.observations``."""

    __slots__ = ("_session",)

    def __init__(self, session: Session) -> None:
        self._session = session
