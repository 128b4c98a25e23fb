"""Does a forgetting that is killed leave the fact whole or gone, and does a rerun finish it?"""

import subprocess
import sys
from pathlib import Path

import pytest

from cortex.model.callers import Caller, Place
from cortex.model.commits import CommitRequest
from cortex.model.erasure import Selection
from cortex.model.errors import NotFound
from cortex.wiring.forget import Forgetting
from cortex.wiring.house import House, open_house
from tests.faults.deposit_writer import settings_of
from tests.faults.holders import PATIENCE_S, ROOT

SECRET = "Anna Berg keeps the spare key under the blue flower pot"
PLACE = Place(project="user")
STEPS_MAX = 400


def killed(home: Path, step: str) -> bool:
    """Run a forgetting that dies at a step, and tell whether it did."""
    command = [sys.executable, "-m", "tests.faults.forgetter", str(home), step]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, check=False, timeout=PATIENCE_S)
    assert ended.returncode in (0, -9), ended.stderr.decode()
    return ended.returncode == -9


def filled(home: Path) -> None:
    """Keep a fact to forget and one to keep."""
    with open_house(settings_of(home)) as house:
        for text in (SECRET, "Deploys run on Mondays after lunch"):
            house.commit(CommitRequest(text, subject="house"), PLACE, Caller())


def levels(house: House) -> dict[str, str]:
    """Give what doctor says, by check."""
    return {finding.check: finding.level.value for finding in house.doctor()}


def assert_gone(home: Path) -> None:
    """Nothing of the words is in any file, and the store is sound."""
    with open_house(settings_of(home)) as house:
        found = levels(house)
        assert {"pass"} == {
            found[check] for check in ("integrity", "references", "handles", "head")
        }
        assert "pass" == found["forgetting"]
        assert "Deploys run on Mondays after lunch" == house.find("d2", Caller()).content.text
    assert [] == [
        path for path in home.rglob("*") if path.is_file() and SECRET.encode() in path.read_bytes()
    ]


def test_kill_before_the_pages_are_clean_is_told_and_finished(tmp_path: Path) -> None:
    """The rows are gone, doctor says that pages wait, and the next call cleans them."""
    filled(tmp_path)
    assert killed(tmp_path, "scrub")
    with open_house(settings_of(tmp_path)) as house:
        assert "warn" == levels(house)["forgetting"]
        with pytest.raises(NotFound, match="forgotten"):
            house.find("d1", Caller())
        scrubbed = Forgetting(house).finish()
        assert scrubbed is not None
        assert scrubbed.is_clean
        assert Forgetting(house).finish() is None
    assert_gone(tmp_path)


@pytest.mark.parametrize(
    "stride",
    [pytest.param(9, marks=pytest.mark.slow), pytest.param(1, marks=pytest.mark.soak)],
)
def test_kill_at_any_statement_leaves_whole_or_gone(tmp_path: Path, stride: int) -> None:
    """Kill -9 before any statement: the fact is untouched or forgotten, and a rerun ends it."""
    for step in range(1, STEPS_MAX, stride):
        home = tmp_path / str(step)
        home.mkdir()
        filled(home)
        was_killed = killed(home, str(step))
        with open_house(settings_of(home)) as house:
            try:
                assert SECRET == house.find("d1", Caller()).content.text
                Forgetting(house).forget(Selection(("d1",)), Caller(), is_applied=True)
            except NotFound:
                Forgetting(house).finish()
        assert_gone(home)
        if not was_killed:
            return
    pytest.fail("the forgetting has more statements than were tried")
