"""Which backends must keep the contract, and how is an empty brain of each made?"""

from collections.abc import Callable
from pathlib import Path

from cortex.model.receipts import Durability
from cortex.ports.brain import Brain
from cortex.stores.memory.brain import MemoryBrain
from cortex.stores.sqlite.brain import Opening, SqliteBrain, open_brain
from cortex.stores.sqlite.examination import SqliteExaminer
from cortex.stores.system.locks import WriteQueue

BRAIN_ID = "brain-of-a-test"
ANALYSIS_VERSION = 7
NOW_US = 1_750_000_000_000_000

BrainMaker = Callable[[Path], Brain]


def opening(durability: Durability = Durability.FAST, wait_ms: int = 5_000) -> Opening:
    """Say how the tests open a brain file; without syncs unless a test is about them."""
    return Opening(NOW_US, BRAIN_ID, ANALYSIS_VERSION, durability, wait_ms)


def sqlite_brain(path: Path, how: Opening | None = None) -> Brain:
    """Open the brain file at a path, made when absent."""
    queue = WriteQueue(f"{path}.queue", 5.0)
    return open_brain(str(path), queue, how or opening())


def memory_brain(path: Path) -> Brain:
    """Make a brain that has no file."""
    return MemoryBrain(BRAIN_ID, ANALYSIS_VERSION)


def faults_of(brain: Brain) -> list[str]:
    """Give every fault in the file of a brain, one line each; a brain without a file has none."""
    if not isinstance(brain, SqliteBrain):
        return []
    with brain.reading() as reader:
        path = reader.figures().path
    found = SqliteExaminer(path).examine()
    return [*found.integrity, *found.references, *found.derived]


BACKENDS: dict[str, BrainMaker] = {"sqlite": sqlite_brain, "memory": memory_brain}
