"""Which documents may a client read without calling a tool?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.edges.mcp.results import shown
from cortex.edges.mcp.tools import tool_list
from cortex.model.operations import Operation

if TYPE_CHECKING:
    from cortex.edges.mcp.worker import Worker

CAPABILITIES = "cortex://tooling/capabilities"
TOOLS = "cortex://tooling/tools"
BRIEF = "cortex://brief"
_JSON = "application/json"

RESOURCES = {
    CAPABILITIES: {
        "uri": CAPABILITIES,
        "name": "capabilities",
        "title": "What this memory can do",
        "mimeType": _JSON,
    },
    TOOLS: {
        "uri": TOOLS,
        "name": "tools",
        "title": "The tools with their schemas",
        "mimeType": _JSON,
    },
    BRIEF: {
        "uri": BRIEF,
        "name": "brief",
        "title": "The brief of the place the server was started in",
        "mimeType": "text/plain",
    },
}


async def resource_text(uri: str, worker: Worker, agent: str) -> str:
    """Give the text of one of RESOURCES as things stand now."""
    if uri == TOOLS:
        return shown({"tools": tool_list()})
    if uri == CAPABILITIES:
        return shown(await worker.operate(Operation.CAPABILITIES, None, agent))
    answer = await worker.operate(Operation.ORIENT, None, agent)
    return str(answer.get("brief", answer.get("error", "")))
