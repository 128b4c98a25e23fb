"""Does a commit tidy up once a day, after its answer, and in nobody's way?"""

from collections.abc import Iterator
from pathlib import Path

import apsw
import pytest

from cortex.model.callers import Caller, Place
from cortex.model.commits import CommitRequest
from cortex.model.housekeeping import JobKind
from cortex.wiring.backends import open_brain
from cortex.wiring.house import House, open_house
from cortex.wiring.maintenance import QUIET_KINDS
from cortex.wiring.settings import Settings
from cortex.wiring.tending import tend

DAY_US = 86_400_000_000
NOTE = CommitRequest("Port 80 is open", type="note")


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Give the settings of an empty home."""
    return Settings(
        home=str(tmp_path),
        db_path=str(tmp_path / "cortex.db"),
        durability="fast",
        cwd=str(tmp_path),
    )


@pytest.fixture
def house(settings: Settings) -> Iterator[House]:
    """Give a house whose one fact was committed two days ago."""
    with open_house(settings) as opened:
        opened.commit(
            CommitRequest("Port 80 is open", type="note"), Place(project="user"), Caller()
        )
        by_hand = apsw.Connection(settings.db_path)
        by_hand.execute("UPDATE versions SET created_us = created_us - ?", (2 * DAY_US,))
        by_hand.close()
        yield opened


def test_first_command_of_a_day_tidies_up(house: House) -> None:
    """Only the quiet kinds, each to its end, and nothing is due afterwards."""
    report = tend(house)
    assert report is not None
    assert set(QUIET_KINDS) == {job.kind for job in report.jobs if job.is_finished}
    assert JobKind.RELEASE_PAGES not in {job.kind for job in report.jobs}
    assert tend(house) is None


def test_young_or_missing_store_is_left_alone(settings: Settings) -> None:
    """No file is made by asking, and nothing is due on the first day."""
    with open_house(settings) as opened:
        assert tend(opened) is None
        assert not Path(settings.db_path).exists()
        opened.commit(NOTE, Place(project="user"), Caller())
        assert tend(opened) is None


def test_busy_store_is_not_waited_for(house: House, settings: Settings) -> None:
    """Somebody writes: the command ends, and the work is still due."""
    other = open_brain(settings)
    with other.writing():
        assert tend(house) is None
    other.close()
    assert tend(house) is not None
