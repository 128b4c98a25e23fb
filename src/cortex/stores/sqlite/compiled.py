"""Which answers were worked out before, and do they still stand?"""

from cortex.stores.sqlite.session import Session


class SqliteCompiled:
    """Implements ``cortex.ports.compiled``."""

    __slots__ = ("_session",)

    def __init__(self, session: Session) -> None:
        self._session = session
