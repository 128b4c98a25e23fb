"""How is an instant written outside, and which microsecond does it mean?

Inside, an instant is an integer of microseconds since 1970-01-01T00:00:00Z. Outside it is RFC 3339
with ``Z``. Everything here is whole-number arithmetic: no local zone, no rounding, and no import,
because hooks print and read instants. Source: docs/formats/instants.md, ADR 0002.
"""

from __future__ import annotations

from cortex.model.durations import DAY_US, SECOND_US
from cortex.model.errors import InvalidRequest

# Years 0001 to 9999, both whole: what four digits can print.
INSTANT_US_MIN = -719_162 * DAY_US
INSTANT_US_MAX = 2_932_897 * DAY_US - 1

# Longest accepted spelling: a date, a time, nine fractional digits and an offset are 35.
TEXT_CHARACTERS_MAX = 40
FRACTION_DIGITS_MAX = 9
FRACTION_DIGITS_KEPT = 6

ACCEPTED_FORMS = (
    "write 2024-05-01, 2024-05-01T10:00, 2024-05-01T10:00:00.123456Z, "
    "2024-05-01T10:00:00+02:00 or now; without an offset it is UTC"
)

_OUTSIDE = "lies outside the years 0001 to 9999"
_MONTH_DAYS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def parse_instant(text: str, *, field: str, now_us: int | None = None) -> int:
    """Give the microsecond that a date, a date-time or ``now`` means.

    A date is its first moment. A date-time without an offset is UTC, never the local zone. Digits
    after the sixth of a fraction are dropped, which moves the instant to the microsecond it lies
    in. The leap second ``23:59:60`` is the first moment of the next day.

    Args:
        text: RFC 3339, or its shorter ISO 8601 forms (``ACCEPTED_FORMS``); ``t``, ``z`` and a
            space instead of ``T`` are fine, and so are spaces around it.
        field: name of the argument the text came in, for the error.
        now_us: what ``now`` means; None when it may not be used here.

    Raises:
        InvalidRequest: the text is no such form, or lies outside the years 0001 to 9999.
    """
    trimmed = text.strip()
    if trimmed.lower() == "now":
        if now_us is None:
            raise _refused(field, "must be a written date here, not now")
        return now_us
    if not trimmed.isascii() or len(trimmed) > TEXT_CHARACTERS_MAX:
        raise _refused(field, "is not an instant")
    days = _days_of_date(trimmed[:10], field)
    instant_us = days * DAY_US
    if len(trimmed) > 10:
        if trimmed[10] not in "Tt ":
            raise _refused(field, "has no T between date and time")
        instant_us += _time_us(trimmed[11:].upper(), field)
    if not INSTANT_US_MIN <= instant_us <= INSTANT_US_MAX:
        raise _refused(field, _OUTSIDE)
    return instant_us


def format_instant(instant_us: int) -> str:
    """Give an instant as RFC 3339 in UTC: ``2024-05-01T10:00:00Z``.

    Six fractional digits follow the seconds when the instant is not a whole second, else none, so
    one instant has one spelling. ``parse_instant`` gives back the same integer.

    Raises:
        InvalidRequest: the instant lies outside the years 0001 to 9999.
    """
    date = format_date(instant_us)
    seconds, fraction = divmod(instant_us % DAY_US, SECOND_US)
    minutes, second = divmod(seconds, 60)
    hour, minute = divmod(minutes, 60)
    tail = f".{fraction:06}Z" if fraction else "Z"
    return f"{date}T{hour:02}:{minute:02}:{second:02}{tail}"


def instant_json(instant_us: int | None) -> str | None:
    """Give an instant as RFC 3339 in UTC, or null for an open bound."""
    return None if instant_us is None else format_instant(instant_us)


def format_date(instant_us: int, field: str = "instant") -> str:
    """Give the day an instant lies in, in UTC: ``2024-05-01``.

    Raises:
        InvalidRequest: the instant lies outside the years 0001 to 9999.
    """
    if not INSTANT_US_MIN <= instant_us <= INSTANT_US_MAX:
        raise _refused(field, _OUTSIDE)
    year, month, day = _date_of_days(instant_us // DAY_US)
    return f"{year:04}-{month:02}-{day:02}"


def _days_of_date(text: str, field: str) -> int:
    """Read ``YYYY-MM-DD`` as days since 1970-01-01."""
    if len(text) != 10 or text[4] != "-" or text[7] != "-":
        raise _refused(field, "does not start with a date like 2024-05-01")
    year = _number(text[:4], field)
    month = _number(text[5:7], field)
    day = _number(text[8:], field)
    if year < 1:
        raise _refused(field, _OUTSIDE)
    if not 1 <= month <= 12:
        raise _refused(field, f"has month {month}")
    if not 1 <= day <= _days_in_month(year, month):
        raise _refused(field, f"has day {day} in a month of {_days_in_month(year, month)}")
    return _days_before_year(year) + _days_before_month(year, month) + day - 1


def _time_us(text: str, field: str) -> int:
    """Read ``HH:MM[:SS[.fraction]][offset]`` as microseconds to add to the date; maybe negative."""
    clock, offset_minutes = _split_offset(text, field)
    if len(clock) < 5 or clock[2] != ":":
        raise _refused(field, "has no time like 10:00 after the date")
    hour = _number(clock[:2], field)
    minute = _number(clock[3:5], field)
    second, fraction_us = _seconds(clock[5:], field)
    if hour > 23 or minute > 59 or second > 60:
        raise _refused(field, "has an hour over 23, a minute over 59 or a second over 60")
    minutes = hour * 60 + minute - offset_minutes
    if second == 60 and minutes % 1440 != 1439:
        raise _refused(field, "has a second 60 that is not the last one of a day in UTC")
    if second == 60:
        fraction_us = 0
    return (minutes * 60 + second) * SECOND_US + fraction_us


def _seconds(text: str, field: str) -> tuple[int, int]:
    """Read ``:SS[.fraction]`` or nothing as (seconds, microseconds)."""
    if not text:
        return 0, 0
    if text[0] != ":" or len(text) in (1, 2, 4) or text[3:4] not in ".,":
        raise _refused(field, "has seconds that are not like 05 or 05.25")
    digits = text[4:]
    if len(digits) > FRACTION_DIGITS_MAX:
        raise _refused(field, f"has more than {FRACTION_DIGITS_MAX} digits after the seconds")
    fraction = _number(digits, field) if digits else 0
    scale = 10 ** abs(FRACTION_DIGITS_KEPT - len(digits))
    is_long = len(digits) > FRACTION_DIGITS_KEPT
    return _number(text[1:3], field), fraction // scale if is_long else fraction * scale


def _split_offset(text: str, field: str) -> tuple[str, int]:
    """Give (time, minutes east of UTC) of a time with ``Z``, an offset, or neither."""
    if text.endswith("Z"):
        return text[:-1], 0
    place = max(text.rfind("+"), text.rfind("-"))
    if place < 0:
        return text, 0
    digits = text[place + 1 :]
    if len(digits) == 5 and digits[2] == ":":
        digits = digits[:2] + digits[3:]
    if len(digits) not in (2, 4):
        raise _refused(field, "has an offset that is not like +02:00")
    hours = _number(digits[:2], field)
    minutes = _number(digits[2:], field) if len(digits) == 4 else 0
    if hours > 23 or minutes > 59:
        raise _refused(field, "has an offset of a day or more")
    total = hours * 60 + minutes
    return text[:place], total if text[place] == "+" else -total


def _number(digits: str, field: str) -> int:
    if not (digits.isascii() and digits.isdigit()):
        raise _refused(field, "has something else where digits belong")
    return int(digits)


def _is_leap(year: int) -> bool:
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def _days_in_month(year: int, month: int) -> int:
    return 29 if month == 2 and _is_leap(year) else _MONTH_DAYS[month - 1]


def _days_before_year(year: int) -> int:
    """Count the days from 1970-01-01 to the first of January of a year."""
    before = year - 1
    return before * 365 + before // 4 - before // 100 + before // 400 - 719_162


def _days_before_month(year: int, month: int) -> int:
    return sum(_days_in_month(year, earlier) for earlier in range(1, month))


def _date_of_days(days: int) -> tuple[int, int, int]:
    """Give (year, month, day) of a count of days since 1970-01-01."""
    year = (days + 719_162) * 400 // 146_097 + 1
    while _days_before_year(year) > days:
        year -= 1
    while _days_before_year(year + 1) <= days:
        year += 1
    day = days - _days_before_year(year)
    month = 1
    while day >= _days_in_month(year, month):
        day -= _days_in_month(year, month)
        month += 1
    return year, month, day + 1


def _refused(field: str, reason: str) -> InvalidRequest:
    return InvalidRequest(f"'{field}' {reason}", remedy=ACCEPTED_FORMS, field=field)
