"""What does a client hear that calls a tool nobody has?"""

from __future__ import annotations

from typing import Any

from cortex.model.operations import Operation, find_replacement, tool_name
from cortex.wiring.names import nearest_name, without_secrets

SUGGESTIONS_MAX = 5
"""Names offered for one that does not exist."""

_SHOWN_CHARS_MAX = 60
UNKNOWN_TOOL = "UNKNOWN_TOOL"
MISSING_TOOL_NAME = "MISSING_TOOL_NAME"


def unknown_tool(name: str) -> dict[str, Any]:
    """Give the data of the error: its code, what replaced a removed tool, and near names."""
    replacement = find_replacement(name)
    if replacement is not None:
        return {
            "code": UNKNOWN_TOOL,
            "removed": True,
            "replacement": replacement,
            "fixHint": f"use {replacement}",
            "suggestions": suggestions(replacement.split(" ", maxsplit=1)[0].rstrip(",")),
        }
    near = suggestions(name)
    hint = f"did you mean {near[0]}?" if near else "tools/list names the tools there are"
    return {"code": UNKNOWN_TOOL, "removed": False, "fixHint": hint, "suggestions": near}


def suggestions(name: str) -> list[str]:
    """Give the tools a name may have been meant as, nearest first, at most five; may be empty."""
    left = {operation.value: tool_name(operation) for operation in Operation}
    found: list[str] = []
    bare = name.removeprefix("cortex_")[:_SHOWN_CHARS_MAX]
    while left and len(found) < SUGGESTIONS_MAX:
        near = nearest_name(bare, tuple(left))
        if near is None:
            break
        found.append(left.pop(near))
    return found


def shown_name(name: str) -> str:
    """Give a tool name fit for a message: short, on one line, without a secret."""
    safe = without_secrets(name[:_SHOWN_CHARS_MAX])
    return "".join(c if c.isprintable() else "?" for c in safe)
