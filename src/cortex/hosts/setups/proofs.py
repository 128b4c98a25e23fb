"""What would a host write to a hook if it were to prove that it works?

One session start and one prompt for each host, in the host's own form, of a session that never was.
"""

from __future__ import annotations

from cortex.model.host_events import (
    CLAUDE_CODE,
    CODEX,
    CURSOR,
    GEMINI_CLI,
    OPENCODE,
    PROMPT,
    SESSION_START,
)

PROOF_SESSION = "cortex-proof"

# The host's own name of each event of a proof.
EVENTS = {
    CLAUDE_CODE: {SESSION_START: "SessionStart", PROMPT: "UserPromptSubmit"},
    CODEX: {SESSION_START: "SessionStart", PROMPT: "UserPromptSubmit"},
    CURSOR: {SESSION_START: "sessionStart", PROMPT: "beforeSubmitPrompt"},
    GEMINI_CLI: {SESSION_START: "SessionStart", PROMPT: "BeforeAgent"},
    OPENCODE: {SESSION_START: "session.created", PROMPT: "chat.message"},
}


def proof_payload(host: str, kind: str, cwd: str, text: str) -> dict[str, object]:
    """Give what a host writes to standard input.

    Args:
        kind: ``SESSION_START`` or ``PROMPT``.
        cwd: absolute path of the folder the session is in.
        text: what the person says; of a prompt only.
    """
    payload: dict[str, object] = {
        "hook_event_name": EVENTS[host][kind],
        "session_id": PROOF_SESSION,
        "cwd": cwd,
    }
    payload |= _about(host, cwd)
    if kind == SESSION_START:
        return {**payload, "source": "startup"}
    return {**payload, "prompt": text, "text": text}


def _about(host: str, cwd: str) -> dict[str, object]:
    """Give the fields by which a host names a prompt, and that only it has."""
    if host == CURSOR:
        return {
            "conversation_id": PROOF_SESSION,
            "generation_id": PROOF_SESSION,
            "cursor_version": "0",
            "workspace_roots": [cwd],
        }
    if host == GEMINI_CLI:
        return {"timestamp": "2000-01-01T00:00:00.000Z"}
    name = {CODEX: "turn_id", OPENCODE: "message_id"}.get(host, "prompt_id")
    return {name: PROOF_SESSION}
