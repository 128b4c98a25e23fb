"""Which commands in a host's configuration are ours, whichever version wrote them, and how?"""

from __future__ import annotations

import shlex
from typing import Any

from cortex.model.host_events import TOOL_BEFORE

_PROGRAMS = ("cortex", "cortex.exe")
_HOOKS = ("hook", "hook-boot")
_SERVER = "mcp"


def words_of(handler: Any) -> tuple[str, ...]:
    """Give the words that a handler or a server entry runs; empty when it runs no command.

    A command with arguments of its own, a list, or one text for a shell.
    """
    if not isinstance(handler, dict):
        return ()
    command, arguments = handler.get("command"), handler.get("args")
    if isinstance(command, list):
        return tuple(word for word in command if isinstance(word, str))
    if not isinstance(command, str):
        return ()
    if isinstance(arguments, list):
        return (command, *(word for word in arguments if isinstance(word, str)))
    try:
        return tuple(shlex.split(command))
    except ValueError:
        return ()


def is_our_hook(handler: Any) -> bool:
    """Tell whether a handler runs a hook of ours; the status line is the person's own."""
    return _verb_of(words_of(handler)) in _HOOKS


def is_our_guard(handler: Any) -> bool:
    """Tell whether a handler is our hook before a tool: seats have it, other folders do not."""
    return TOOL_BEFORE in words_of(handler) and is_our_hook(handler)


def is_our_server(entry: Any) -> bool:
    """Tell whether an entry of an MCP list runs our server."""
    return _verb_of(words_of(entry)) == _SERVER


def _verb_of(words: tuple[str, ...]) -> str:
    """Give the word behind our program, options left out; empty when it is not ours."""
    for at, word in enumerate(words):
        if word.replace("\\", "/").rpartition("/")[2] in _PROGRAMS:
            rest = list(words[at + 1 :])
            while rest and rest[0].startswith("-"):
                rest = rest[1:] if "=" in rest[0] or rest[0] == "--json" else rest[2:]
            return rest[0] if rest else ""
    return ""
