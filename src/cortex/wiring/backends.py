"""Which store stands behind the ports, and how is it opened?"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from cortex.core.text.tokens import ANALYSIS_VERSION
from cortex.model.errors import StoreReadOnly
from cortex.model.receipts import Durability
from cortex.stores.sqlite.brain import WAIT_MS, Opening
from cortex.stores.sqlite.brain import open_brain as open_sqlite
from cortex.stores.sqlite.connection import SCHEMA_VERSION
from cortex.stores.system.clock import SystemClock
from cortex.stores.system.ids import SystemIds
from cortex.stores.system.locks import WriteQueue

if TYPE_CHECKING:
    from cortex.ports.archive import Archive
    from cortex.ports.brain import Brain
    from cortex.ports.health import Examiner, StoreSite
    from cortex.ports.upkeep import StoreUpkeep
    from cortex.wiring.settings import Settings

__all__ = [
    "SCHEMA_VERSION",
    "empty_brain",
    "examiner",
    "open_archive",
    "open_brain",
    "open_existing",
    "store_site",
    "store_upkeep",
    "write_queue",
]

QUEUE_SUFFIX = ".queue"
"""End of the name of the file whose lock orders the writers of one brain."""

_PRIVATE_FOLDER = 0o700


def open_brain(settings: Settings) -> Brain:
    """Open the brain, making its folder and file the first time.

    Raises:
        StoreReadOnly: the folder cannot be made.
        CortexError: as the store says.
    """
    folder = os.path.dirname(settings.db_path)  # noqa: PTH120  # pathlib costs 8 ms.
    try:
        os.makedirs(folder, mode=_PRIVATE_FOLDER, exist_ok=True)  # noqa: PTH103  # pathlib costs 8 ms.
    except OSError as error:
        message = f"the folder {folder} cannot be made: {error.strerror}"
        raise StoreReadOnly(message) from None
    return open_sqlite(settings.db_path, write_queue(settings), _opening(settings))


def open_archive(settings: Settings, *, is_read_only: bool = False) -> Archive:
    """Open the brain to be copied out of or into, row by row.

    Raises:
        CortexError: as the store says.
    """
    from cortex.stores.sqlite.archive import SqliteArchive

    opening = _opening(settings, is_read_only=is_read_only)
    return SqliteArchive(open_sqlite(settings.db_path, write_queue(settings), opening))


def empty_brain() -> Brain:
    """Give a store with nothing in it, for whoever asks before anything was kept."""
    from cortex.stores.memory.brain import MemoryBrain

    return MemoryBrain("nothing kept yet", ANALYSIS_VERSION)


def open_existing(settings: Settings) -> Brain:
    """Open the brain for reading only; nothing is made, migrated or written."""
    return open_sqlite(
        settings.db_path, write_queue(settings), _opening(settings, is_read_only=True)
    )


def store_site(settings: Settings) -> StoreSite:
    """Give the place of the brain on disk."""
    from cortex.stores.sqlite.examination import engine_versions
    from cortex.stores.system.site import SystemSite

    return SystemSite(settings.db_path, settings.home, engine_versions())


def examiner(settings: Settings) -> Examiner:
    """Give whoever can look into the brain file thoroughly."""
    from cortex.stores.sqlite.examination import SqliteExaminer

    return SqliteExaminer(settings.db_path)


def store_upkeep(settings: Settings) -> StoreUpkeep:
    """Give whoever keeps the brain file small."""
    from cortex.stores.sqlite.upkeep import SqliteUpkeep

    return SqliteUpkeep(settings.db_path, write_queue(settings))


def write_queue(settings: Settings) -> WriteQueue:
    """Give the turns to write one brain."""
    return WriteQueue(settings.db_path + QUEUE_SUFFIX, WAIT_MS / 1000)


def _opening(settings: Settings, *, is_read_only: bool = False) -> Opening:
    return Opening(
        now_us=SystemClock().now_us(),
        brain_id=SystemIds().new_id(),
        analysis_version=ANALYSIS_VERSION,
        durability=Durability(settings.durability),
        is_read_only=is_read_only,
    )
