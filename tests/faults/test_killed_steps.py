"""Does every operation survive kill -9 before each of its steps?"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.faults.holders import ROOT

PATIENCE_S = 580
"""Seconds after which a run counts as hung."""

# Strides of the ordinary run: every statement of what is short, every so many of what is long.
STRIDES = {
    "deposit": 1,
    "checkpoint": 1,
    "rollback": 1,
    "migration": 1,
    "rebuild": 3,
    "backup": 29,
    "restore": 67,
    "recover": 29,
    "cold move": 1,
    "forget": 13,
    "import of an export": 13,
    "import of notes": 5,
    "portion of a log": 1,
    "walk through files": 3,
    "stop of capture": 1,
    "reading of a transcript": 3,
    "learning of words": 1,
    "erasing of a source": 1,
}


def killed(name: str, folder: Path, stride: int) -> dict[str, Any]:
    """Kill an operation before every so manieth step, and give what was found."""
    command = [sys.executable, "-m", "tests.faults.killed_steps", name, str(folder), str(stride)]
    ended = subprocess.run(
        command, cwd=ROOT, capture_output=True, check=False, timeout=PATIENCE_S, text=True
    )
    assert 0 == ended.returncode, ended.stderr
    told: dict[str, Any] = json.loads(ended.stdout)
    return told


@pytest.mark.slow
@pytest.mark.parametrize("name", STRIDES)
def test_kill_nine_before_any_step_leaves_the_one_or_the_other(tmp_path: Path, name: str) -> None:
    """What was acknowledged is there, nothing is half there, and the file is whole (CQR C14).

    The operation then works, without anybody cleaning up (case 11).
    """
    told = killed(name, tmp_path, STRIDES[name])
    assert [] == told["wrong"]
    assert told["is_done"]
    assert 5 <= told["kills"]


@pytest.mark.soak
@pytest.mark.parametrize("name", [name for name, stride in STRIDES.items() if stride > 1])
def test_kill_nine_before_each_single_step(tmp_path: Path, name: str) -> None:
    """The same before every step of the long operations."""
    told = killed(name, tmp_path, 1)
    assert [] == told["wrong"]
    assert told["is_done"]


@pytest.mark.slow
def test_two_transactions_where_one_is_due_are_found_out(tmp_path: Path) -> None:
    """The harness is able to fail: an operation in two transactions is caught between them."""
    told = killed("two halves", tmp_path, 1)
    assert told["is_done"]
    assert told["wrong"]
    assert {"half of it"} == {fault.partition(": ")[2] for fault in told["wrong"]}
