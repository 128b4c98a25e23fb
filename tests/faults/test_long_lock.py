"""What do a command, the server and a session start do while somebody holds the store for long?"""

import json
import time
from pathlib import Path

import pytest

from tests.black_box.shell import Shell
from tests.cases.server import Server
from tests.edges.hooks.host import START
from tests.faults.holders import holder

HOOK_SECONDS_MAX = 3.0
"""A hook's own limit is one second; the rest is for a busy machine to start it."""


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """Give a shell with a store of two facts."""
    folder = tmp_path / "home" / "work"
    folder.mkdir(parents=True)
    place = Shell(tmp_path / "home", folder)
    place.commit("The gateway listens on port 8443")
    place.commit("Deploys run on Mondays")
    return place


@pytest.mark.parametrize("what", ["transaction", "file"])
@pytest.mark.parametrize(
    "held_s",
    [pytest.param(6, marks=pytest.mark.slow), pytest.param(30, marks=pytest.mark.soak)],
)
def test_store_held_for_long_is_read_and_says_that_it_is_busy(
    shell: Shell, what: str, held_s: int
) -> None:
    """Case 31: hooks and questions are answered at once, writes say "busy", nothing is lost.

    Afterwards the same write works.
    """
    path = shell.home / ".cortex" / "cortex.db"
    hook = json.dumps({**START, "cwd": str(shell.folder)}).encode()
    refused = 0
    with Server(shell) as server:
        with holder(path, what):
            end = time.monotonic() + held_s
            while time.monotonic() < end:
                began = time.monotonic()
                assert "Deploys run" in shell.run("hook-boot", given=hook, status=0).out
                assert time.monotonic() - began < HOOK_SECONDS_MAX
                assert shell.statements("which port does the gateway listen on?")
                answer = shell.run("commit", "The pump is serviced in July", "--json", status=5)
                assert "store_busy" == answer.error["code"]
                refused += 1
            assert "store_busy" in json.dumps(server.ask("commit", text="The lift is in June"))
        server.keep("The lift is serviced in June")
    shell.commit("The pump is serviced in July")
    assert 1 <= refused
    assert 4 == len(shell.ask("list")["facts"])
