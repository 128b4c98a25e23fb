"""How does the doctor look at what a seat remembers? Its folder, Claude Code's, the shared one."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING

from cortex.seat.memory_checks import Memory, memory_checks
from cortex.stores.files.seat_files import SeatFolder
from cortex.wiring.seat.knowledge import org_folder
from cortex.wiring.seat.notes import auto_memory_folder

if TYPE_CHECKING:
    from cortex.model.seat_checks import SeatCheck
    from cortex.wiring.seat.opening import OpenSeat
    from cortex.wiring.settings import Settings


def checks_of(opened: OpenSeat, settings: Settings) -> tuple[SeatCheck, ...]:
    """Give D5, D11, D12 and D13 of a seat.

    Raises:
        SeatFileRefused: a folder cannot be read.
    """
    auto = auto_memory_folder(settings, opened.seat.root)
    org = org_folder(opened.seat.root, opened.seat.org)
    with ExitStack() as stack:
        folders = [None if path is None or not path else SeatFolder(path) for path in (auto, org)]
        for folder in folders:
            if folder is not None:
                stack.callback(folder.close)
        memory = Memory(opened.files, opened.kept, *folders)
        return memory_checks(memory, opened.now_us)
