"""Does an instant survive the way out and back, from whatever zone it came?"""

import os
import time
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from cortex.model.durations import DAY_US
from cortex.model.errors import InvalidRequest
from cortex.wire.instants import (
    ACCEPTED_FORMS,
    INSTANT_US_MAX,
    INSTANT_US_MIN,
    format_date,
    format_instant,
    parse_instant,
)

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)
INSTANTS = st.integers(INSTANT_US_MIN, INSTANT_US_MAX)
NOON_US = 1_714_564_800_000_000  # 2024-05-01T12:00:00Z


def parse(text: str) -> int:
    return parse_instant(text, field="time")


@given(INSTANTS)
@example(INSTANT_US_MIN)
@example(INSTANT_US_MAX)
@example(-1)
@example(0)
def test_every_instant_comes_back_to_the_microsecond(instant_us: int) -> None:
    """case 82: what is printed is read back as the same integer."""
    assert parse(format_instant(instant_us)) == instant_us


@given(INSTANTS)
def test_printing_agrees_with_the_standard_library(instant_us: int) -> None:
    """The calendar is the proleptic Gregorian one that datetime has, in UTC."""
    moment = EPOCH + instant_us * MICROSECOND

    assert format_instant(instant_us) == moment.isoformat().replace("+00:00", "Z")
    assert format_date(instant_us) == moment.date().isoformat()


@given(
    st.datetimes(min_value=datetime(2, 1, 1), max_value=datetime(9998, 12, 31)),  # noqa: DTZ001  # The zone is drawn apart.
    st.integers(-23 * 60 - 59, 23 * 60 + 59),
)
def test_an_instant_is_the_same_in_every_zone(moment: datetime, offset_minutes: int) -> None:
    """case 82: an offset moves the spelling, never the instant, to the microsecond."""
    zoned = moment.replace(tzinfo=timezone(timedelta(minutes=offset_minutes)))

    assert parse(zoned.isoformat()) == (zoned - EPOCH) // MICROSECOND


def test_the_zone_of_the_machine_does_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    """case 83: a date-time without an offset is UTC under every TZ."""
    found = []
    for zone in ("UTC", "Asia/Kolkata", "America/St_Johns"):
        monkeypatch.setenv("TZ", zone)
        time.tzset()
        found.append((parse("2024-05-01T12:00"), parse("2024-05-01"), format_instant(NOON_US)))
    monkeypatch.delenv("TZ")
    time.tzset()

    assert found == [(NOON_US, NOON_US - DAY_US // 2, "2024-05-01T12:00:00Z")] * 3
    assert "TZ" not in os.environ


@pytest.mark.parametrize(
    "text",
    [
        "2024-05-01T12:00:00Z",
        "2024-05-01t12:00:00z",
        "2024-05-01 12:00:00Z",
        " 2024-05-01T12:00:00Z\n",
        "2024-05-01T12:00",
        "2024-05-01T12:00Z",
        "2024-05-01T12:00:00",
        "2024-05-01T12:00:00.0Z",
        "2024-05-01T12:00:00,000Z",
        "2024-05-01T12:00:00.000000000Z",
        "2024-05-01T12:00:00-00:00",
        "2024-05-01T14:00:00+02:00",
        "2024-05-01T14:00+0200",
        "2024-05-01T14:00+02",
        "2024-05-01T17:30:00+05:30",
        "2024-05-01T08:30:00-03:30",
        "2024-05-02T02:00:00+14:00",
        "2024-04-30T23:59:00-12:01",
    ],
)
def test_many_spellings_are_one_instant(text: str) -> None:
    """Zones, seconds, fraction, case and separator may vary; the instant does not."""
    assert parse(text) == NOON_US


@pytest.mark.parametrize(
    ("digits", "extra_us"),
    [
        ("1", 100_000),
        ("123456", 123_456),
        ("000001", 1),
        ("1234569", 123_456),
        ("123456999", 123_456),
        ("000000999", 0),
        ("999999999", 999_999),
    ],
)
def test_digits_below_a_microsecond_are_dropped(digits: str, extra_us: int) -> None:
    """case 82: up to nine digits are read; those after the sixth never round up."""
    assert parse(f"2024-05-01T12:00:00.{digits}Z") == NOON_US + extra_us


def test_dropping_digits_goes_to_the_past_before_1970_too() -> None:
    """The microsecond an instant lies in is the earlier one, on both sides of the epoch."""
    assert parse("1969-12-31T23:59:59.9999999Z") == -1
    assert parse("1970-01-01T00:00:00.0000009Z") == 0


def test_a_date_is_its_first_moment() -> None:
    """A day begins at midnight UTC."""
    assert parse("1970-01-01") == 0
    assert parse("1970-01-02") == DAY_US
    assert parse("0001-01-01") == INSTANT_US_MIN
    assert parse("2024-02-29") == parse("2024-02-28") + DAY_US


def test_a_leap_second_is_the_next_day() -> None:
    """A second 60 is taken only where leap seconds are: at the end of a day in UTC."""
    midnight = parse("2017-01-01")

    assert parse("2016-12-31T23:59:60Z") == midnight
    assert parse("2016-12-31T23:59:60.5Z") == midnight
    assert parse("2017-01-01T01:59:60+02:00") == midnight


def test_now_means_what_the_caller_passes() -> None:
    """The word now reads no clock."""
    assert parse_instant(" Now ", field="time", now_us=7) == 7
    with pytest.raises(InvalidRequest):
        parse("now")


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "yesterday",
        "1714564800",
        "2024",
        "2024-05",
        "2024-5-1",
        "20240501",
        "24-05-01",
        "2024/05/01",
        "2024-13-01",
        "2024-00-01",
        "2024-05-00",
        "2024-05-32",
        "2023-02-29",
        "1900-02-29",
        "0000-01-01",
        "-001-01-01",
        "-2024-05-01",
        "+2024-05-01",
        "12024-05-01",
        "\uff12\uff10\uff12\uff14-05-01",
        "2024-05-01T",
        "2024-05-01X12:00",
        "2024-05-01T12",
        "2024-05-01T1200",
        "2024-05-01T1:00",
        "2024-05-01T24:00",
        "2024-05-01T12:60",
        "2024-05-01T12:00:60Z",
        "2024-05-01T12:00:61Z",
        "2024-05-01T12:00:5",
        "2024-05-01T12:00:05.",
        "2024-05-01T12:00:",
        "2024-05-01T12:00:05x5",
        "2024-05-01T12:00:05.1234567890Z",
        "2024-05-01T12:00:05.-1Z",
        "2024-05-01T12:00Z+02:00",
        "2024-05-01T12:00+",
        "2024-05-01T12:00+2",
        "2024-05-01T12:00+2:00",
        "2024-05-01T12:00+24:00",
        "2024-05-01T12:00+02:60",
        "2024-05-01T12:00+02:00:00",
        "2024-05-01T12:00:00 Z",
        "2024-05-01T12:00 Europe/Vienna",
        "0001-01-01T00:00+00:01",
        "9999-12-31T23:59:59.999999-00:01",
        "9999-12-31T23:59:60Z",
        "2024-05-01T12:00:00Z" + " " * 30 + "x",
    ],
)
def test_anything_else_is_refused_with_the_accepted_forms(text: str) -> None:
    """A malformed instant names its field and what would be accepted, and is never guessed at."""
    with pytest.raises(InvalidRequest) as caught:
        parse_instant(text, field="valid_from")

    assert caught.value.field == "valid_from"
    assert caught.value.message.startswith("'valid_from' ")
    assert caught.value.remedy == ACCEPTED_FORMS


@given(st.text(max_size=45))
def test_no_text_makes_parsing_fail_otherwise(text: str) -> None:
    """Whatever is passed in, the answer is an instant in range or the documented error."""
    try:
        found = parse(text)
    except InvalidRequest:
        return
    assert INSTANT_US_MIN <= found <= INSTANT_US_MAX


@pytest.mark.parametrize("instant_us", [INSTANT_US_MIN - 1, INSTANT_US_MAX + 1])
def test_an_instant_without_four_digit_year_is_not_printed(instant_us: int) -> None:
    """Years outside 0001 to 9999 have no spelling here, so none is invented."""
    with pytest.raises(InvalidRequest):
        format_instant(instant_us)
    with pytest.raises(InvalidRequest):
        format_date(instant_us)
