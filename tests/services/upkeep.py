"""Which file do the tests of housekeeping keep small? A real one, or none at all."""

from pathlib import Path

from cortex.model.callers import Caller
from cortex.model.housekeeping import FileSizes
from cortex.ports.brain import Brain
from cortex.ports.upkeep import StoreUpkeep
from cortex.services.grounds import Grounds
from cortex.stores.sqlite.upkeep import SqliteUpkeep
from cortex.stores.system.locks import WriteQueue

KEEPER = Caller("housekeeping", "housekeeping")


class NoFile:
    """The upkeep of a store that has no file; it can be told to report any size."""

    def __init__(self, store_bytes: int = 0) -> None:
        self.store_bytes = store_bytes

    def sizes(self) -> FileSizes:
        """Give the size it was told."""
        return FileSizes(self.store_bytes, 0, 0, can_shrink=False)

    def checkpoint(self, *, is_pressing: bool = False) -> bool:
        """Have nothing to move."""
        return True

    def release_pages(self, pages: int) -> int:
        """Have nothing to give back."""
        return 0 * pages

    def fold_tail(self) -> int:
        """Have nothing to fold."""
        return 0


class Clock:
    """A clock that a test sets."""

    def __init__(self, now_us: int) -> None:
        self.now_us = now_us

    def __call__(self) -> int:
        """Give the instant it was set to."""
        return self.now_us


def sqlite_upkeep(path: Path | str) -> StoreUpkeep:
    """Give the upkeep of a brain file."""
    return SqliteUpkeep(str(path), WriteQueue(f"{path}.queue", 5.0))


def grounds(brain: Brain, now_us: int, upkeep: StoreUpkeep | None = None) -> Grounds:
    """Give what housekeeping stands on, at an instant."""
    return Grounds(brain, upkeep or NoFile(), Clock(now_us), KEEPER)
