"""Can a script do over the command line whatever an agent does over MCP, with the same answers?"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from cortex.model.operations import Operation, tool_name
from tests.edges.mcp.conversation import PATIENCE_SECONDS, call, converse, surroundings

CORTEX = "from cortex.edges.cli.entry import main; raise SystemExit(main())"
FACT = "The billing gateway listens on port 8443 because 443 needs root"
QUESTION = {"need": "which port does the billing gateway listen on?", "evidence": "support"}


def command(home: Path, name: str, arguments: dict[str, Any]) -> dict[str, Any]:
    """Run `cortex op NAME --json` and give what the operation answered."""
    words = ["op", name, "--args", json.dumps(arguments), "--json"]
    run = subprocess.run(
        [sys.executable, "-c", CORTEX, *words],
        capture_output=True,
        cwd=home,
        env=surroundings(home),
        timeout=PATIENCE_SECONDS,
        check=False,
    )
    data = json.loads(run.stdout)["data"]
    assert isinstance(data, dict)
    return data


def test_one_key_gives_one_receipt_on_both(tmp_path: Path) -> None:
    """What was committed over one surface is replayed by the other. CQR E9"""
    commit = {"text": FACT, "idempotency_key": "once"}
    stored = command(tmp_path, "commit", commit)
    heard = converse(tmp_path, [call(1, "cortex_commit", **commit)])
    assert stored["receipt"] == heard.result(1)["receipt"]
    assert (1, 0) == (stored["stored"], heard.result(1)["stored"])


def test_both_give_the_same_answer(tmp_path: Path) -> None:
    """The same question gets the same view, cards, reasons and receipt. CQR F14"""
    command(tmp_path, "commit", {"text": FACT})
    heard = converse(tmp_path, [call(1, "cortex_query", **QUESTION)])
    assert command(tmp_path, "query", QUESTION) == heard.result(1)


@pytest.mark.parametrize("operation", list(Operation))
def test_each_tool_has_a_twin(tmp_path: Path, operation: Operation) -> None:
    """Each operation answers on the command line as it does over MCP, refusals included. case 44"""
    heard = converse(tmp_path, [call(1, tool_name(operation))])
    twin = command(tmp_path, operation.value, {})
    assert heard.result(1)["status"] == twin["status"]
    assert heard.result(1).get("field") == twin.get("field")
