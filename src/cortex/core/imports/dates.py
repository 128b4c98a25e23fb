"""When does a source say that something was said?"""

from datetime import UTC, datetime

from cortex.model.durations import SECOND_US

_SECONDS_MAX = 100_000_000_000
"""Numbers above it are milliseconds: as seconds they would lie beyond the year 5000."""

_FIRST_SECOND, _END_SECOND = -62_135_596_800, 253_402_300_800
"""From the first second of the year 1 to the end of 9999 in UTC: other years cannot be written."""


def instant_us(value: object) -> int | None:
    """Give microseconds since the epoch of a date, a date-time or a number, or None.

    Numbers are seconds or milliseconds; a date-time without a zone is taken as UTC.
    """
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, int | float):
        seconds = value / 1000 if abs(value) > _SECONDS_MAX else value
        return round(seconds * SECOND_US) if 0 < seconds < _SECONDS_MAX else None
    try:
        moment = datetime.fromisoformat(str(value).strip())
    except ValueError:
        return None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    seconds = moment.timestamp()
    is_written = _FIRST_SECOND <= seconds < _END_SECOND  # Its zone may carry it past either end.
    return round(seconds * SECOND_US) if is_written else None
