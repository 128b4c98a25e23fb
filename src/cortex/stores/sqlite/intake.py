"""Where does the intake of each source stand, and what may be taken in at all?"""

from cortex.stores.sqlite.session import Session


class SqliteIntake:
    """Implements ``cortex.ports.intake``."""

    __slots__ = ("_session",)

    def __init__(self, session: Session) -> None:
        self._session = session
