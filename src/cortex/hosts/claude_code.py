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

SESSION_START = "SessionStart"

# Fields of a SessionStart payload that are read; all others are ignored, whatever they hold.
START_FIELDS = ("agent_id", "cwd", "hook_event_name", "session_id", "source")

# Why the session starts, and what it still has of an earlier brief. A cleared one has nothing.
FORMS_BY_SOURCE = {
    "startup": FORM_FRESH,
    "clear": FORM_FRESH,
    "resume": FORM_RESUMED,
    "fork": FORM_RESUMED,
    "compact": FORM_COMPACT,
}

# Bytes the host keeps in the conversation. Above about 2 KB it stores a reference instead and sends
# it again with every request, so a brief stays below that unless a larger budget was asked for.
OUTPUT_BYTES_MAX = 2_000

# Bytes of an answer whatever the budget: the host cuts longer output off.
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


def start_form(event: kinds.HostEvent) -> str:
    """Give what a session that starts still has of an earlier brief; an unknown cause is fresh."""
    return FORMS_BY_SOURCE.get(event.cause, FORM_FRESH)


def answer(event: kinds.HostEvent, context: str) -> bytes:
    """Give what the host wants printed, or nothing where it listens to nothing.

    Nothing as well for more than ``OUTPUT_BYTES_LIMIT``: a text that is cut has lost its fence.
    """
    name = ANSWERED.get(event.kind)
    if name is None or not context:
        return b""
    output = envelope("PostToolUseFailure" if event.is_failed else name, context)
    return output if len(output) <= OUTPUT_BYTES_LIMIT else b""


class SessionStart:
    """A session that begins or goes on.

    Attributes:
        session_id: the host's id of it; empty when the payload names none.
        cwd: absolute path of its folder; empty when the payload names none.
        form: what it still has of an earlier brief, one of ``FORM_FRESH``, ``FORM_COMPACT`` and
            ``FORM_RESUMED``. An unknown source counts as fresh.
    """

    __slots__ = ("cwd", "form", "session_id")

    def __init__(self, session_id: str, cwd: str, form: str) -> None:
        self.session_id = session_id
        self.cwd = cwd
        self.form = form


def read_session_start(fields: dict[str, str]) -> SessionStart | None:
    """Give the event of a payload, or None when it is another event or a subagent's.

    Args:
        fields: the text fields of the payload's top level, or only those of ``START_FIELDS``.
    """
    if fields.get("hook_event_name") != SESSION_START or fields.get("agent_id"):
        return None
    cwd = fields.get("cwd", "")
    return SessionStart(
        session_id=fields.get("session_id", ""),
        cwd=cwd if cwd.startswith("/") else "",
        form=FORMS_BY_SOURCE.get(fields.get("source", ""), FORM_FRESH),
    )


def is_nested(environment: dict[str, str]) -> bool:
    """Tell whether the host was started by another session's tools."""
    return claude_shaped.is_nested(environment)


def start_answer(context: str) -> bytes:
    """Give the bytes that put a text into the session that starts."""
    return envelope(SESSION_START, context)
