"""Is a seat whole? Every check of its files, in one list."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from cortex.model.errors import CortexError
from cortex.model.outcomes import Finding, Level
from cortex.model.seat_checks import FAIL, SeatCheck
from cortex.seat.looking import looked_at
from cortex.stores.system.seats import read_seats
from cortex.wiring.seat.bus_checks import checks_of as bus_checks
from cortex.wiring.seat.graph import checks_of as graph_checks
from cortex.wiring.seat.ground_checks import checks_of as ground_checks
from cortex.wiring.seat.hook_checks import checks_of as hook_checks
from cortex.wiring.seat.keeping_checks import checks_of as keeping_checks
from cortex.wiring.seat.memory_checks import checks_of as memory_checks
from cortex.wiring.seat.opening import open_seat
from cortex.wiring.seat.records import checks_of as record_checks
from cortex.wiring.seat.state import checks_of_state
from cortex.wiring.settings import Settings

SEATS_MAX = 20
"""Seats the machine's doctor looks at: a tenth of a second each."""


def examine_seat(settings: Settings, name: str | None) -> list[SeatCheck]:
    """Give what each check of a seat found, by the number of the check.

    Raises:
        NoSeat: there is none of that name, or here.
        SeatFileRefused: its folder cannot be opened; a file that cannot be read is a FAIL.
    """
    with open_seat(settings, name) as opened:
        parts: tuple[tuple[str, Callable[[], Iterable[SeatCheck]]], ...] = (
            ("D9", lambda: graph_checks(opened)),
            ("D1", lambda: keeping_checks(opened)),
            ("D4", lambda: checks_of_state(opened, settings)),
            ("D5", lambda: memory_checks(opened, settings)),
            ("D2", lambda: hook_checks(opened, settings)),
            ("D14", lambda: ground_checks(opened, settings)),
            ("D10", lambda: record_checks(opened)),
            ("D10.bus", lambda: bus_checks(opened)),
        )
        checks = [row for name, part in parts for row in looked_at(name, part)]
    return sorted(checks, key=_place)


def seat_findings(settings: Settings) -> tuple[Finding, ...]:
    """Give one warning for each seat of this machine that is not whole; nothing for the others."""
    found = []
    seats = read_seats(settings.home)
    for seat in seats[:SEATS_MAX]:
        remedy = f"run `cortex seat doctor {seat.name}`"
        try:
            checks = examine_seat(settings, seat.name)
        except CortexError as error:
            found.append(Finding(f"seat {seat.name}", Level.WARN, error.message, remedy))
            continue
        failed = list(dict.fromkeys(row.check for row in checks if row.level == FAIL))
        if failed:
            said = f"checks that fail: {', '.join(failed)}"
            found.append(Finding(f"seat {seat.name}", Level.WARN, said, remedy))
    if len(seats) > SEATS_MAX:
        said = f"{len(seats) - SEATS_MAX} seats were not looked at"
        found.append(Finding("seats", Level.WARN, said, "run `cortex seat doctor NAME` for them"))
    return tuple(found)


def _place(check: SeatCheck) -> int:
    """Give the number in a name such as ``D11`` or ``D4.size``; rows of one keep their order."""
    return int(check.check.partition(".")[0].removeprefix("D"))
