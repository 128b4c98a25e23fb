"""What do the tests of operations run against? A real house on a brain of their own."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from cortex.model.callers import Caller, Place
from cortex.wiring.house import House, open_house
from cortex.wiring.settings import Settings

Asking = Callable[..., dict[str, Any]]


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """Give an open house whose caller stands in a folder that is no project."""
    work = tmp_path / "work"
    work.mkdir()
    home = tmp_path / "home"
    settings = Settings(
        home=str(home),
        db_path=str(home / "cortex.db"),
        durability="fast",
        cwd=str(work),
        user_home=str(tmp_path),
    )
    with open_house(settings) as opened:
        yield opened


@pytest.fixture
def ask(house: House) -> Asking:
    """Give a function that runs one operation: ``ask("query", need="...")``."""

    def asking(name: str, **arguments: Any) -> dict[str, Any]:
        return house.operate(name, arguments, Caller(agent="tester"), Place())

    return asking
