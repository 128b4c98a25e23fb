"""How do the notes of hooks become figures that a person can read?"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from cortex.services.stats import figures
from cortex.wire.stats import spool_json, stats_json
from cortex.wiring.prompt_notes import take_in_prompts
from cortex.wiring.spool import COMMAND_MS, drain_now, spool_state

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
        drain_now(house, COMMAND_MS)
    waiting = spool_state(house.settings)
    spool = spool_json(
        waiting.bytes_waiting, waiting.oldest_us, waiting.refused, waiting.quarantined
    )
    owner_id = caller.owner_id or 0
    sums = figures(house.known, owner_id, caller.principal, days, house.now_us())
    return stats_json(days, sums, spool, taken_in)
