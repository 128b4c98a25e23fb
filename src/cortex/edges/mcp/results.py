"""How does an answer of ours become what a tool call returns?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cortex.edges.mcp.frames import sound
from cortex.model.operations import FAILED_STATUSES
from cortex.wire.encoding import encode

if TYPE_CHECKING:
    from mcp_types import CallToolResult


def tool_result(answer: dict[str, Any]) -> CallToolResult:
    """Give an answer twice, as the protocol asks: structured, and as one JSON text.

    A host may put the text before a model as it stands, so the text holds no ``<``: stored words
    that look like a tag of the host arrive as data. Decoded, both forms are the same value.
    """
    from mcp_types import CallToolResult, TextContent

    value = sound(answer)
    return CallToolResult(
        content=[TextContent(text=shown(value))],
        structured_content=value,
        is_error=value.get("status") in FAILED_STATUSES,
    )


def shown(value: object) -> str:
    """Give the JSON text of a value with every ``<`` and ``>`` escaped."""
    return encode(value).replace("<", "\\u003c").replace(">", "\\u003e")
