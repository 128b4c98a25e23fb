"""What does a command do for the store once it has answered? Usually nothing: it asks if it is due.

Every commit comes through here, so the work itself is loaded only when there is some. Hooks do not:
nobody waits for housekeeping at the start of a session. Source: ADR 0087.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.model.errors import CortexError
from cortex.services.tend import is_due

if TYPE_CHECKING:
    from cortex.model.housekeeping import MaintenanceReport
    from cortex.wiring.house import House


def tend(house: House) -> MaintenanceReport | None:
    """Do a little housekeeping if none was done for a day; None when nothing was due or possible.

    It waits for nobody, stops after a fifth of a second, goes on at the next call where it stopped,
    and fails in silence: what it could not do is still on the list.
    """
    try:
        with house.known.reading() as reader:
            if not is_due(reader, house.now_us()):
                return None
        from cortex.wiring.maintenance import tidy

        return tidy(house)
    except CortexError:
        return None
