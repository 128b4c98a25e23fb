"""How does OpenCode speak, through the plugin that ``cortex install`` puts there?

It has no shell hooks. The plugin writes one flat object a call, named after the hook or the event
of the bus that called it, and hands the ``context`` of the answer on. Checked against version
1.18.33, plugin interface 1. Hooks load this on every run.
Source: docs/formats/host-payloads.md.
"""

from __future__ import annotations

from cortex.hosts.claude_shaped import event_of, report, say_final, say_prompt, use_tool
from cortex.hosts.fields import id_of, quoted, text_of
from cortex.model import host_events as kinds

AGENT = "opencode"

# Bytes of an answer, and of one whose budget was asked for: as for Claude Code.
OUTPUT_BYTES_MAX = 2_000
OUTPUT_BYTES_LIMIT = 9_000

KINDS_BY_NAME = {
    "session.created": kinds.SESSION_START,
    "chat.message": kinds.PROMPT,
    "tool.execute.before": kinds.TOOL_BEFORE,
    "tool.execute.after": kinds.TOOL_AFTER,
    "session.idle": kinds.TURN_END,
    "experimental.session.compacting": kinds.COMPACT_BEFORE,
    "session.compacted": kinds.COMPACT_AFTER,
    "session.deleted": kinds.SESSION_END,
}

_ANSWERED = (kinds.SESSION_START, kinds.PROMPT, kinds.COMPACT_BEFORE)
_HEAD = '{"context":'
_TAIL = "}\n"

# A system prompt is no part of what the host stores, so each process needs the brief whole.
FORMS_BY_CAUSE: dict[str, str] = {}

# Bytes of an answer around its text.
ENVELOPE_BYTES = len(_HEAD) + 2 + len(_TAIL)


def read_event(payload: dict[str, object]) -> kinds.HostEvent | None:
    """Give the event of a payload, or None when it is none of ours. Never raises.

    A session with a parent is a subagent's; of it, what tools gave is an event of the parent's.
    """
    kind = KINDS_BY_NAME.get(text_of(payload, "hook_event_name"))
    if kind is None:
        return None
    event = event_of(AGENT, kind, payload)
    parent = id_of(payload, "parent_id")
    if parent:
        event.agent_id, event.session_id = event.session_id, parent
        if kind not in {kinds.TOOL_BEFORE, kinds.TOOL_AFTER}:
            return None
    event.host_version = id_of(payload, "host_version")
    message_id = id_of(payload, "message_id")
    if kind == kinds.PROMPT:
        say_prompt(event, text_of(payload, "text"), message_id)
    elif kind == kinds.TURN_END:
        say_final(event, text_of(payload, "text"), id_of(payload, "prompt_id") or message_id)
    elif kind in {kinds.TOOL_BEFORE, kinds.TOOL_AFTER}:
        use_tool(event, payload, id_of(payload, "tool_use_id"))
        if kind == kinds.TOOL_AFTER:
            report(event, payload.get("tool_response"))
    return event


def answer(event: kinds.HostEvent, context: str) -> bytes:
    """Give what the plugin hands on, or nothing where there is no way for it."""
    if (
        event.kind not in _ANSWERED
        or not 0 < kinds.width_of(AGENT, context) <= kinds.CONTEXT_CHARS_MAX
    ):
        return b""
    return f"{_HEAD}{quoted(context)}{_TAIL}".encode("utf-8", "replace")
