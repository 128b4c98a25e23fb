"""Which brains do the tests of services run on? Every backend there is."""

from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest

from cortex.core.text.tokens import ANALYSIS_VERSION
from cortex.model.receipts import Durability
from cortex.ports.brain import Brain
from cortex.stores.memory.brain import MemoryBrain
from cortex.stores.sqlite.brain import Opening, open_brain
from cortex.stores.system.locks import WriteQueue
from tests.services.factory import START_US

BACKENDS = ("memory", "sqlite")


def open_sqlite(path: Path) -> Brain:
    """Open a brain file, made when absent."""
    queue = WriteQueue(str(path) + ".queue", 5.0)
    opening = Opening(START_US, "brain-of-a-test", ANALYSIS_VERSION, Durability.FAST)
    return open_brain(str(path), queue, opening)


@pytest.fixture(scope="module", params=BACKENDS)
def fresh_brain(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Callable[[], Brain]]:
    """Give a maker of empty brains of one backend; all are closed after the module."""
    folder = tmp_path_factory.mktemp("brains")
    numbers = count()
    made: list[Brain] = []

    def make() -> Brain:
        made.append(
            MemoryBrain("brain-of-a-test", ANALYSIS_VERSION)
            if request.param == "memory"
            else open_sqlite(folder / f"{next(numbers)}.db")
        )
        return made[-1]

    yield make
    for brain in made:
        brain.close()


@pytest.fixture
def brain(fresh_brain: Callable[[], Brain]) -> Brain:
    """Give an empty brain."""
    return fresh_brain()
