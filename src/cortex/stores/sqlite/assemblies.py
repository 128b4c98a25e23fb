"""Which records belong together, and what did their use teach?"""

from cortex.stores.sqlite.session import Session


class SqliteAssemblies:
    """Implements ``cortex.ports.assemblies``."""

    __slots__ = ("_session",)

    def __init__(self, session: Session) -> None:
        self._session = session
