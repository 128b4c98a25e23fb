"""How does Codex speak to a hook, and how does it want to be answered?

Checked against version 0.171.0. It speaks as Claude Code does, under ids of its own. Its schemas
refuse a field they do not know, so an answer has no other. Hooks load this on every run.
Source: docs/formats/host-payloads.md.
"""

from __future__ import annotations

from cortex.hosts import claude_shaped
from cortex.hosts.claude_code import final_turn
from cortex.hosts.claude_shaped import (
    envelope,
    event_of,
    report,
    say_final,
    say_prompt,
    stop_text,
    use_tool,
)
from cortex.hosts.fields import id_of, text_of
from cortex.model import host_events as kinds
from cortex.model.boot import FORM_COMPACT, FORM_FRESH, FORM_RESUMED

AGENT = "codex"

# Bytes of an answer, and of one whose budget was asked for: as for Claude Code.
OUTPUT_BYTES_MAX = 2_000
OUTPUT_BYTES_LIMIT = 9_000

# Bytes of an answer around its text.
ENVELOPE_BYTES = claude_shaped.ENVELOPE_BYTES

FORMS_BY_CAUSE = {
    "startup": FORM_FRESH,
    "clear": FORM_FRESH,
    "resume": FORM_RESUMED,
    "compact": FORM_COMPACT,
}

KINDS_BY_NAME = {
    "SessionStart": kinds.SESSION_START,
    "UserPromptSubmit": kinds.PROMPT,
    "PreToolUse": kinds.TOOL_BEFORE,
    "PostToolUse": kinds.TOOL_AFTER,
    "Stop": kinds.TURN_END,
    "PreCompact": kinds.COMPACT_BEFORE,
    "PostCompact": kinds.COMPACT_AFTER,
    "SessionEnd": kinds.SESSION_END,
}

ANSWERED = {
    kinds.SESSION_START: "SessionStart",
    kinds.PROMPT: "UserPromptSubmit",
    kinds.TOOL_AFTER: "PostToolUse",
}


def read_event(payload: dict[str, object]) -> kinds.HostEvent | None:
    """Give the event of a payload, or None when it is none of ours. Never raises."""
    kind = KINDS_BY_NAME.get(text_of(payload, "hook_event_name"))
    if kind is None:
        return None
    event = event_of(AGENT, kind, payload)
    if event.agent_id and kind not in {kinds.TOOL_BEFORE, kinds.TOOL_AFTER}:
        return None
    turn_id = id_of(payload, "turn_id")
    if kind == kinds.PROMPT:
        say_prompt(event, text_of(payload, "prompt"), turn_id)
    elif kind == kinds.TURN_END:
        say_final(event, stop_text(payload), final_turn(payload, turn_id))
    elif kind in {kinds.TOOL_BEFORE, kinds.TOOL_AFTER}:
        use_tool(event, payload, id_of(payload, "tool_use_id") or id_of(payload, "call_id"))
        if kind == kinds.TOOL_AFTER:
            report(event, payload.get("tool_response"))
    return event


def answer(event: kinds.HostEvent, context: str) -> bytes:
    """Give what the host wants printed, or nothing where it listens to nothing."""
    return envelope(AGENT, ANSWERED.get(event.kind), context)
