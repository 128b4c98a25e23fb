"""What does keeping facts cost: one at a time, many together, and on disk?"""

from pathlib import Path

import apsw

from cortex.model.commits import CommitRequest
from cortex.wiring.house import open_house
from cortex.wiring.settings import DURABILITY_DURABLE
from tools.bench.figures import Budget, Figure
from tools.bench.plain_index import PlainIndex
from tools.bench.samples import Sample, in_turns
from tools.bench.site import CALLER, PLACE, Site, settings_of

DEPOSIT_BUDGET = Budget(12, 6)
BULK_BUDGET = Budget(5_000, 10_000, is_ratio=False, is_floor=True)
DISK_BUDGET = Budget(6, 4)
DEPOSITS = 300
DURABLE_DEPOSITS = 60
REFERENCE = "bare row with FTS5, one commit"


def one_fact(site: Site) -> Figure:
    """Measure one commit after the other into a brain that has facts already."""
    texts = site.next_facts(DEPOSITS + 1)
    ours, plain = in_turns(
        [
            lambda at: site.house.commit(CommitRequest(texts[at]), PLACE, CALLER),
            lambda at: site.plain.insert_one(texts[at]),
        ],
        DEPOSITS,
    )
    site.facts.extend(texts)
    return Figure(
        f"deposit, one fact, at {len(site.facts):,} facts",
        ours,
        (REFERENCE, plain),
        DEPOSIT_BUDGET,
        "both with synchronous=NORMAL, so that the processor is compared and not the disk",
    )


def one_durable_fact(site: Site) -> Figure:
    """Measure the same with a sync on every commit, in an empty brain."""
    folder = site.folder / "durable"
    folder.mkdir()
    texts = site.next_facts(DURABLE_DEPOSITS + 1)
    with (
        open_house(settings_of(folder, DURABILITY_DURABLE)) as house,
        PlainIndex(folder / "plain.db", "full") as index,
    ):
        ours, plain = in_turns(
            [
                lambda at: house.commit(CommitRequest(texts[at]), PLACE, CALLER),
                lambda at: index.insert_one(texts[at]),
            ],
            DURABLE_DEPOSITS,
        )
    return Figure(
        "deposit, one fact, synced to disk",
        ours,
        (REFERENCE, plain),
        note="synchronous=FULL on both sides; mostly the disk",
    )


def bulk(rates: Sample, size: int) -> Figure:
    """Give the rate at which facts were loaded in batches."""
    return Figure(f"bulk commit, to {size:,} facts", rates, budget=BULK_BUDGET)


def disk(site: Site) -> Figure:
    """Compare the brain file, with all of its log written back, with the text in it."""
    path = site.folder / "cortex.db"
    connection = apsw.Connection(str(path))
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    text_mib = sum(len(text.encode()) for text in site.facts) / 2**20
    return Figure(
        f"disk, {len(site.facts):,} facts of 60 words",
        Sample((_mib(path),), "MiB"),
        ("their text", Sample((text_mib,), "MiB")),
        DISK_BUDGET,
    )


def _mib(path: Path) -> float:
    return path.stat().st_size / 2**20
