"""What was served, and what did that save?"""

from cortex.stores.sqlite.session import Session


class SqliteAudits:
    """Implements ``cortex.ports.audits``."""

    __slots__ = ("_session",)

    def __init__(self, session: Session) -> None:
        self._session = session
