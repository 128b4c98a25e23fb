"""What did one agent store during one stretch of work?"""

from cortex.stores.sqlite.session import Session


class SqliteFocus:
    """Implements ``cortex.ports.focus``."""

    __slots__ = ("_session",)

    def __init__(self, session: Session) -> None:
        self._session = session
