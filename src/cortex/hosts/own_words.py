"""Did Cortex itself say this? What it handed out is never taken in again.

A tool's answer that comes from our own server or command is delivered text, whichever host ran it.
Hooks load this on every run. Source: CQR 7.1; docs/formats/host-payloads.md.
"""

from __future__ import annotations

_OURS = "cortex"
_SEPARATORS = ("&&", "||", ";", "|", "\n", "(", "`", "&")

# Words of a shell that run what comes behind them; their options and settings are passed over.
_RUNNERS = frozenset(
    """! { if then else elif while until do time env sudo doas nohup nice timeout exec command xargs
    uv uvx pipx poetry pdm hatch npx run bash sh zsh dash python py""".split()
)


def is_own_tool(tool: str, command: str) -> bool:
    """Tell whether a tool is one of our MCP server, or a shell command that runs ours."""
    if tool and _is_own_server(tool):
        return True
    return _OURS in command and any(_is_own_command(part) for part in _parts(command))


def _is_own_server(tool: str) -> bool:
    """Tell by the name, which each host makes of server and tool in its own way.

    ``mcp__cortex__query``, ``mcp__plugin_cortex_cortex__query``, ``mcp_cortex_query``,
    ``MCP:cortex_query``, ``cortex_query``, ``cortex__query``, ``cortex/query``.
    """
    name = tool.lower().removeprefix("mcp").lstrip("_:. /")
    return name.removeprefix("plugin_").startswith(tuple(f"{_OURS}{joint}" for joint in "_.:/"))


def _parts(command: str) -> list[str]:
    for separator in _SEPARATORS:
        command = command.replace(separator, "\0")
    return command.split("\0")


def _is_own_command(part: str) -> bool:
    """Tell whether the program that a part of a command line runs is ours."""
    for word in part.split():
        name = word.strip("\"'").replace("\\", "/").rpartition("/")[2]
        if name.removesuffix(".exe") == _OURS:
            return True
        if not (
            name.rstrip("0123456789.") in _RUNNERS
            or word.startswith("-")
            or "=" in word
            or word[0].isdigit()
        ):
            return False
    return False
