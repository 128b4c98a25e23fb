"""How does the doctor look at what a seat remembers? Its folder, Claude Code's, the shared one."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING

from cortex.seat.index_checks import index_check
from cortex.seat.memory_checks import Memory, memory_checks
from cortex.stores.files.seat_files import SeatFolder
from cortex.wiring.seat.knowledge import org_folder
from cortex.wiring.seat.notes import auto_memory_folder

if TYPE_CHECKING:
    from cortex.model.seat_checks import SeatCheck
    from cortex.wiring.seat.opening import OpenSeat
    from cortex.wiring.settings import Settings


def checks_of(opened: OpenSeat, settings: Settings) -> tuple[SeatCheck, ...]:
    """Give D5, D7, D11, D12 and D13 of a seat.

    Raises:
        SeatFileRefused: a folder cannot be read.
    """
    auto = auto_memory_folder(settings, opened.seat.root)
    org = org_folder(opened.seat.root, opened.seat.org)
    with ExitStack() as stack:
        folders = [stack.enter_context(SeatFolder(path)) if path else None for path in (auto, org)]
        memory = Memory(opened.files, opened.kept, *folders)
        notes, *more = memory_checks(memory, opened.now_us)
        return (notes, index_check(opened.files, opened.kept, memory.org), *more)
