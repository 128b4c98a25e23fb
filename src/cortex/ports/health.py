"""What may status and doctor ask about the ground the memory stands on?

Nothing here changes a byte, so that looking is safe on a store that is broken, read-only, in use,
or not there at all.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from cortex.ports.brain import Brain
from cortex.ports.spool import SpoolState


@dataclass(frozen=True, slots=True)
class SiteReport:
    """What lies on disk at the place of the store, links followed.

    Args:
        path: as configured; ``real_path`` is the file the links lead to.
        store_bytes, wal_bytes: 0 for a file that is not there.
        file_mode, folder_mode, home_mode: permission bits, or None where there are none to read;
            ``home`` is the Cortex home, ``folder`` the one that holds the store.
        is_writable: whether this process may write the file and its folder; for a missing store,
            whether it may be created.
        free_bytes: room left for this user, or None when nobody knows.
        leftovers: names of files beside the store that an interrupted program left, sorted.
        newest_copy_us: when the newest copy in the home was made, or None.
        past: names of files beside the store that hold what it held before, sorted: damaged ones
            set aside, the copy before a migration, a sidecar that gave way.
        capture: what the operator allows to be captured, in words.
        capture_fault: why that cannot be read, which is a stop; or None.
    """

    path: str
    real_path: str
    is_present: bool
    store_bytes: int
    wal_bytes: int
    file_mode: int | None
    folder_mode: int | None
    home_mode: int | None
    is_writable: bool
    free_bytes: int | None
    leftovers: tuple[str, ...] = ()
    newest_copy_us: int | None = None
    past: tuple[str, ...] = ()
    capture: str = "active"
    capture_fault: str | None = None


@dataclass(frozen=True, slots=True)
class Examination:
    """What a thorough look at a store found; each list is cut to a few, empty when sound.

    Args:
        integrity: what the database says about its own pages and indexes.
        references: rows that point at rows which do not exist, or not at the newest.
        derived: handles that do not fit the facts they were computed from.
    """

    integrity: tuple[str, ...] = ()
    references: tuple[str, ...] = ()
    derived: tuple[str, ...] = ()


class StoreSite(Protocol):
    """The place of one store, and what surrounds it."""

    def look(self) -> SiteReport:
        """Give what is on disk now. Never raises."""

    def hook_faults(self, limit: int) -> tuple[str, ...]:
        """Give the newest lines of the hook journal, oldest first; empty when there are none."""

    def spool(self) -> SpoolState:
        """Give what hooks took down that nobody has kept yet."""

    def runtime(self) -> tuple[tuple[str, str], ...]:
        """Give (name, version) of what Cortex runs on, python first, by name after that."""


class Examiner(Protocol):
    """Somebody who can look into a store of one kind."""

    def examine(self) -> Examination:
        """Read the whole store and say what is wrong with it; seconds for a large one.

        Raises:
            StoreUnreadable, StoreNewer, StoreBusy: it could not be read at all.
        """


BrainOpener = Callable[[], Brain]
"""Opens the store for reading; the caller closes it.

It creates nothing and raises a CortexError that says why the store cannot serve.
"""
