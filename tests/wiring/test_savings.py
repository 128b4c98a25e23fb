"""Is what boot briefs served counted once, beside its baseline, and never mixed with others?"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cortex.model.callers import Caller, Place
from cortex.model.commits import CommitRequest
from cortex.services.focus import end_focus, start_focus
from cortex.stores.system.line_log import BOOTS, LOG_BYTES_MAX, note_line, take_lines
from cortex.wiring.house import House, open_house
from cortex.wiring.savings import savings
from cortex.wiring.settings import Settings

CALLER = Caller(agent="ann")


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """Give a house in a home of its own."""
    settings = Settings(
        home=str(tmp_path),
        db_path=str(tmp_path / "cortex.db"),
        durability="fast",
        cwd=str(tmp_path),
        user_home=str(tmp_path),
    )
    with open_house(settings) as opened:
        yield opened


def quantities(house: House) -> dict[str, dict[str, Any]]:
    """Give the sums of a month by quantity."""
    told: Any = savings(house, CALLER, 30)["quantities"]
    return {one["quantity"]: one for one in told}


def test_nothing_served_makes_no_store(house: House) -> None:
    """Asking what was spared leaves no file behind."""
    assert [] == savings(house, CALLER, 30)["quantities"]
    assert not Path(house.settings.db_path).exists()


def test_each_brief_counts_once_against_what_there_was_to_read(house: House) -> None:
    """Two briefs are two events; asking again takes nothing in twice."""
    texts = [f"Service number{n} listens on port {8000 + n}" for n in range(40)]
    house.commit_all([CommitRequest(text) for text in texts], Place(), CALLER)
    served = [len(house.boot(100, Place(), CALLER).prompt) for _ in range(2)]
    first = quantities(house)["boot_brief"]
    assert (2, 2, sum(served)) == (first["events"], first["compared"], first["served"])
    assert 2 * sum(map(len, texts)) == first["baseline"]
    assert first["baseline"] - first["served"] == first["saved"]
    assert 0 < first["percent"] < 100
    assert first == quantities(house)["boot_brief"]
    assert [] == take_lines(house.settings.home, BOOTS)


def test_quantities_stand_apart_with_their_units(house: House) -> None:
    """A brief and a focus summary are never added up, and there is no total: CQR C13."""
    start_focus(house.brain, CALLER, "ports", house.scope(Place()), house.now_us())
    for n in range(5):
        request = CommitRequest(f"Service number{n} listens on port {8000 + n}")
        house.commit(request, Place(), CALLER)
    end_focus(house.brain, CALLER, None, house.now_us())
    house.boot(300, Place(), CALLER)
    told = savings(house, CALLER, 30)
    found = quantities(house)
    assert {"boot_brief", "focus_summary"} == set(found)
    assert {"characters"} == {one["unit"] for one in found.values()}
    assert not {"total", "saved", "served", "baseline"} & set(told)
    assert (None, "unobserved") == (told["tokenizer"], told["reasoning_tokens"])


def test_lost_fold_is_taken_in_again(house: House, tmp_path: Path) -> None:
    """Lines that were set aside and not dropped count once in the end."""
    house.commit(CommitRequest("The gateway listens on port 8443"), Place(), CALLER)
    house.boot(300, Place(), CALLER)
    assert 1 == len(take_lines(str(tmp_path), BOOTS))
    house.boot(300, Place(), CALLER)
    assert 1 == quantities(house)["boot_brief"]["events"]
    assert 2 == quantities(house)["boot_brief"]["events"]


def test_unreadable_lines_are_left_out(house: House, tmp_path: Path) -> None:
    """Half a line, other words, and a line without a place are no brief."""
    house.commit(CommitRequest("The gateway listens on port 8443"), Place(), CALLER)
    house.boot(300, Place(), CALLER)
    log = tmp_path / "journal" / "boots.log"
    log.write_bytes(b"x\ty\n1\t2\t3\n" + log.read_bytes() + b"17500000")
    assert 1 == quantities(house)["boot_brief"]["events"]


def test_log_is_bounded(tmp_path: Path) -> None:
    """A full file is turned, one older one is kept, and without a home nothing is made."""
    note_line(str(tmp_path / "none"), BOOTS, (1, 2))
    assert not (tmp_path / "none").exists()
    for n in range(3):
        note_line(str(tmp_path), BOOTS, (n, "x\ty\nz" * (LOG_BYTES_MAX // 5 + 1)))
    names = sorted(path.name for path in (tmp_path / "journal").iterdir())
    assert ["boots.log.1"] == names
    assert 1 == len(take_lines(str(tmp_path), BOOTS))
