"""How is a command written for a host that hands it to a shell, or starts it itself?"""

from __future__ import annotations

import shlex
from typing import Any

from cortex.model.installation import Handler


def handler(
    event: str, words: tuple[str, ...], more: dict[str, Any], *, is_exec: bool = False
) -> Handler:
    """Give a handler in the shape that Claude Code, Codex and Gemini CLI share.

    Args:
        is_exec: the host takes the arguments apart from the program and needs no shell.
    """
    command = (
        {"command": words[0], "args": list(words[1:])}
        if is_exec
        else {"command": shlex.join(words)}
    )
    return Handler(event, words, {"type": "command", **command, **more})
