"""What does Codex need, and where? Checked with version 0.171."""

from __future__ import annotations

from cortex.hosts.setups.instructions import instructions
from cortex.hosts.setups.shells import handler
from cortex.model.host_events import (
    CODEX,
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
    Launcher,
    Setup,
    Switch,
    Target,
)

NAME = "Codex"
PROGRAM = "codex"

# Nothing comes of a tool before it runs, so it does not wait for us (ADR 0164).
# Event, kind of ours, seconds after which the host gives up.
EVENTS = (
    ("SessionStart", SESSION_START, 5),
    ("UserPromptSubmit", PROMPT, 5),
    ("PostToolUse", TOOL_AFTER, 5),
    ("Stop", TURN_END, 5),
    ("PreCompact", COMPACT_BEFORE, 5),
    ("PostCompact", COMPACT_AFTER, 5),
    ("SessionEnd", SESSION_END, 3),  # More is warned about at each start, and cut to this.
)

# Seconds the host waits for the server; its own 10 can be short for a first start after an upgrade.
STARTUP_SECONDS = 30


def setup(folders: Folders, launcher: Launcher, version: tuple[int, ...]) -> Setup:
    """Give what belongs into which file."""
    del version
    project = folders.project
    folder = f"{project}/.codex" if project else folders.codex
    notes = f"{project}/AGENTS.md" if project else f"{folders.codex}/AGENTS.md"
    program, *arguments = launcher.server()
    entry = Entry(
        ("mcp_servers", SERVER_NAME),
        {"command": program, "args": arguments, "startup_timeout_sec": STARTUP_SECONDS},
    )
    hooks = tuple(
        handler(event, launcher.hook(kind, CODEX), {"timeout": seconds})
        for event, kind, seconds in EVENTS
    )
    return Setup(
        CODEX,
        NAME,
        (
            Target((f"{folder}/hooks.json",), Form.JSON, hooks, project),
            Target((f"{folder}/config.toml",), Form.TOML, (entry,), project),
            Target((notes,), Form.MARKDOWN, (instructions(),), project),
        ),
        ("in Codex, open /hooks and trust the hooks of Cortex; until then they do not run",),
        switches=(
            Switch(f"{folders.codex}/config.toml", Form.TOML, ("features", "hooks"), off=False),
        ),
    )
