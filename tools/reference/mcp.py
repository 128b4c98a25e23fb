"""Which tools does an agent see? ``docs/reference/mcp.md``, from the list that the server sends."""

import json
from collections.abc import Iterator
from typing import Any

from cortex.edges.mcp.tools import tool_list
from tools.reference.markdown import Incomplete, code, page, table


def render() -> str:
    """Return the page. Raises Incomplete for a tool without title or description."""
    tools = tool_list()
    missing = [
        f"{each.get('name', 'a tool')} has no {key}"
        for each in tools
        for key in ("name", "title", "description", "inputSchema")
        if not each.get(key)
    ]
    if missing:
        raise Incomplete(missing)
    size = len(json.dumps(tools, ensure_ascii=False, separators=(",", ":")).encode())
    blocks = [
        f"What `cortex mcp` offers over standard input and output: {len(tools)} tools, {size:,} "
        "bytes of definitions. Empty, null and absent arguments are the same. Each answer is one "
        "object with a `status`; what else it holds is said in [formats](../formats/README.md).",
        table(("tool", "what it is for"), ((_link(each), each["description"]) for each in tools)),
    ]
    for each in tools:
        blocks += _section(each)
    return page("MCP tools", "`src/cortex/edges/mcp/tools.py`", blocks)


def _link(tool: dict[str, Any]) -> str:
    return f"[{code(tool['name'])}](#{tool['name']})"


def _section(tool: dict[str, Any]) -> Iterator[str]:
    yield f"## {tool['name']}"
    yield f"**{tool['title']}.** {tool['description']}"
    hints = [name.removesuffix("Hint") for name, value in _hints(tool) if value]
    yield f"Hints: {', '.join(hints) or 'none'}."
    schema = tool["inputSchema"]
    required = schema.get("required", ())
    rows = (
        (code(name), _kind(field) + (", required" if name in required else ""), _about(field))
        for name, field in schema.get("properties", {}).items()
    )
    yield table(("argument", "type", "meaning"), rows)


def _hints(tool: dict[str, Any]) -> list[tuple[str, bool]]:
    return list(tool.get("annotations", {}).items())


def _kind(field: dict[str, Any]) -> str:
    if "enum" in field:
        return " or ".join(code(str(choice)) for choice in field["enum"])
    kind = str(field.get("type", "any"))
    return f"array of {_kind(field['items'])}" if kind == "array" and "items" in field else kind


def _about(field: dict[str, Any]) -> str:
    return str(field.get("description", ""))
