"""Does `make tour` keep its promises?"""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.slow
def test_every_promise_of_the_tour_holds() -> None:
    """The tour runs to its end without a terminal and in an empty home, and exits 0."""
    run = subprocess.run(
        [sys.executable, "-m", "tools.tour"],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        stdin=subprocess.DEVNULL,
        check=False,
    )
    assert (0, "") == (run.returncode, run.stderr)
