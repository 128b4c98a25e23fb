"""Can the MCP Inspector's command line list the tools and call each of them?"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from cortex.model.operations import Operation, tool_name
from tests.edges.mcp.conversation import PATIENCE_SECONDS, SERVE, surroundings

PACKAGE = "@modelcontextprotocol/inspector"
# What each tool is called with, in this order; the facts of the first calls serve the later ones.
CALLS: dict[Operation, dict[str, str]] = {
    Operation.COMMIT: {"text": "The billing gateway listens on port 8443"},
    Operation.CHECKPOINT: {"thread": "gateway", "note": "listener moved to port 8443"},
    Operation.CAPABILITIES: {},
    Operation.ORIENT: {"task": "billing gateway"},
    Operation.QUERY: {"need": "which port does the billing gateway listen on?"},
    Operation.EXPAND: {"reference": "decision::1"},
    Operation.RESOLVE: {"keep": "decision::1", "drop": "decision::2"},
    Operation.FEEDBACK: {"outcome": "success"},
}


@pytest.fixture(scope="module")
def inspector(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Give the environment in which npx finds the Inspector, or skip when it cannot be had."""
    npx = shutil.which("npx")
    if npx is None:
        pytest.skip("not proven: npx is not installed, so the MCP Inspector cannot be run")
    # The home of a test is empty, and so is its npm cache: fetch once, for all calls.
    cache = tmp_path_factory.mktemp("npm")
    environment = {**os.environ, "npm_config_cache": str(cache)}
    probe = subprocess.run(
        [npx, "--yes", "--package", PACKAGE, "--", "node", "--version"],
        capture_output=True,
        cwd=cache,
        env=environment,
        timeout=PATIENCE_SECONDS,
        check=False,
    )
    if probe.returncode:
        pytest.skip("not proven: npm cannot fetch the MCP Inspector here")
    return environment


def inspect(environment: dict[str, str], home: Path, *words: str) -> dict[str, Any]:
    """Run the Inspector against a fresh server and give what it prints."""
    run = subprocess.run(
        ["npx", "--yes", PACKAGE, "--cli", sys.executable, "-c", SERVE, *words],
        capture_output=True,
        cwd=home,
        env={**environment, **surroundings(home)},
        timeout=PATIENCE_SECONDS,
        check=False,
    )
    assert 0 == run.returncode, run.stderr.decode()
    printed = json.loads(run.stdout)
    assert isinstance(printed, dict)
    return printed


@pytest.mark.slow
def test_inspector_lists_and_calls_each_tool(inspector: dict[str, str], tmp_path: Path) -> None:
    """A client written by others, in another language, lists eight tools and calls every one."""
    listed = inspect(inspector, tmp_path, "--method", "tools/list")
    assert [tool_name(operation) for operation in Operation] == [
        tool["name"] for tool in listed["tools"]
    ]
    for operation, arguments in CALLS.items():
        words = ["--method", "tools/call", "--tool-name", tool_name(operation)]
        for name, value in arguments.items():
            words += ["--tool-arg", f"{name}={value}"]
        answered = inspect(inspector, tmp_path, *words)
        assert answered.get("isError") is not True, answered
        assert answered["structuredContent"]["status"]
