"""Did Cortex itself say this? What it handed out is never taken in again.

A tool's answer that comes from our own server or command is delivered text, whichever host ran it.
Hooks load this on every run. Source: CQR 7.1; docs/formats/host-payloads.md.
"""

from __future__ import annotations

_OURS = "cortex"
_SEPARATORS = ("&&", "||", ";", "|", "\n", "(")


def is_own_tool(tool: str, command: str) -> bool:
    """Tell whether a tool is one of our MCP server, or a shell command that runs ours."""
    if tool and _is_own_server(tool):
        return True
    return _OURS in command and any(_is_own_command(part) for part in _parts(command))


def _is_own_server(tool: str) -> bool:
    """Tell by the name, which each host makes of server and tool in its own way.

    ``mcp__cortex__query``, ``mcp__plugin_cortex_cortex__query``, ``mcp_cortex_query``,
    ``MCP:cortex_query``, ``cortex_query``, ``cortex__query``.
    """
    name = tool.lower().removeprefix("mcp").lstrip("_:. ")
    return name.removeprefix("plugin_").startswith((f"{_OURS}_", f"{_OURS}.", f"{_OURS}:"))


def _parts(command: str) -> list[str]:
    for separator in _SEPARATORS:
        command = command.replace(separator, "\0")
    return command.split("\0")


def _is_own_command(part: str) -> bool:
    words = part.split(None, 1)
    return bool(words) and words[0].strip("\"'").rpartition("/")[2] == _OURS
