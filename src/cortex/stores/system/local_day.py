"""Which instants make up a day where this machine stands?

Days of records are UTC days; a person's evening may lie in two of them. Source: OGL 15 (15).
"""

from __future__ import annotations

import time

from cortex.model.durations import SECOND_US


def local_day(year: int, month: int, day: int) -> tuple[int, int]:
    """Give the first instant of a local day and that of the next; 23 to 25 hours lie between.

    Raises:
        OverflowError: this machine's calendar has no such day.
    """
    return _first_us(year, month, day), _first_us(year, month, day + 1)


def local_date(instant_us: int) -> tuple[int, int, int]:
    """Give year, month and day of an instant in the zone of this machine."""
    there = time.localtime(instant_us // SECOND_US)
    return there.tm_year, there.tm_mon, there.tm_mday


def _first_us(year: int, month: int, day: int) -> int:
    return round(time.mktime((year, month, day, 0, 0, 0, 0, 0, -1))) * SECOND_US
