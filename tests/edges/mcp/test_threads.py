"""Can an agent keep a thread over MCP, and is it held for an agent whatever it calls itself?"""

from pathlib import Path

import pytest

from tests.edges.mcp.conversation import INITIALIZE, INITIALIZED, call, converse

CHECKPOINT = "cortex_checkpoint"


def test_agent_keeps_a_thread_and_the_next_one_goes_on(tmp_path: Path) -> None:
    """What one server kept, the next one tells in one call. CQR G10"""
    first = converse(
        tmp_path,
        [
            call(1, CHECKPOINT, thread="gw", goal="Move the gateway", state="listener moved"),
            call(2, CHECKPOINT, thread="gw", action="obligation", obligation="Renew certificates"),
            call(3, CHECKPOINT, action="transition", obligation="rev:2@1", to="in_progress"),
            call(4, CHECKPOINT, thread="gw", action="attempt", attempt={"transcript": "..."}),
        ],
    )
    statuses = [first.result(number)["status"] for number in (1, 2, 3, 4)]
    assert ["ok", "ok", "ok", "invalid_request"] == statuses
    assert "rev:2@2" == first.result(3)["obligation"]["revision"]
    second = converse(tmp_path, [call(1, "cortex_orient", thread="gw")])
    going = second.result(1)["continuation"]
    assert "Move the gateway" == going["goal"]
    assert ["in_progress"] == [owed["state"] for owed in going["unfinished_work"]]


@pytest.mark.parametrize("name", ["tester", "cli", "solo"])
def test_no_client_is_taken_for_a_person(tmp_path: Path, name: str) -> None:
    """A client may call itself as it likes and still cannot promote a preference. CQR G1"""
    params = {**INITIALIZE["params"], "clientInfo": {"name": name, "version": "1"}}
    promote = {"rule": "preference", "text": "Commit messages are written in English"}
    lines = [
        {**INITIALIZE, "params": params},
        INITIALIZED,
        call(1, "cortex_commit", promote=promote),
    ]
    answer = converse(tmp_path, lines, greet=False).result(1)
    assert ("denied", "promote.rule") == (answer["status"], answer["field"])
