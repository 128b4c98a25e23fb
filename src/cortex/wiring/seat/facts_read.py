"""How are the session facts of a seat read and pruned from the command line?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.seat.session_facts import prune_facts, read_facts
from cortex.wiring.seat.evidence import facts_as_evidence
from cortex.wiring.seat.opening import open_seat

if TYPE_CHECKING:
    from cortex.model.session_facts import Facts, Pruned
    from cortex.wiring.settings import Settings


def facts_of(settings: Settings, name: str | None, days: int) -> tuple[str, Facts]:
    """Give a seat's name and the session facts of its last days.

    Raises:
        NoSeat, SeatFileRefused: as ``open_seat``; or a file cannot be read.
    """
    with open_seat(settings, name) as seat:
        return seat.seat.name, facts_as_evidence(read_facts(seat.kept, days, seat.now_us))


def pruned_facts(settings: Settings, name: str | None, days: int, *, is_preview: bool) -> Pruned:
    """Take away the session facts of days longer past than this, or tell which they are.

    Raises:
        NoSeat, SeatFileRefused: as ``open_seat``; or a file cannot be removed.
    """
    with open_seat(settings, name) as seat, seat.kept.turn():
        return prune_facts(seat.kept, days, seat.now_us, is_preview=is_preview)
