"""Who works on what: locks, sessions, tasks, messages, activities, feed?"""

from cortex.stores.sqlite.session import Session


class SqliteCoordination:
    """Implements ``cortex.ports.coordination``."""

    __slots__ = ("_session",)

    def __init__(self, session: Session) -> None:
        self._session = session
