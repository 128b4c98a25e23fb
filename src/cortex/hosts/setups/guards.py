"""Which hosts ask a seat's guards before a tool writes, and where is that said?

In files of the seat's folder, so that only seats wait for it (ADR 0164), and of the files there in
the one that is for this machine: the hook names a program of it. Source: OGL 13.1, 14, ADR 0208.
"""

from __future__ import annotations

import shlex

from cortex.hosts.setups.claude_code import EXEC_FORM_SINCE
from cortex.hosts.setups.cursor import FORMAT_VERSION
from cortex.hosts.setups.shells import handler
from cortex.model.host_events import CLAUDE_CODE, CODEX, CURSOR, GEMINI_CLI, TOOL_BEFORE
from cortex.model.installation import Default, Form, Handler, Launcher, Target
from cortex.model.lean_classes import NamedTuple


class _Guard(NamedTuple):
    """How a host asks: its event, the tools that write, how long it waits in its own unit."""

    event: str
    matcher: str
    timeout: int
    file: str
    form: Form


# OpenCode runs a module for the whole machine, which cannot be given a guard for one folder.
_GUARDS = {
    CLAUDE_CODE: _Guard(
        "PreToolUse",
        "Write|Edit|MultiEdit|NotebookEdit|Bash",
        5,
        ".claude/settings.local.json",
        Form.JSON,
    ),
    CODEX: _Guard("PreToolUse", "Bash|apply_patch", 5, ".codex/hooks.json", Form.JSON),
    GEMINI_CLI: _Guard(
        "BeforeTool",
        "write_file|replace|run_shell_command",
        5_000,
        ".gemini/settings.json",
        Form.JSONC,
    ),
    CURSOR: _Guard(
        "preToolUse", "Shell|Write|StrReplace|Edit", 5, ".cursor/hooks.json", Form.JSONC
    ),
}

GUARDED = tuple(_GUARDS)
"""The hosts that can be given a guard."""


def guard(host: str, root: str, launcher: Launcher, version: tuple[int, ...]) -> Target:
    """Give the file of a seat's folder that makes a host ask the guards.

    Args:
        host: one of ``GUARDED``.
        root: the seat's folder.
        version: of the host that was found; empty when nobody knows.
    """
    how = _GUARDS[host]
    words = launcher.hook(TOOL_BEFORE, host)
    path = f"{root}/{how.file}"
    if host == CURSOR:
        fields = {"command": shlex.join(words), "timeout": how.timeout, "matcher": how.matcher}
        flat = Handler(how.event, words, fields, how.matcher, is_flat=True)
        return Target((path,), how.form, (Default(("version",), FORMAT_VERSION), flat), root)
    more: dict[str, object] = {"timeout": how.timeout}
    if host == GEMINI_CLI:
        more["name"] = f"cortex-{TOOL_BEFORE}"
    is_exec = host == CLAUDE_CODE and version >= EXEC_FORM_SINCE
    part = handler(how.event, words, more, is_exec=is_exec)
    return Target((path,), how.form, (part._replace(matcher=how.matcher),), root)
