"""Does a client graph cost a prompt next to nothing until it has something to say?"""

import shutil
import sys
from pathlib import Path

import pytest

from cortex.stores.system.seats import read_seats
from cortex.wiring.seat.graph import build
from cortex.wiring.settings import read_settings
from tests.bench.test_seat_gates import PROGRAM
from tests.edges.hooks.seated import Seated
from tests.wiring.seat_graphs import log, operator, wish
from tools.bench.processes import BARE_PYTHON, Command, count_instructions, surroundings

SILENT_MORE = 0.3
TOLD_MORE = 2.2
"""What a prompt may cost more with a graph than without, in times of a bare interpreter: 0.1 for a
look at the list of names, and 2.0 with the driver, the tokenizer and what is told."""

PATIENT = f"import cortex.wiring.seat.graph_hook as hook\nhook.BUDGET_US = 10**12\n{PROGRAM}"

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        shutil.which("valgrind") is None,
        reason="valgrind is not installed: instruction budgets are not proven here",
    ),
]


def test_a_graph_costs_little_until_it_speaks(tmp_path: Path) -> None:
    """Instructions of a prompt, without the flag, about a stranger, and about a known noun."""
    seat = Seated(tmp_path)
    (there,) = read_seats(str(seat.home))
    operator(str(seat.home))
    log(there, *(f"Acme's item number{at} is in box {at}." for at in range(50)))
    build(read_settings(str(seat.home), None, {"HOME": str(tmp_path)}), "ops")
    bare = _count(Command(BARE_PYTHON, surroundings(tmp_path), tmp_path))
    without = _prompt(seat, tmp_path, "What is in box 7 of Acme?")
    wish(there)
    silent = _prompt(seat, tmp_path, "What is in box 7 of Orca?")
    told = _prompt(seat, tmp_path, "What is in box 7 of Acme?")
    assert Path(there.home, "graph/injections.jsonl").exists()
    assert (silent - without) / bare <= SILENT_MORE
    assert (told - without) / bare <= TOLD_MORE


def _prompt(seat: Seated, folder: Path, words: str) -> float:
    payload = folder / "payload.json"
    payload.write_bytes(seat.payload("UserPromptSubmit", prompt=words, prompt_id="p1"))
    env = {**surroundings(folder), "CORTEX_HOME": str(seat.home)}
    command = Command(
        (sys.executable, "-I", "-c", PATIENT, "UserPromptSubmit"), env, seat.root, payload
    )
    count_instructions(command)  # The first run may still write compiled modules.
    told = Path(seat.kept, "graph/told")
    shutil.rmtree(told, ignore_errors=True)
    return _count(command)


def _count(command: Command) -> float:
    counted = count_instructions(command)
    assert counted is not None
    return counted.median
