"""How is an instant written without a calendar library?

``datetime`` costs a hook 2 ms; the two forms a hook prints are a few integer divisions. Years 1 to
9999, proleptic Gregorian, UTC.
"""

from __future__ import annotations

from cortex.model.durations import SECOND_US

DAY_SECONDS = 86_400

# Days from 0000-03-01 to 1970-01-01, and in a cycle of 400 years, after which the calendar repeats.
_EPOCH_DAYS = 719_468
_CYCLE_DAYS = 146_097


def day_text(instant_us: int) -> str:
    """Give the UTC day of an instant as ``YYYY-MM-DD``."""
    year, month, day = _civil(instant_us // SECOND_US // DAY_SECONDS)
    return f"{year:04d}-{month:02d}-{day:02d}"


def second_text(instant_us: int) -> str:
    """Give an instant as RFC 3339 in UTC, to the second, rounded down."""
    seconds = instant_us // SECOND_US % DAY_SECONDS
    hour, rest = divmod(seconds, 3600)
    minute, second = divmod(rest, 60)
    return f"{day_text(instant_us)}T{hour:02d}:{minute:02d}:{second:02d}Z"


def _civil(days: int) -> tuple[int, int, int]:
    """Give (year, month, day) of a day counted from the epoch.

    The year is made to begin in March, so that the leap day is its last and every month before it
    starts at a fixed place.
    """
    cycle, day_of_cycle = divmod(days + _EPOCH_DAYS, _CYCLE_DAYS)
    year_of_cycle = (
        day_of_cycle - day_of_cycle // 1460 + day_of_cycle // 36_524 - day_of_cycle // 146_096
    ) // 365
    day_of_year = day_of_cycle - (365 * year_of_cycle + year_of_cycle // 4 - year_of_cycle // 100)
    march_month = (5 * day_of_year + 2) // 153
    day = day_of_year - (153 * march_month + 2) // 5 + 1
    month = march_month + 3 if march_month < 10 else march_month - 9
    return cycle * 400 + year_of_cycle + (month <= 2), month, day
