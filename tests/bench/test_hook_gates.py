"""Does a hook that answers, or proves silence, stay within its bound of instructions?

The launcher leaves at its deadline, which a counted run is too slow for, and would then be counted
for less; so its two steps are called here with time enough, and what became of them is asserted.
"""

import json
import shutil
import sys
from pathlib import Path

import pytest

from tools.bench.processes import BARE_PYTHON, Command, count_instructions, surroundings
from tools.bench.site import Site, commit
from tools.bench.starting import payload_file

FACTS = 40

NOT_LOOKED_UP_BOUND = 1.7
REFUSED_BOUND = 2.85
ANSWERED_BOUND = 5.0
START_BOUND = 2.05
"""Times a bare interpreter. Here 1.4, 2.7, 4.7 and 1.98; at 10,000 facts 2.5 to 2.9 for the second,
of 3 that the budget allows (ADR 0154), and 4.7 to 6.3 for the third (ADR 0175).
"""

PROGRAM = """
import gc, os, sys
gc.disable()
from cortex.edges.lean_import import import_leanly
import_leanly()
from cortex.wiring.deadline import Deadline
from cortex.wiring.hook import hear, reply
from cortex.wiring.hook_call import HookCall
call, deadline = HookCall("hook", sys.argv[1]), Deadline(600_000_000)
heard = hear(os.read(0, 65536), call, deadline.now_us())
reply(heard, call, deadline, lambda output: os.write(1, output))
os._exit(0)
"""

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        shutil.which("valgrind") is None,
        reason="valgrind is not installed: instruction budgets are not proven here",
    ),
]


@pytest.mark.parametrize(
    ("prompt", "outcomes", "bound"),
    [
        pytest.param("go on", ["short", "short"], NOT_LOOKED_UP_BOUND, id="not-looked-up"),
        pytest.param(
            "please explain how the kitchen wall was painted",
            ["nothing_admitted", "nothing_admitted"],
            REFUSED_BOUND,
            id="refused",
        ),
        pytest.param(
            "which gate listens beyond the garden",
            ["injected", "injected"],
            ANSWERED_BOUND,
            id="answered",
        ),
    ],
)
def test_a_prompt_keeps_its_bound(
    tmp_path: Path, prompt: str, outcomes: list[str], bound: float
) -> None:
    """Instructions of the whole hook stay under this many times those of doing nothing."""
    with Site(tmp_path, lambda _: None) as site:
        site.grow(FACTS)
        if "injected" in outcomes:
            commit(site.house, ["The gate behind the garden listens on port 8080."])
    counted = []
    for session in ("first", "second"):  # The first run may still write compiled modules.
        payload = tmp_path / "prompt.json"
        said = {"hook_event_name": "UserPromptSubmit", "prompt": prompt, "prompt_id": "p1"}
        payload.write_text(json.dumps({"session_id": session, "cwd": str(tmp_path), **said}))
        counted.append(times_bare(tmp_path, "prompt", payload))
    log = (tmp_path / "journal" / "prompts.log").read_text()
    assert outcomes == [line.split("\t")[5] for line in log.splitlines()]
    assert counted[-1] <= bound


def test_a_session_start_keeps_its_bound(tmp_path: Path) -> None:
    """A brief of a few facts costs less than two starts more than nothing."""
    with Site(tmp_path, lambda _: None) as site:
        site.grow(FACTS)
    counted = [times_bare(tmp_path, "session-start", payload_file(tmp_path)) for _ in range(2)]
    log = (tmp_path / "journal" / "boots.log").read_text()
    assert len(log.splitlines()) == 2
    assert counted[-1] <= START_BOUND


def times_bare(folder: Path, kind: str, payload: Path) -> float:
    """Give the instructions of a hook, as a multiple of an interpreter that does nothing."""
    env = surroundings(folder)
    command = Command((sys.executable, "-I", "-c", PROGRAM, kind), env, folder, payload)
    counted = count_instructions(command)
    bare = count_instructions(Command(BARE_PYTHON, env, folder))
    assert counted is not None
    assert bare is not None
    return counted.median / bare.median
