"""What does Cursor need, and where? From its documentation; no version could be run here.

It has no place for instructions at a person's own level that a program could write, so those go
into a project alone.
"""

from __future__ import annotations

import shlex

from cortex.hosts.setups.instructions import instructions
from cortex.model.host_events import (
    COMPACT_BEFORE,
    CURSOR,
    PROMPT,
    SESSION_END,
    SESSION_START,
    TOOL_AFTER,
    TURN_END,
)
from cortex.model.installation import (
    SERVER_NAME,
    Default,
    Entry,
    Folders,
    Form,
    Handler,
    Launcher,
    Setup,
    Target,
)

NAME = "Cursor"
PROGRAM = "cursor"

# Nothing comes of a tool before it runs, so it does not wait for us (ADR 0164).
# Event, kind of ours, seconds after which the host gives up.
EVENTS = (
    ("sessionStart", SESSION_START, 5),
    ("beforeSubmitPrompt", PROMPT, 5),
    ("postToolUse", TOOL_AFTER, 5),
    ("postToolUseFailure", TOOL_AFTER, 5),
    ("afterAgentResponse", TURN_END, 5),
    ("preCompact", COMPACT_BEFORE, 5),
    ("sessionEnd", SESSION_END, 5),
)

FORMAT_VERSION = 1  # Of its hooks file.

_RULE_HEAD = """\
---
description: Private memory of this machine
alwaysApply: true
---

"""


def setup(folders: Folders, launcher: Launcher, version: tuple[int, ...]) -> Setup:
    """Give what belongs into which file."""
    del version
    project = folders.project
    folder = f"{project}/.cursor" if project else folders.cursor
    program, *arguments = launcher.server()
    entry = Entry(("mcpServers", SERVER_NAME), {"command": program, "args": arguments})
    hooks = tuple(
        Handler(event, words, {"command": shlex.join(words), "timeout": seconds}, is_flat=True)
        for event, kind, seconds in EVENTS
        for words in (launcher.hook(kind, CURSOR),)
    )
    version_part = Default(("version",), FORMAT_VERSION)
    targets = [
        Target((f"{folder}/hooks.json",), Form.JSONC, (version_part, *hooks), project),
        Target((f"{folder}/mcp.json",), Form.JSONC, (entry,), project),
    ]
    if project:
        rule = f"{folder}/rules/cortex.mdc"
        targets.append(Target((rule,), Form.MARKDOWN, (instructions(_RULE_HEAD),), project))
    steps = () if project else ("for instructions, run `cortex install --project` in a project",)
    return Setup(CURSOR, NAME, tuple(targets), steps)
