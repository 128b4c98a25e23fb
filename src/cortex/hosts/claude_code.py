"""How does Claude Code speak to a hook, and how does it want to be answered?

Checked against version 2.1.197 in whole sessions; what a newer one adds is passed over, and a tool
nobody knows yet is kept as the JSON of its answer. Hooks load this on every run, so it imports
nothing that costs. Source: docs/formats/host-payloads.md.
"""

from __future__ import annotations

from cortex.hosts import claude_shaped
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

AGENT = "claude-code"  # The name its MCP client gives itself, so that both are one agent.

# Why the session starts, and what it still has of an earlier brief. A cleared one has nothing.
FORMS_BY_CAUSE = {
    "startup": FORM_FRESH,
    "clear": FORM_FRESH,
    "resume": FORM_RESUMED,
    "fork": FORM_RESUMED,
    "compact": FORM_COMPACT,
}

# Bytes the host keeps in the conversation. Above about 2 KB it stores a reference instead and sends
# it again with every request, so a brief stays below that unless a larger budget was asked for.
OUTPUT_BYTES_MAX = 2_000

# Bytes of an answer with a brief, whatever its budget.
OUTPUT_BYTES_LIMIT = 9_000

# Bytes of an answer around its text.
ENVELOPE_BYTES = claude_shaped.ENVELOPE_BYTES

# Which kind each event is. Those of other names are not for us.
KINDS_BY_NAME = {
    "SessionStart": kinds.SESSION_START,
    "UserPromptSubmit": kinds.PROMPT,
    "PreToolUse": kinds.TOOL_BEFORE,
    "PostToolUse": kinds.TOOL_AFTER,
    "PostToolUseFailure": kinds.TOOL_AFTER,
    "Stop": kinds.TURN_END,
    "PreCompact": kinds.COMPACT_BEFORE,
    "PostCompact": kinds.COMPACT_AFTER,
    "SessionEnd": kinds.SESSION_END,
}

# Kinds that have a way for text into the conversation, and the name the envelope has to say. Of the
# others the host discards the answer; at the end of a turn it would take it for an order to go on.
ANSWERED = {
    kinds.SESSION_START: "SessionStart",
    kinds.PROMPT: "UserPromptSubmit",
    kinds.TOOL_BEFORE: "PreToolUse",
    kinds.TOOL_AFTER: "PostToolUse",
}


def read_event(payload: dict[str, object]) -> kinds.HostEvent | None:
    """Give the event of a payload, or None when it is none of ours. Never raises.

    What a subagent is told and says is the agent's own talk; only what its tools gave is an event.
    """
    name = text_of(payload, "hook_event_name")
    kind = KINDS_BY_NAME.get(name)
    if kind is None:
        return None
    event = event_of(AGENT, kind, payload)
    if event.agent_id and kind not in {kinds.TOOL_BEFORE, kinds.TOOL_AFTER}:
        return None
    prompt_id = id_of(payload, "prompt_id")
    if kind == kinds.PROMPT:
        say_prompt(event, text_of(payload, "prompt"), prompt_id)
    elif kind == kinds.TURN_END:
        say_final(event, stop_text(payload), final_turn(payload, prompt_id))
    elif kind == kinds.COMPACT_AFTER:
        event.summary = text_of(payload, "compact_summary")
    elif kind in {kinds.TOOL_BEFORE, kinds.TOOL_AFTER}:
        use_tool(event, payload, id_of(payload, "tool_use_id"))
        if kind == kinds.TOOL_AFTER:
            event.is_failed = name == "PostToolUseFailure"
            report(event, payload.get("error" if event.is_failed else "tool_response"))
    return event


def final_turn(payload: dict[str, object], turn: str) -> str:
    """Give what tells the end of a turn from other ends: its turn, and its words when it goes on.

    A hook may send an ended turn on; then one prompt has more than one end.
    """
    if turn and payload.get("stop_hook_active") is True:
        return continued(turn, stop_text(payload))
    return turn


def continued(turn: str, text: str) -> str:
    """Give the name of a later end of a turn."""
    from zlib import crc32  # Few events need it.

    return f"{turn}:{crc32(text.encode('utf-8', 'surrogatepass')):08x}"


def answer(event: kinds.HostEvent, context: str) -> bytes:
    """Give what the host wants printed, or nothing where it listens to nothing.

    Nothing as well for more than ``CONTEXT_CHARS_MAX``: a text that is cut has lost its fence.
    """
    name = "PostToolUseFailure" if event.is_failed else ANSWERED.get(event.kind)
    return envelope(AGENT, name, context)
