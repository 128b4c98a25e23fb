"""What does Gemini CLI need, and where? Checked with version 0.61; timeouts in milliseconds."""

from __future__ import annotations

from cortex.hosts.setups.instructions import instructions
from cortex.hosts.setups.shells import handler
from cortex.model.host_events import (
    COMPACT_BEFORE,
    GEMINI_CLI,
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
    Target,
)

NAME = "Gemini CLI"
PROGRAM = "gemini"

# Nothing comes of a tool before it runs, so it does not wait for us (ADR 0164).
# Event, kind of ours, milliseconds after which the host gives up.
EVENTS = (
    ("SessionStart", SESSION_START, 5_000),
    ("BeforeAgent", PROMPT, 5_000),
    ("AfterTool", TOOL_AFTER, 5_000),
    ("AfterAgent", TURN_END, 5_000),
    ("PreCompress", COMPACT_BEFORE, 5_000),
    ("SessionEnd", SESSION_END, 5_000),
)


def setup(folders: Folders, launcher: Launcher, version: tuple[int, ...]) -> Setup:
    """Give what belongs into which file."""
    del version
    project = folders.project
    folder = f"{project}/.gemini" if project else folders.gemini
    notes = f"{project}/GEMINI.md" if project else f"{folders.gemini}/GEMINI.md"
    program, *arguments = launcher.server()
    entry = Entry(("mcpServers", SERVER_NAME), {"command": program, "args": arguments})
    hooks = tuple(
        handler(event, launcher.hook(kind, GEMINI_CLI), {"name": f"cortex-{kind}", "timeout": ms})
        for event, kind, ms in EVENTS
    )
    return Setup(
        GEMINI_CLI,
        NAME,
        (
            Target((f"{folder}/settings.json",), Form.JSONC, (entry, *hooks), project),
            Target((notes,), Form.MARKDOWN, (instructions(),), project),
        ),
        ("trust the folder in Gemini CLI; in others it starts no server and runs no hook",),
    )
