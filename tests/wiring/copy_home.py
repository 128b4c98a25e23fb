"""How do tests get a home with a brain, copy it, bring it back and break it?"""

from pathlib import Path
from typing import Any

import apsw

from cortex.model.callers import Caller
from cortex.model.commits import CommitRequest
from cortex.model.copies import COPIES_KEPT
from cortex.model.questions import Question
from cortex.wiring.copies import back_up, restore_copy
from cortex.wiring.house import House, open_house
from tests.faults.deposit_writer import CALLER, PLACE, settings_of, text_of

FACTS = 20


def house_at(home: Path) -> House:
    """Give the house of a home."""
    return open_house(settings_of(home))


def keep(house: House, *names: str) -> None:
    """Keep a fact for each name."""
    for name in names:
        house.commit(CommitRequest(text_of(name), type="note", subject=name), PLACE, CALLER)


def texts(home: Path) -> list[str]:
    """Give every statement, sorted."""
    with house_at(home) as house:
        page = house.list_facts(PLACE, Caller(), None, 500, include_cold=True)
        return sorted(str(fact.content.text) for fact in page)


def answers(home: Path) -> list[list[str]]:
    """Ask about every fact in its own words, and give the cards."""
    with house_at(home) as house:
        views = [house.query(Question(text_of(f"f{n}")), PLACE, CALLER) for n in range(FACTS)]
        return [[card.fact.reference for card in view.cards] for view in views]


def epoch(home: Path) -> int:
    """Give how often the brain was restored."""
    with house_at(home) as house, house.brain.reading() as reader:
        return reader.restore_epoch()


def filled_home(place: Path) -> Path:
    """Make a home with a brain of some facts."""
    place.mkdir(mode=0o700)
    with house_at(place) as house:
        keep(house, *(f"f{number}" for number in range(FACTS)))
    return place


def copied(home: Path, target: Path | None = None) -> Path:
    """Make a copy and give its path."""
    with house_at(home) as house:
        return Path(back_up(house, None if target is None else str(target), COPIES_KEPT).path)


def restored(home: Path, copy: Path, *, is_applied: bool = True) -> Any:
    """Bring a copy back, or plan to."""
    with house_at(home) as house:
        return restore_copy(house, str(copy), CALLER, None, is_applied=is_applied)


def damage(home: Path, table: str) -> bytes:
    """Break the first page of a table, and give the whole file."""
    path = home / "cortex.db"
    opened = apsw.Connection(str(path))
    sql = "SELECT rootpage FROM sqlite_schema WHERE name = ?"
    ((root,),) = opened.execute(sql, (table,))
    opened.close()
    content = bytearray(path.read_bytes())
    content[(root - 1) * 4096 : root * 4096] = b"\xa5" * 4096
    path.write_bytes(bytes(content))
    return bytes(content)
