"""Does a prompt without an answer stay within its bound of instructions?

The launcher leaves at its deadline, which a counted run is too slow for; so its two steps are
called here with time enough.
"""

import json
import shutil
import sys
from pathlib import Path

import pytest

from tools.bench.processes import BARE_PYTHON, Command, count_instructions, surroundings
from tools.bench.site import Site

FACTS = 40

NOT_LOOKED_UP_BOUND = 1.8
REFUSED_BOUND = 3.0
"""Times a bare interpreter. Here 1.5 and 2.3; at 10,000 facts 2.5 to 2.9, of 3 that the budget
allows (ADR 0154)."""

PROGRAM = """
import gc, os, sys
gc.disable()
from cortex.wiring.deadline import Deadline
from cortex.wiring.hook import hear, reply
from cortex.wiring.hook_call import HookCall
call, deadline = HookCall("hook prompt", "prompt"), Deadline(600_000_000)
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
    ("prompt", "outcome", "bound"),
    [
        pytest.param("go on", "short", NOT_LOOKED_UP_BOUND, id="not-looked-up"),
        pytest.param(
            "please explain how the kitchen wall was painted",
            "nothing_admitted",
            REFUSED_BOUND,
            id="refused",
        ),
    ],
)
def test_a_silent_prompt_keeps_its_bound(
    tmp_path: Path, prompt: str, outcome: str, bound: float
) -> None:
    """Instructions of the whole hook stay under this many times those of doing nothing."""
    with Site(tmp_path, lambda _: None) as site:
        site.grow(FACTS)
    payload = tmp_path / "prompt.json"
    payload.write_text(
        json.dumps(
            {
                "session_id": "bench",
                "cwd": str(tmp_path),
                "hook_event_name": "UserPromptSubmit",
                "prompt": prompt,
                "prompt_id": "p1",
            }
        )
    )
    env = surroundings(tmp_path)
    command = Command((sys.executable, "-I", "-c", PROGRAM), env, tmp_path, payload)
    count_instructions(command)  # The first run may still write compiled modules.
    counted = count_instructions(command)
    bare = count_instructions(Command(BARE_PYTHON, env, tmp_path))
    assert counted is not None
    assert bare is not None
    log = (tmp_path / "journal" / "prompts.log").read_text()
    assert [outcome, outcome] == [line.split("\t")[5] for line in log.splitlines()]
    assert counted.median / bare.median <= bound
