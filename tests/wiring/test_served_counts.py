"""Does the next writer, whichever it is, take the counters of earlier reads along?"""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from cortex.model.callers import Caller, Place
from cortex.model.commits import CommitRequest
from cortex.model.errors import NotFound
from cortex.model.questions import Question
from cortex.model.stories import Resolution
from cortex.wiring.house import House, open_house
from cortex.wiring.settings import Settings

CALLER = Caller()
PLACE = Place()

WRITERS: dict[str, Callable[[House], object]] = {
    "commit": lambda h: h.commit(CommitRequest("The mail queue is drained nightly"), PLACE, CALLER),
    "retract": lambda h: h.retract("2", "", CALLER),
    "pin": lambda h: h.pin("2", CALLER, is_pinned=True),
    "resolve": lambda h: h.resolve("1", "2", Resolution.KEEP, None, CALLER),
    "rollback": lambda h: h.rollback(1, CALLER, is_applied=True),
    "rebuild": lambda h: h.rebuild_anchors(CALLER),
    "feedback": lambda h: h.operate("feedback", {"outcome": "success"}, CALLER, PLACE),
}


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """Give an open house with two facts, of which the first was shown once."""
    home = tmp_path / "home"
    settings = Settings(
        home=str(home),
        db_path=str(home / "cortex.db"),
        durability="fast",
        cwd=str(tmp_path),
        user_home=str(tmp_path),
    )
    with open_house(settings) as opened:
        for text in ("The gateway listens on port 8443", "Certificates are renewed in March"):
            opened.commit(CommitRequest(text), PLACE, CALLER)
        assert 1 == len(opened.query(Question("gateway port"), PLACE, CALLER).cards)
        assert 0 == retrievals(opened)
        yield opened


def retrievals(house: House) -> int:
    """Give the stored counter of the first fact."""
    return house.find("1", CALLER).retrievals


@pytest.mark.parametrize("name", WRITERS)
def test_next_writer_counts_what_was_shown(house: House, name: str) -> None:
    """Each kind of write keeps the waiting counts, once."""
    WRITERS[name](house)
    assert 1 == retrievals(house)
    house.pin("1", CALLER, is_pinned=True)
    assert 1 == retrievals(house)


def test_failed_write_keeps_the_counts_waiting(house: House) -> None:
    """Counts are forgotten only when they are safe."""
    with pytest.raises(NotFound):
        house.retract("99", "", CALLER)
    assert 0 == retrievals(house)
    house.pin("2", CALLER, is_pinned=True)
    assert 1 == retrievals(house)


def test_preview_keeps_the_counts_waiting(house: House) -> None:
    """A rollback that only tells writes nothing, so the counts wait for the next writer."""
    house.rollback(1, CALLER, is_applied=False)
    assert 0 == retrievals(house)
    house.pin("2", CALLER, is_pinned=True)
    assert 1 == retrievals(house)
