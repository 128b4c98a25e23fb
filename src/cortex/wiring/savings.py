"""How do the notes of boot briefs become sums that a person can read?"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from cortex.model.boot import BootQuestion
from cortex.model.scopes import Scope
from cortex.services.savings import keep_audits, read_audits, sums
from cortex.stores.system.line_log import BOOTS, drop_taken, take_lines
from cortex.wire.savings import savings_json
from cortex.wiring.boot import COMMAND_BUSY_MS, open_boot_reader

if TYPE_CHECKING:
    from cortex.model.callers import Caller
    from cortex.wiring.house import House


def savings(house: House, caller: Caller, days: int) -> dict[str, object]:
    """Give the sums of the last days by quantity, after taking in what was noted down since.

    Raises:
        StoreBusy, StoreReadOnly, DiskFull: it could not be taken in; nothing is lost.
    """
    taken_in = 0
    if os.path.exists(house.settings.db_path):  # noqa: PTH110  # As everywhere here.
        taken_in = take_in(house)
    owner_id = caller.owner_id or 0
    return savings_json(days, taken_in, sums(house.known, owner_id, days, house.now_us()))


def take_in(house: House) -> int:
    """Take in what boot briefs noted down; gives how many were new."""
    home = house.settings.home
    lines = take_lines(home, BOOTS)
    if not lines:
        return 0
    reader = open_boot_reader(house.settings, COMMAND_BUSY_MS, None)
    now_us = house.now_us()

    def baseline(owner_id: int, scope_ids: tuple[str, ...]) -> int:
        scope = Scope(scope_ids[0], scope_ids[0], ancestors=scope_ids[1:])
        return reader.raw_chars(BootQuestion(scope, "", now_us, owner_id or None))

    try:
        audits = read_audits(lines, baseline)
    finally:
        reader.close()
    count = keep_audits(house.brain, audits, now_us)
    drop_taken(home, BOOTS)
    return count
