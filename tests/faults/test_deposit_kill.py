"""Does a deposit survive the death of its process once it was acknowledged?"""

import json
import random
import select
import subprocess
import sys
from pathlib import Path

import pytest

from tests.faults.deposit_writer import text_of
from tests.faults.test_deposit_load import WRITER, failed_checks, kept_texts

SEED = 7437
ACKNOWLEDGED_MAX = 4
"""Receipts after which a writer is killed at the latest; the next deposit is then under way."""

DEPOSIT_S = 0.02
"""About the length of a deposit in seconds: a kill falls anywhere inside it."""

PATIENCE_S = 60


def killed_writer(home: Path, prefix: str, rng: random.Random) -> list[str]:
    """Start a writer, kill it in the middle of a deposit, and give the names it acknowledged."""
    process = subprocess.Popen(
        [sys.executable, str(WRITER), str(home), prefix, "1", "1000"], stdout=subprocess.PIPE
    )
    assert process.stdout is not None
    with process.stdout as output:
        lines = [output.readline() for _ in range(rng.randint(1, ACKNOWLEDGED_MAX))]
        # Whatever comes first: the next receipt, or a moment in the middle of its deposit.
        select.select([output], [], [], rng.uniform(0, DEPOSIT_S))
        process.kill()
        lines += output.readlines()
    process.wait(PATIENCE_S)
    whole = [line for line in lines if line.endswith(b"\n")]
    return [str(json.loads(line)["name"]) for line in whole]


@pytest.mark.parametrize(
    "kills",
    [
        pytest.param(8, marks=pytest.mark.slow),
        pytest.param(200, marks=pytest.mark.soak),
    ],
)
def test_what_was_acknowledged_is_there_after_kill_nine(tmp_path: Path, kills: int) -> None:
    """The store is whole, and every printed receipt has its fact once (case 8, case 11).

    Nobody cleans up between two writers: locks of the dead hold nobody back.
    """
    rng = random.Random(SEED)
    acknowledged = [
        name for number in range(kills) for name in killed_writer(tmp_path, f"kill{number}", rng)
    ]
    assert kills <= len(acknowledged)
    assert [] == failed_checks(tmp_path)
    kept = kept_texts(tmp_path)
    assert len(set(kept)) == len(kept)
    assert set() == {text_of(name) for name in acknowledged} - set(kept)
    # A writer may die between its commit and its receipt, at most once.
    assert len(kept) <= len(acknowledged) + kills
