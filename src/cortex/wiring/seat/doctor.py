"""Is a seat whole? Every check of its files, in one list."""

from __future__ import annotations

from cortex.model.seat_checks import SeatCheck
from cortex.wiring.seat.keeping_checks import checks_of as keeping_checks
from cortex.wiring.seat.memory_checks import checks_of as memory_checks
from cortex.wiring.seat.opening import open_seat
from cortex.wiring.seat.state import checks_of_state
from cortex.wiring.settings import Settings


def examine_seat(settings: Settings, name: str | None) -> list[SeatCheck]:
    """Give what each check of a seat found, by the number of the check.

    Raises:
        NoSeat: there is none of that name, or here.
        SeatFileRefused: its folder, or a file of it, cannot be read.
    """
    with open_seat(settings, name) as opened:
        checks = (
            *keeping_checks(opened),
            *checks_of_state(opened, settings),
            *memory_checks(opened, settings),
        )
    return sorted(checks, key=_place)


def _place(check: SeatCheck) -> int:
    """Give the number in a name such as ``D11`` or ``D4.size``; rows of one keep their order."""
    return int(check.check.partition(".")[0].removeprefix("D"))
