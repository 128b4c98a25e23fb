"""Does housekeeping over many facts keep everybody else going, and the disk in bounds?"""

import time
from collections.abc import Callable
from pathlib import Path
from threading import Event, Thread
from typing import NamedTuple

import pytest

from cortex.core.anchors.handles import handles_of
from cortex.core.text.tokens import ANALYSIS_VERSION
from cortex.model.facts import FactStatus, RetentionClass
from cortex.model.receipts import Durability
from cortex.ports.brain import Brain
from cortex.services.grounds import Grounds
from cortex.services.maintain import LOG_BYTES_PRESSING, Orders, maintain, total
from cortex.stores.sqlite.brain import Opening, open_brain
from cortex.stores.system.locks import WriteQueue
from tests.contracts.brains import faults_of
from tests.contracts.deposits import NOW, commit_of, content, insert
from tests.faults.deposit_writer import text_of
from tests.services.upkeep import KEEPER, sqlite_upkeep

DAY_US = 86_400_000_000
BORN_US = 1_750_000_000_000_000
LATER_US = BORN_US + 120 * DAY_US
BATCH = 500

# Every tenth fact is durable, every tenth superseded; of the others half is too good to fade yet.
DURABLE, ENDED, GOOD, CHATTER = (0,), (1,), (2, 3, 4, 5), (6, 7, 8, 9)


class Watch(NamedTuple):
    """What was seen while housekeeping ran: seconds of the slowest, and bytes of the largest."""

    slowest_read_s: float
    slowest_write_s: float
    reads: int
    writes: int
    largest_bytes: int


def open_brain_at(path: Path) -> Brain:
    """Open the brain file as a fast one."""
    opening = Opening(BORN_US, "brain-of-a-test", ANALYSIS_VERSION, Durability.FAST)
    return open_brain(str(path), WriteQueue(f"{path}.queue", 30.0), opening)


def fill(brain: Brain, facts: int) -> None:
    """Store facts of every sort, each with handles and a record."""
    for start in range(0, facts, BATCH):
        with brain.writing() as writer:
            for number in range(start, min(start + BATCH, facts)):
                sort = number % 10
                told = content(
                    f"{text_of(str(number))} The crew of ship {number % 97} said so.",
                    type="decision" if sort in DURABLE else "note",
                    retention=RetentionClass.DURABLE
                    if sort in DURABLE
                    else RetentionClass.OPERATIONAL,
                    status=FactStatus.SUPERSEDED if sort in ENDED else FactStatus.ACTIVE,
                    quality=100 if sort in (*DURABLE, *GOOD) else 30,
                    created_us=BORN_US if sort not in GOOD else LATER_US - 2 * DAY_US,
                )
                fact = insert(writer, told, handles_of(told))
                writer.append_commit(commit_of(fact))


def watched(brain: Brain, path: Path, work: Callable[[], None]) -> Watch:
    """Do the work while one thread reads and one deposits, and give what they met."""
    over = Event()
    reads: list[float] = []
    writes: list[float] = []
    sizes: list[int] = []

    def read() -> None:
        while not over.is_set():
            begun = time.monotonic()
            with brain.reading() as reader:
                reader.lexical_hits([("42", 3), ("17", 5)], NOW, 64)
                reader.facts(range(1, 64))
            reads.append(time.monotonic() - begun)
            sizes.append(sum(size_of(Path(f"{path}{end}")) for end in ("", "-wal")))

    def write() -> None:
        number = 0
        while not over.wait(0.01):
            begun = time.monotonic()
            number += 1
            with brain.writing() as writer:
                told = content(f"A fact that came meanwhile: {text_of(f'new {number}')}")
                insert(writer, told, handles_of(told))
            writes.append(time.monotonic() - begun)

    threads = [Thread(target=target) for target in (read, write)]
    for thread in threads:
        thread.start()
    try:
        work()
    finally:
        over.set()
        for thread in threads:
            thread.join()
    return Watch(max(reads), max(writes), len(reads), len(writes), max(sizes))


def size_of(path: Path) -> int:
    """Give the size of a file; a log that was just cut off may be gone."""
    return path.stat().st_size if path.exists() else 0


def texts_of(brain: Brain, wanted: tuple[int, ...], facts: int) -> list[str]:
    """Give what the facts of these sorts say."""
    ids = [number + 1 for number in range(facts) if number % 10 in wanted]
    with brain.reading() as reader:
        return [
            fact.content.text
            for start in range(0, len(ids), BATCH)
            for fact in reader.facts(ids[start : start + BATCH])
        ]


@pytest.mark.parametrize(
    "facts",
    [
        pytest.param(2_000, marks=pytest.mark.slow),
        pytest.param(100_000, marks=pytest.mark.soak),
    ],
)
def test_housekeeping_keeps_others_going_and_the_disk_in_bounds(tmp_path: Path, facts: int) -> None:
    """Durable facts stay, every word stays, the files never take twice what is live, nobody waits
    for the whole of it: case 140.
    """
    path = tmp_path / "cortex.db"
    brain, upkeep = open_brain_at(path), sqlite_upkeep(path)
    fill(brain, facts)
    upkeep.checkpoint()
    live_bytes = upkeep.sizes().live_bytes
    everything = (*DURABLE, *ENDED, *GOOD, *CHATTER)
    before = texts_of(brain, everything, facts)
    clock = iter(range(LATER_US, LATER_US + 10**12, 1000))
    ground = Grounds(brain, upkeep, lambda: next(clock), KEEPER)
    reports = []
    begun = time.monotonic()
    watch = watched(brain, path, lambda: reports.append(maintain(ground, Orders("w"))))
    took_s = time.monotonic() - begun
    report = reports[0]
    print(f"\n{facts} facts, {took_s:.1f} s, live {live_bytes}, {watch}, {report}")  # noqa: T201  # Read with -s.
    assert () == report.failures
    assert (facts // 10 * len(CHATTER), facts // 10) == (
        total(report.jobs, "archived"),
        total(report.jobs, "moved"),
    )
    assert before == texts_of(brain, everything, facts)
    with brain.reading() as reader:
        durable = [number + 1 for number in range(facts) if number % 10 in DURABLE]
        kept = {
            fact.content.status
            for start in range(0, len(durable), BATCH)
            for fact in reader.facts(durable[start : start + BATCH])
        }
    assert {FactStatus.ACTIVE} == kept
    # A small store is outweighed by its log, which has a bound of its own.
    assert watch.largest_bytes < live_bytes + max(live_bytes, 2 * LOG_BYTES_PRESSING)
    # Whoever waited for the whole of it would have taken that long; a busy machine is slow anyway.
    patience_s = max(2.5, took_s / 4)
    assert watch.slowest_read_s < patience_s
    assert watch.slowest_write_s < patience_s
    assert watch.reads > 10
    assert watch.writes > 5
    assert [] == faults_of(brain)
    brain.close()
