"""Does each host's guard, run as its file says, deny each tool that its matcher names?"""

import json
import shlex
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.black_box.seat_installation import install
from tests.black_box.shell import Shell

TEXT = "# STATE (rewritten 2999-01-01T00:00Z)"
PATCH = f"*** Begin Patch\n*** Update File: STATE.md\n@@\n-x\n+{TEXT}\n*** End Patch\n"
SHELL = {"command": f"echo '{TEXT}' > STATE.md"}
FILES = {
    "claude-code": ".claude/settings.local.json",
    "codex": ".codex/hooks.json",
    "gemini-cli": ".gemini/settings.json",
    "cursor": ".cursor/hooks.json",
}
TOOLS: dict[tuple[str, str], dict[str, Any]] = {
    ("claude-code", "Write"): {"file_path": "STATE.md", "content": TEXT},
    ("claude-code", "Edit"): {"file_path": "STATE.md", "old_string": "x", "new_string": TEXT},
    ("claude-code", "MultiEdit"): {
        "file_path": "STATE.md",
        "edits": [{"old_string": "x", "new_string": TEXT}],
    },
    ("claude-code", "NotebookEdit"): {"notebook_path": "memory/a.md", "new_source": TEXT},
    ("claude-code", "Bash"): SHELL,
    ("codex", "Bash"): SHELL,
    ("codex", "apply_patch"): {"command": PATCH},
    ("gemini-cli", "write_file"): {"file_path": "STATE.md", "content": TEXT},
    ("gemini-cli", "replace"): {"file_path": "STATE.md", "old_string": "x", "new_string": TEXT},
    ("gemini-cli", "run_shell_command"): SHELL,
    ("cursor", "Shell"): SHELL,
    ("cursor", "Write"): {"file_path": "STATE.md", "content": TEXT},
    ("cursor", "StrReplace"): {"path": "STATE.md", "old_string": "x", "new_string": TEXT},
    ("cursor", "Edit"): {"file_path": "STATE.md", "old_string": "x", "new_string": TEXT},
}


@pytest.fixture
def folder(shell: Shell) -> Path:
    """Give a seat's folder on a machine where every host that asks guards has Cortex."""
    folder = shell.folder / "die Ablage"
    folder.mkdir()
    shell.ask("install", *(word for host in FILES for word in ("--host", host)), "--apply")
    install(shell, folder, "--name", "ops", "--apply")
    return folder


def test_each_tool_of_a_matcher_is_denied(shell: Shell, folder: Path) -> None:
    """Seat T14: what the host hands over of that tool is understood, and the answer is the host's
    own; a tool that writes nothing wrong passes in silence.
    """
    matched = set()
    for host, file in FILES.items():
        for event, groups in json.loads((folder / file).read_text())["hooks"].items():
            [group] = groups
            [handler] = group.get("hooks", [group])  # Cursor's stand in the list itself.
            words = [*shlex.split(handler["command"]), *handler.get("args", [])]
            for tool in group["matcher"].split("|"):
                matched.add((host, tool))
                given = TOOLS[host, tool]
                assert "2999" in _said(shell, words, event, tool, folder, given), (host, tool)
                right = json.loads(json.dumps(given).replace("2999", "2001"))
                assert "" == _said(shell, words, event, tool, folder, right), (host, tool)
    assert set(TOOLS) == matched


def _said(  # One event of a host, as it is handed over.
    shell: Shell, words: list[str], event: str, tool: str, folder: Path, given: dict[str, Any]
) -> str:
    payload: dict[str, Any] = {
        "hook_event_name": event,
        "session_id": "s1",
        "turn_id": "t1",
        "timestamp": "2026-01-01T00:00:00.000Z",
        "cwd": str(folder),
        "tool_name": tool,
        "tool_use_id": "u1",
        "tool_input": given,
    }
    if event == "preToolUse":
        cursors = {"conversation_id": "s1", "generation_id": "g1", "cursor_version": "2.1.0"}
        payload |= {**cursors, "workspace_roots": [str(folder)]}
    ended = subprocess.run(
        words,
        input=json.dumps(payload).encode(),
        capture_output=True,
        check=True,
        cwd=folder,
        env=shell.environment,
        timeout=60,
    )
    if not ended.stdout:
        return ""
    told = json.loads(ended.stdout)
    told = told.get("hookSpecificOutput", told)
    assert "deny" in {told.get(name) for name in ("permissionDecision", "decision", "permission")}
    names = ("permissionDecisionReason", "reason", "agent_message")
    return next(str(told[name]) for name in names if name in told)
