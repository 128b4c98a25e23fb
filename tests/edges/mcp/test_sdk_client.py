"""Does the official client, over real pipes, find what it expects?"""

import sys
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import Client, MCPError, StdioServerParameters, stdio_client

from cortex.model.operations import Operation, tool_name
from tests.edges.mcp.conversation import SERVE, surroundings

FACT = "The billing gateway listens on port 8443 because 443 needs root"


def parameters(home: Path) -> StdioServerParameters:
    """Give how the client starts the server."""
    return StdioServerParameters(
        command=sys.executable, args=["-c", SERVE], env=surroundings(home), cwd=home
    )


async def session(home: Path) -> dict[str, Any]:
    """Do what an agent does in a session and give what was seen."""
    seen: dict[str, Any] = {}
    async with Client(stdio_client(parameters(home))) as client:
        seen["revision"] = client.protocol_version
        listed = await client.list_tools()
        seen["tools"] = [tool.name for tool in listed.tools]
        entries = [{"local_id": "gw", "text": FACT}]
        committed = await client.call_tool("cortex_commit", {"entries": entries})
        seen["committed"] = committed.structured_content
        oriented = await client.call_tool("cortex_orient", {"task": "billing gateway port"})
        seen["oriented"] = oriented.structured_content
        opening = {"alias": "m1", "receipt": seen["oriented"]["receipt"]}
        seen["opened"] = (await client.call_tool("cortex_expand", opening)).structured_content
        seen["refused"] = (await client.call_tool("cortex_checkpoint", {})).is_error
        resources = await client.list_resources()
        seen["resources"] = [str(resource.uri) for resource in resources.resources]
        for uri in seen["resources"]:
            (content,) = (await client.read_resource(uri)).contents
            seen[uri] = content.model_dump().get("text")
        try:
            await client.call_tool("cortex_qurey", {})
        except MCPError as error:
            seen["unknown"] = error.error.data
    return seen


def test_session_of_the_official_client(tmp_path: Path) -> None:
    """Tools, results validated by the client, resources and errors are what the SDK expects.

    CQR F2, CQR F19
    """
    seen = anyio.run(session, tmp_path)
    assert [tool_name(operation) for operation in Operation] == seen["tools"]
    assert ["gw.decision"] == list(seen["committed"]["receipt"]["entries"])
    assert [FACT] == [card["statement"] for card in seen["oriented"]["cards"]]
    assert FACT == seen["opened"]["records"][0]["record"]["fact"]["statement"]
    assert seen["refused"] is True
    assert ["cortex_query"] == seen["unknown"]["suggestions"]
    assert FACT in seen["cortex://brief"]
    assert "cortex_commit" in seen["cortex://tooling/tools"]
    assert '"status":"ok"' in seen["cortex://tooling/capabilities"]


@pytest.mark.parametrize("mode", ["legacy", "auto"])
def test_both_eras_are_negotiated(tmp_path: Path, mode: str) -> None:
    """A client that shakes hands gets the last handshake revision, one that need not, today's."""

    async def revision() -> str:
        async with Client(stdio_client(parameters(tmp_path)), mode=mode) as client:
            return str(client.protocol_version)

    expected = {"legacy": "2025-11-25", "auto": "2026-07-28"}
    assert expected[mode] == anyio.run(revision)
