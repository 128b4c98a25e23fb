"""What was put beside which prompt, and was it used?"""

from cortex.stores.sqlite.session import Session


class SqliteInjections:
    """Implements ``cortex.ports.injections``."""

    __slots__ = ("_session",)

    def __init__(self, session: Session) -> None:
        self._session = session
