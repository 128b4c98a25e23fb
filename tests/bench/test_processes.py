"""Is a process measured from start to end, alone, and reported when it fails?"""

import shutil
import sys
from pathlib import Path

import pytest

from tools.bench.processes import BARE_PYTHON, Command, count_instructions, measure, surroundings


def test_surroundings_hold_nothing_of_the_caller(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A measured process gets a home of its own and none of our settings."""
    monkeypatch.setenv("CORTEX_DB", "elsewhere.db")
    env = surroundings(tmp_path)
    assert str(tmp_path) == env["CORTEX_HOME"] == env["HOME"]
    assert "CORTEX_DB" not in env


def test_time_and_memory_are_those_of_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Standard input arrives, each round is counted, and a command that needs memory shows it."""
    monkeypatch.setattr(shutil, "which", lambda _: None)
    needed = tmp_path / "input.txt"
    needed.write_text("40", encoding="utf-8")
    hungry = "import sys; kept = bytearray(int(sys.stdin.read()) * 2**20)"
    env = surroundings(tmp_path)
    bare = Command(BARE_PYTHON, env, tmp_path)
    big = Command((sys.executable, "-I", "-c", hungry), env, tmp_path, needed)
    small_cost, big_cost = measure([bare, big], 2)
    assert 2 == len(small_cost.wall.values) == len(big_cost.memory.values)
    assert small_cost.memory.median + 30 < big_cost.memory.median
    assert None is big_cost.instructions


def test_a_command_that_fails_is_no_measurement(tmp_path: Path) -> None:
    """An exit status other than 0 stops the run and names the command."""
    command = Command(
        (sys.executable, "-I", "-c", "raise SystemExit(3)"), surroundings(tmp_path), tmp_path
    )
    with pytest.raises(RuntimeError, match="SystemExit"):
        measure([command], 1)


@pytest.mark.slow
def test_instructions_repeat(tmp_path: Path) -> None:
    """Two counts of the same command agree to a percent, which no clock does."""
    if shutil.which("valgrind") is None:
        pytest.skip("valgrind is not installed: instruction counts are not proven here")
    command = Command(BARE_PYTHON, surroundings(tmp_path), tmp_path)
    counts = [count_instructions(command) for _ in range(2)]
    first, second = (count.median for count in counts if count is not None)
    assert pytest.approx(first, rel=0.01) == second
