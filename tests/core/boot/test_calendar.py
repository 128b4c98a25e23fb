"""Do dates written without a calendar library agree with one?"""

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from cortex.core.boot.calendar import day_text, second_text

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@given(st.datetimes())
def test_every_instant_is_written_as_the_calendar_writes_it(moment: datetime) -> None:
    """Leap years, centuries and instants before 1970 come out right, rounded down."""
    moment = moment.replace(tzinfo=UTC)
    instant_us = (moment - EPOCH) // timedelta(microseconds=1)
    assert f"{moment:%Y}".zfill(4) + f"{moment:-%m-%d}" == day_text(instant_us)
    assert day_text(instant_us) + f"{moment:T%H:%M:%SZ}" == second_text(instant_us)
