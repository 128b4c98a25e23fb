"""How are backup, restore and recovery put together over one house?"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from cortex import __version__
from cortex.core.text.tokens import ANALYSIS_VERSION
from cortex.model.copies import CopyFile
from cortex.services.backup import BackupWish, Copying, backup
from cortex.stores.sqlite.brain import WAIT_MS, Opening
from cortex.stores.sqlite.brain import open_brain as open_sqlite
from cortex.stores.sqlite.copying import SqliteBrainFiles
from cortex.stores.system.archives import SystemCopyFolder
from cortex.stores.system.locks import WriteQueue
from cortex.stores.system.staging import SystemBrainPlace
from cortex.wiring.backends import QUEUE_SUFFIX

if TYPE_CHECKING:
    from cortex.model.callers import Caller
    from cortex.model.copies import BackupReport, Proof, RecoverReport, RestoreReport
    from cortex.ports.brain import Brain
    from cortex.ports.copies import Progress
    from cortex.services.restore import Turn
    from cortex.wiring.house import House
    from cortex.wiring.settings import Settings


def back_up(
    house: House,
    target: str | None,
    keep: int,
    on_progress: Progress | None = None,
    *,
    is_verified: bool = False,
) -> BackupReport:
    """Make a copy of the brain; see ``services.backup``."""
    wish = BackupWish(target, keep, is_verified)
    if os.path.exists(house.settings.db_path):  # noqa: PTH110  # A path as text.
        with house.brain.reading():  # Opening brings an older format up to date.
            pass
    return backup(_tools(house.settings), wish, house.now_us(), on_progress)


def check_copy(house: House, path: str) -> Proof:
    """Ask a copy what it was asked when it was made; see ``services.backup``."""
    from cortex.services.backup import verify

    return verify(_tools(house.settings), path)


def restore_copy(
    house: House, path: str, caller: Caller, on_progress: Progress | None, *, is_applied: bool
) -> RestoreReport:
    """Put a copy in the brain's place, or say what that would do; see ``services.restore``."""
    from cortex.services.restore import restore

    house.close()  # What this process holds open is about to be exchanged.
    return restore(
        _tools(house.settings),
        _turn(house.settings, caller),
        path,
        house.now_us(),
        is_applied=is_applied,
        on_progress=on_progress,
    )


def recover_brain(
    house: House, caller: Caller, on_progress: Progress | None, *, is_applied: bool
) -> RecoverReport:
    """Read what can be read of a damaged brain; see ``services.recover``."""
    from cortex.services.recover import recover

    house.close()
    return recover(
        _tools(house.settings),
        _turn(house.settings, caller),
        caller,
        house.now_us(),
        is_applied=is_applied,
        on_progress=on_progress,
    )


def kept_copies(house: House) -> tuple[CopyFile, ...]:
    """Give the copies in the home, newest first: of this brain, or of any when it cannot say."""
    tools = _tools(house.settings)
    return tools.folder.kept(tools.files.brain_id() or "")


def _tools(settings: Settings) -> Copying:
    return Copying(
        path=settings.db_path,
        cortex=__version__,
        files=SqliteBrainFiles(settings.db_path, ANALYSIS_VERSION),
        folder=SystemCopyFolder(settings.home),
        place=SystemBrainPlace(),
        open_copy=_open_copy,
    )


def _turn(settings: Settings, caller: Caller) -> Turn:
    from cortex.services.restore import Turn
    from cortex.wiring.backends import open_existing, write_queue

    return Turn(
        lambda: write_queue(settings), lambda: open_existing(settings), _forget_again, caller.agent
    )


def _forget_again(brain: Brain, earlier: Brain | None, now_us: int) -> int:
    """Keep out of a brain that came back what was forgotten since; gives how many facts went.

    Args:
        earlier: the brain that gives way, when it can be read: it knows what was forgotten.
    """
    from cortex.services.forget import forget_again

    if earlier is not None:
        with earlier.reading() as reader:
            stones = reader.erasure.tombstones()
        if stones:
            with brain.writing() as writer:
                writer.erasure.keep_tombstones(stones)
    return forget_again(brain, now_us)


def _open_copy(path: str) -> Brain:
    """Open a copy, bringing it up to date where its format is an earlier one."""
    from cortex.stores.system.clock import SystemClock

    queue = WriteQueue(path + QUEUE_SUFFIX, WAIT_MS / 1000)
    opening = Opening(SystemClock().now_us(), "", ANALYSIS_VERSION, keeps_safety_copy=False)
    return open_sqlite(path, queue, opening)
