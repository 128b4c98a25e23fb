"""Does explaining an answer leave the memory as it was?"""

from pathlib import Path

from cortex.model.callers import Caller, Place
from cortex.model.commits import CommitRequest
from cortex.model.questions import Question
from cortex.wiring.house import House, open_house
from cortex.wiring.settings import Settings

ASKED = Question("which port does the gateway listen on?")
CALLER = Caller(agent="tester")


def a_house(folder: Path) -> House:
    """Give a house on the brain in a folder."""
    return open_house(
        Settings(
            home=str(folder),
            db_path=str(folder / "cortex.db"),
            durability="fast",
            cwd=str(folder),
            user_home=str(folder),
        )
    )


def retrievals(folder: Path) -> int:
    """Count how often the first fact was served, as stored."""
    with a_house(folder) as house:
        return house.find("fact:1", CALLER).retrievals


def test_explaining_serves_nothing(tmp_path: Path) -> None:
    """An answer counts as a use of its facts; a look at why it was given does not."""
    with a_house(tmp_path) as house:
        house.commit(CommitRequest("The gateway listens on port 8443"), Place(), CALLER)
        assert house.why_not(1, ASKED, Place(), CALLER).cards
    assert 0 == retrievals(tmp_path)
    with a_house(tmp_path) as house:
        assert house.query(ASKED, Place(), CALLER).cards
    assert 1 == retrievals(tmp_path)
