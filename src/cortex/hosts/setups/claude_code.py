"""What does Claude Code need, and where? Checked with version 2.1.197.

Everything goes into files that a person does not share: a hook names a program of this machine.
"""

from __future__ import annotations

from cortex.hosts.setups.instructions import instructions
from cortex.hosts.setups.shells import handler
from cortex.model.host_events import (
    CLAUDE_CODE,
    COMPACT_AFTER,
    COMPACT_BEFORE,
    PROMPT,
    SESSION_END,
    SESSION_START,
    TOOL_AFTER,
    TURN_END,
)
from cortex.model.installation import (
    SERVER_NAME,
    Entry,
    Folders,
    Form,
    Handler,
    Launcher,
    Setup,
    Switch,
    Target,
)

NAME = "Claude Code"
PROGRAM = "claude"

# Nothing comes of a tool before it runs, so it does not wait for us (ADR 0164).
# Event, kind of ours, seconds after which the host gives up. Ours end long before that.
EVENTS = (
    ("SessionStart", SESSION_START, 5),
    ("UserPromptSubmit", PROMPT, 5),
    ("PostToolUse", TOOL_AFTER, 5),
    ("PostToolUseFailure", TOOL_AFTER, 5),
    ("Stop", TURN_END, 5),
    ("PreCompact", COMPACT_BEFORE, 5),
    ("PostCompact", COMPACT_AFTER, 5),
    ("SessionEnd", SESSION_END, 5),
)

# The first version known to start a program without a shell, and so to take any path as it is.
EXEC_FORM_SINCE = (2, 1, 197)

# The setting that lists plugins, by name and market place; ours brings the same hooks and server.
PLUGINS = "enabledPlugins"


def setup(folders: Folders, launcher: Launcher, version: tuple[int, ...]) -> Setup:
    """Give what belongs into which file.

    Args:
        version: of the host that was found; empty when nobody knows.
    """
    project = folders.project
    settings = (
        f"{project}/.claude/settings.local.json" if project else (f"{folders.claude}/settings.json")
    )
    notes = f"{project}/CLAUDE.local.md" if project else f"{folders.claude}/CLAUDE.md"
    servers = ("projects", project, "mcpServers") if project else ("mcpServers",)
    return Setup(
        CLAUDE_CODE,
        NAME,
        (
            Target((settings,), Form.JSON, hooks(launcher, version), project),
            Target((folders.claude_state,), Form.JSON, (server(launcher, servers),)),
            Target((notes,), Form.MARKDOWN, (instructions(),), project),
        ),
        ("start a new session; one that runs already keeps its old hooks",),
        (f"{folders.claude}/settings.json", PLUGINS),
        (Switch(f"{folders.claude}/settings.json", Form.JSON, ("disableAllHooks",), off=True),),
    )


def hooks(launcher: Launcher, version: tuple[int, ...]) -> tuple[Handler, ...]:
    """Give the handler of each event."""
    is_exec = version >= EXEC_FORM_SINCE
    return tuple(
        handler(event, launcher.hook(kind, CLAUDE_CODE), {"timeout": seconds}, is_exec=is_exec)
        for event, kind, seconds in EVENTS
    )


def server(launcher: Launcher, path: tuple[str, ...]) -> Entry:
    """Give the entry that `claude mcp add` would write."""
    program, *arguments = launcher.server()
    fields = {"type": "stdio", "command": program, "args": arguments, "env": {}}
    return Entry((*path, SERVER_NAME), fields)
