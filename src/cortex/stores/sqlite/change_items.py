"""What changed since a place in the feed?"""

from cortex.stores.sqlite.session import Session


class SqliteChangeItems:
    """Implements ``cortex.ports.change_items``."""

    __slots__ = ("_session",)

    def __init__(self, session: Session) -> None:
        self._session = session
