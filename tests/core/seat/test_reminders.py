"""Which instants ahead are understood?"""

import pytest

from cortex.core.seat.reminders import AHEAD_US_MAX, read_when
from cortex.model.durations import DAY_US, SECOND_US
from cortex.model.errors import InvalidRequest

NOW_US = 1_796_040_000 * SECOND_US


@pytest.mark.parametrize(
    ("text", "ahead_us"),
    [
        ("in 30m", 1_800 * SECOND_US),
        ("2h", 7_200 * SECOND_US),
        ("In 3  days", 3 * DAY_US),
        ("1 week", 7 * DAY_US),
        ("in 1 hour", 3_600 * SECOND_US),
        ("in 90 minutes", 5_400 * SECOND_US),
    ],
)
def test_span_is_counted_from_now(text: str, ahead_us: int) -> None:
    """Minutes, hours, days and weeks, in the usual spellings; on a whole second."""
    assert NOW_US + ahead_us == read_when(text, NOW_US, "when")
    assert NOW_US + SECOND_US + ahead_us == read_when(text, NOW_US + 1, "when")


def test_date_time_is_utc_without_an_offset() -> None:
    """The offset counts where there is one; a date is its first moment."""
    utc = read_when("2027-01-31T09:00", NOW_US, "when")
    assert utc == read_when("2027-01-31 09:00Z", NOW_US, "when")
    assert utc - 7_200 * SECOND_US == read_when("2027-01-31T09:00+02:00", NOW_US, "when")
    assert utc - 9 * 3_600 * SECOND_US == read_when("2027-01-31", NOW_US, "when")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "soon",
        "in 0m",
        "in 2x",
        "in 99999w",
        "2020-01-01",
        "2026-13-01",
        "in -2h",
        "明天",
        "2500-01-01",
    ],
)
def test_what_is_none_or_over_or_too_far_is_refused(text: str) -> None:
    """The refusal names the field and says what can be written."""
    with pytest.raises(InvalidRequest) as caught:
        read_when(text, NOW_US, "when")
    assert "'when'" in caught.value.message
    assert caught.value.remedy


def test_ten_years_are_the_limit() -> None:
    """One day less passes."""
    days = AHEAD_US_MAX // DAY_US
    assert read_when(f"in {days}d", NOW_US, "when")
    with pytest.raises(InvalidRequest, match="ten years"):
        read_when(f"in {days + 1}d", NOW_US, "when")
