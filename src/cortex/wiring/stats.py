"""How do the notes of hooks and operations become figures that a person can read?"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from cortex.services.stats import figures, keep_notes, read_prompts, read_uses
from cortex.stores.system.line_log import PROMPTS, USES, drop_taken, take_lines
from cortex.wire.stats import stats_json

if TYPE_CHECKING:
    from cortex.model.callers import Caller
    from cortex.wiring.house import House


def stats(house: House, caller: Caller, days: int) -> dict[str, object]:
    """Give the figures of the last days, after taking in what was noted down since.

    Raises:
        StoreBusy, StoreReadOnly, DiskFull: it could not be taken in; nothing is lost.
    """
    taken_in = 0
    if os.path.exists(house.settings.db_path):  # noqa: PTH110  # As everywhere here.
        taken_in = take_in_prompts(house)
    owner_id = caller.owner_id or 0
    sums = figures(house.known, owner_id, caller.principal, days, house.now_us())
    return stats_json(days, sums, taken_in)


def take_in_prompts(house: House) -> int:
    """Take in what became of prompts and what was used since; gives how many prompts were new.

    Safe to repeat and to be killed: a prompt counts once, whoever takes it in.
    """
    home = house.settings.home
    prompts, uses = take_lines(home, PROMPTS), take_lines(home, USES)
    if not prompts and not uses:
        return 0
    count = keep_notes(house.brain, read_prompts(prompts), read_uses(uses))
    drop_taken(home, PROMPTS)
    drop_taken(home, USES)
    return count
