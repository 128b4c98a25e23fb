"""Do many writers in several processes lose, double or block each other's deposits?"""

import json
import subprocess
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from cortex.model.callers import Caller
from cortex.model.commits import CommitRequest
from cortex.model.outcomes import Level
from cortex.wiring.house import open_house
from tests.faults.deposit_writer import CALLER, PLACE, settings_of, text_of

WRITER = Path(__file__).with_name("deposit_writer.py")
PROCESSES = 2
WRITERS = 8
PATIENCE_S = 550
"""Seconds after which a run counts as hung."""


def write_at_once(home: Path, count: int, *keys: str) -> list[dict[str, Any]]:
    """Run all writers at the same time, each with ``count`` facts, and give their receipts."""
    # Into files: a pipe that nobody reads yet would hold a writer up.
    spoken = [tmp_file(home, number, "receipts") for number in range(PROCESSES)]
    failed = [tmp_file(home, number, "failures") for number in range(PROCESSES)]
    sizes = (str(WRITERS), str(count))
    with ExitStack() as running:
        processes = [
            running.enter_context(
                subprocess.Popen(
                    [sys.executable, str(WRITER), str(home), f"p{number}", *sizes, *keys],
                    stdout=running.enter_context(spoken[number].open("wb")),
                    stderr=running.enter_context(failed[number].open("wb")),
                )
            )
            for number in range(PROCESSES)
        ]
        statuses = [process.wait(PATIENCE_S) for process in processes]
    failures = "".join(path.read_text(encoding="utf-8") for path in failed)
    assert ("", [0] * PROCESSES) == (failures, statuses)
    lines = [line for path in spoken for line in path.read_text(encoding="utf-8").splitlines()]
    return [json.loads(line) for line in lines]


def tmp_file(home: Path, number: int, what: str) -> Path:
    """Give the file that one process speaks into."""
    return home / f"{what}-{number}.txt"


def kept_texts(home: Path) -> list[str]:
    """Give every statement in the brain, sorted."""
    with open_house(settings_of(home)) as house:
        texts: list[str] = []
        after: int | None = None
        while True:
            page = house.list_facts(PLACE, Caller(), after, 500, include_cold=True)
            texts.extend(str(fact.content.text) for fact in page)
            if len(page) < 500:
                return sorted(texts)
            after = page[-1].fact_id


def failed_checks(home: Path) -> Sequence[str]:
    """Give what the doctor finds broken."""
    with open_house(settings_of(home)) as house:
        return [f"{one.check}: {one.detail}" for one in house.doctor() if one.level is Level.FAIL]


@pytest.mark.parametrize(
    "count",
    [
        pytest.param(8, marks=pytest.mark.slow),
        pytest.param(125, marks=pytest.mark.soak),
    ],
)
def test_sixteen_writers_in_two_processes_lose_and_double_nothing(
    tmp_path: Path, count: int
) -> None:
    """Every deposit is acknowledged once and kept once, and nobody is told to come back later."""
    receipts = write_at_once(tmp_path, count)
    total = PROCESSES * WRITERS * count
    names = sorted(receipt["name"] for receipt in receipts)
    assert total == len(set(names)) == len(names)
    assert {"inserted"} == {receipt["action"] for receipt in receipts}
    assert total == len({receipt["reference"] for receipt in receipts})
    assert total == len({receipt["version"] for receipt in receipts})
    assert sorted(text_of(name) for name in names) == kept_texts(tmp_path)
    assert [] == failed_checks(tmp_path)


@pytest.mark.parametrize(
    "count",
    [
        pytest.param(4, marks=pytest.mark.slow),
        pytest.param(60, marks=pytest.mark.soak),
    ],
)
def test_one_key_used_by_all_writers_keeps_one_fact(tmp_path: Path, count: int) -> None:
    """Sixteen writers race for each key: one keeps the fact, fifteen get its receipt (CQR E2)."""
    receipts = write_at_once(tmp_path, count, "shared")
    assert PROCESSES * WRITERS * count == len(receipts)
    assert count == sum(not receipt["replay"] for receipt in receipts)
    by_name: dict[str, set[str]] = {}
    for receipt in receipts:
        by_name.setdefault(receipt["name"], set()).add(receipt["reference"])
    assert {1} == {len(references) for references in by_name.values()}
    assert sorted(text_of(name) for name in by_name) == kept_texts(tmp_path)


def test_a_long_read_holds_no_writer_back(tmp_path: Path) -> None:
    """While one house reads another commits at once, and the reader keeps its snapshot (case 1)."""
    with open_house(settings_of(tmp_path)) as reading, open_house(settings_of(tmp_path)) as writing:
        writing.commit(CommitRequest(text_of("first"), type="note"), PLACE, CALLER)
        with reading.brain.reading() as reader:
            before = reader.corpus_size()
            for number in range(20):
                request = CommitRequest(text_of(f"while reading {number}"), type="note")
                writing.commit(request, PLACE, CALLER)
            assert before == reader.corpus_size() == 1
    assert 21 == len(kept_texts(tmp_path))
