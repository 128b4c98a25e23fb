"""Is the tool list complete, true and small?"""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from cortex.edges.mcp.tools import tool_list
from cortex.model.operations import WRITING_OPERATIONS, Operation, find_operation, tool_name
from cortex.services.operations.dispatch import TABLE
from tests.edges.mcp.conversation import converse, request

ROOT = Path(__file__).resolve().parents[3]
LIST_BYTES_MAX = 7 * 1024
TOOLS = tool_list()


def fields_of(tool: dict[str, Any]) -> dict[str, Any]:
    """Give the argument schemas of a tool by name."""
    properties = tool["inputSchema"]["properties"]
    assert isinstance(properties, dict)
    return properties


def test_exactly_the_eight_operations_are_listed() -> None:
    """One tool for each operation, in their order, and no other. CQR F1, case 43"""
    assert [tool_name(operation) for operation in Operation] == [tool["name"] for tool in TOOLS]


def test_list_is_small_as_sent(tmp_path: Path) -> None:
    """The whole line a client receives for tools/list is under 7 KB; it is sent without blanks."""
    heard = converse(tmp_path, [request(2, "tools/list")])
    assert TOOLS == heard.answer(2)["result"]["tools"]
    line = json.dumps(heard.answer(2), separators=(",", ":"), ensure_ascii=False).encode()
    assert LIST_BYTES_MAX > len(line)


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool["name"])
def test_each_listed_field_is_read(tool: dict[str, Any]) -> None:
    """A field a schema names is one the operation knows; a required one is listed."""
    operation = find_operation(tool["name"])
    assert operation is not None
    fields, _ = TABLE[operation]
    assert [] == [name for name in fields_of(tool) if fields.find(name) is None]
    assert set(tool["inputSchema"].get("required", ())) <= set(fields_of(tool))


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool["name"])
def test_annotations_say_what_the_operation_does(tool: dict[str, Any]) -> None:
    """Readers are read-only, only a resolution takes something away, nothing leaves the machine."""
    operation = find_operation(tool["name"])
    hints = tool["annotations"]
    assert hints["readOnlyHint"] is (operation not in WRITING_OPERATIONS)
    assert hints["destructiveHint"] is (operation is Operation.RESOLVE)
    assert hints["openWorldHint"] is False
    assert {"readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"} == set(hints)


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool["name"])
def test_schemas_suit_strict_clients(tool: dict[str, Any]) -> None:
    """Every field has a type, every list its items; both schemas are objects."""
    assert "object" == tool["inputSchema"]["type"] == tool["outputSchema"]["type"]
    for schema in fields_of(tool).values():
        assert schema["type"] in {"string", "integer", "boolean", "array", "object"}
        assert ("items" in schema) is (schema["type"] == "array")


@pytest.mark.parametrize("page", ["docs/formats/operations.md", "docs/guide/mcp.md"])
def test_pages_name_the_tools_there_are(page: str) -> None:
    """The documentation names exactly the tools the server lists. case 43"""
    named = set(re.findall(r"\bcortex_[a-z]+\b", (ROOT / page).read_text(encoding="utf-8")))
    assert {tool["name"] for tool in TOOLS} == named
