"""Are several messages on one line answered as the revision says that was agreed on?"""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.edges.mcp.conversation import INITIALIZE, INITIALIZED, Heard, Line, converse, request

INVALID = -32600
NOTE = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 99}}


def greeted(home: Path, revision: str, *batches: list[Any]) -> Heard:
    """Agree on a revision, then send arrays."""
    hello = {**INITIALIZE, "params": {**INITIALIZE["params"], "protocolVersion": revision}}
    lines: list[Line] = [hello, INITIALIZED, *(json.dumps(batch).encode() for batch in batches)]
    return converse(home, lines, greet=False)


def arrays(heard: Heard) -> list[list[dict[str, Any]]]:
    """Give the lines that hold several answers, in order."""
    lines: list[Any] = [*heard.lines]
    return [line for line in lines if isinstance(line, list)]


def test_batch_is_answered_with_one_array(tmp_path: Path) -> None:
    """Every request has its answer in the array of its own line; notifications have none."""
    heard = greeted(
        tmp_path,
        "2025-03-26",
        [request(1, "ping"), NOTE, request("b", "tools/list"), 5],
        [request(2, "ping")],
        [NOTE],
        [{"jsonrpc": "2.0", "id": 3}],
    )
    assert [[1, None, "b"], [2], [3]] == sorted(
        (sorted((one["id"] for one in array), key=str) for array in arrays(heard)), key=str
    )
    answers = {one["id"]: one for array in arrays(heard) for one in array}
    assert {1, "b", None, 2, 3} == set(answers)
    assert {} == answers[1]["result"]
    assert (INVALID, INVALID) == (answers[None]["error"]["code"], answers[3]["error"]["code"])


def test_id_is_used_once_and_initialize_stands_alone(tmp_path: Path) -> None:
    """What could not be told apart or may not stand there is refused in the array."""
    again = {**INITIALIZE, "id": 2}
    heard = greeted(tmp_path, "2025-03-26", [request(1, "ping"), request(1, "ping"), again])
    (array,) = arrays(heard)
    assert [(1, True), (2, True), (1, False)] == [(one["id"], "error" in one) for one in array]


@pytest.mark.parametrize("revision", ["2024-11-05", "2025-06-18"])
def test_batch_of_another_revision_is_refused(tmp_path: Path, revision: str) -> None:
    """One refusal for the line, and the conversation goes on."""
    heard = greeted(tmp_path, revision, [request(1, "ping")])
    assert INVALID == heard.answer(None)["error"]["code"]
    assert 2 == len(heard.lines)


def test_cancelled_request_holds_up_no_batch(tmp_path: Path) -> None:
    """A request nobody waits for any more is not waited for either."""
    cancel = {**NOTE, "params": {"requestId": 1}}
    heard = greeted(tmp_path, "2025-03-26", [request(1, "tools/list"), request(2, "ping"), cancel])
    (array,) = arrays(heard)
    assert 2 in [one["id"] for one in array]
