"""Is a reminder kept until it is acknowledged, and found again?"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from cortex.model.errors import NotFound
from cortex.model.refusals import SeatFileRefused
from cortex.seat.reminders import (
    ACKED_KEPT,
    OPEN_MAX,
    acknowledge_reminder,
    add_reminder,
    reminders_of,
)
from cortex.stores.files.seat_files import SeatFolder

NOW_US = 1_796_040_000_000_000


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[SeatFolder]:
    """Give the home of a seat that set no reminder."""
    folder = SeatFolder(str(tmp_path))
    yield folder
    folder.close()


def test_reminders_stand_by_their_instant_and_the_same_one_once(kept: SeatFolder) -> None:
    """None at first; what says the same for the same instant is the one that is there."""
    assert () == reminders_of(kept)
    late = add_reminder(kept, NOW_US + 9, "端口 ✓", NOW_US)
    early = add_reminder(kept, NOW_US + 5, "b", NOW_US)
    assert late == add_reminder(kept, NOW_US + 9, "端口 ✓", NOW_US + 1)
    assert (early, late) == reminders_of(kept)
    assert ("reminder-1", "reminder-2") == (late.reminder_id, early.reminder_id)


def test_acknowledged_once(kept: SeatFolder) -> None:
    """By id or number; twice changes nothing, and its number is not given again."""
    add_reminder(kept, NOW_US + 9, "a", NOW_US)
    done, is_new = acknowledge_reminder(kept, "1", NOW_US + 3)
    assert (True, NOW_US + 3) == (is_new, done.acked_us)
    assert (done, False) == acknowledge_reminder(kept, "reminder-1", NOW_US + 7)
    assert "reminder-2" == add_reminder(kept, NOW_US + 9, "a", NOW_US).reminder_id
    with pytest.raises(NotFound):
        acknowledge_reminder(kept, "9", NOW_US)


def test_limits_hold(kept: SeatFolder) -> None:
    """So many open ones; of acknowledged ones the newest stay."""
    for number in range(OPEN_MAX):
        add_reminder(kept, NOW_US + number, "a", NOW_US)
    with pytest.raises(SeatFileRefused, match="limit"):
        add_reminder(kept, NOW_US + OPEN_MAX, "a", NOW_US)
    for number in range(ACKED_KEPT + 1):
        acknowledge_reminder(kept, str(number + 1), NOW_US + number)
    names = {one.reminder_id for one in reminders_of(kept)}
    assert OPEN_MAX - 1 == len(names)
    assert "reminder-1" not in names
    assert f"reminder-{OPEN_MAX + 1}" == add_reminder(kept, NOW_US + 999, "a", NOW_US).reminder_id


def test_file_that_holds_none_is_refused_and_stays(kept: SeatFolder, tmp_path: Path) -> None:
    """Nothing overwrites what somebody may still read."""
    path = tmp_path / "reminders.json"
    path.write_text('{"reminders": [{"id": 3}]}')
    with pytest.raises(SeatFileRefused):
        add_reminder(kept, NOW_US + 9, "a", NOW_US)
    assert '{"reminders": [{"id": 3}]}' == path.read_text()
