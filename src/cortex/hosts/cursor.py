"""How does Cursor speak to a hook, and how does it want to be answered?

By its documentation, not by a session: it does not run without an account. It has no way for text
beside a prompt. Hooks load this on every run. Source: docs/formats/host-payloads.md.
"""

from __future__ import annotations

from cortex.hosts.claude_shaped import report, say_final, say_prompt, use_tool
from cortex.hosts.fields import folder_of, id_of, quoted, text_of
from cortex.model import host_events as kinds

AGENT = "cursor"

# Bytes of an answer, and of one whose budget was asked for: as for Claude Code.
OUTPUT_BYTES_MAX = 2_000
OUTPUT_BYTES_LIMIT = 9_000

# The events of a shell command, an MCP call and an edit come a second time as ``postToolUse``.
KINDS_BY_NAME = {
    "sessionStart": kinds.SESSION_START,
    "beforeSubmitPrompt": kinds.PROMPT,
    "preToolUse": kinds.TOOL_BEFORE,
    "postToolUse": kinds.TOOL_AFTER,
    "postToolUseFailure": kinds.TOOL_AFTER,
    "afterAgentResponse": kinds.TURN_END,
    "stop": kinds.TURN_END,
    "preCompact": kinds.COMPACT_BEFORE,
    "sessionEnd": kinds.SESSION_END,
}

_ANSWERED = (kinds.SESSION_START, kinds.TOOL_AFTER)
_HEAD = '{"additional_context":'
_TAIL = "}\n"

# A session that goes on is not told from a new one.
FORMS_BY_CAUSE: dict[str, str] = {}

# Bytes of an answer around its text.
ENVELOPE_BYTES = len(_HEAD) + 2 + len(_TAIL)


def read_event(payload: dict[str, object]) -> kinds.HostEvent | None:
    """Give the event of a payload, or None when it is none of ours. Never raises."""
    name = text_of(payload, "hook_event_name")
    kind = KINDS_BY_NAME.get(name)
    if kind is None:
        return None
    event = _event(kind, payload)
    turn = id_of(payload, "generation_id")
    if kind == kinds.PROMPT:
        say_prompt(event, text_of(payload, "prompt"), turn)
    elif kind == kinds.TURN_END:
        text = text_of(payload, "text")
        say_final(event, text, _response(turn, text))
    elif kind in {kinds.TOOL_BEFORE, kinds.TOOL_AFTER}:
        use_tool(event, payload, id_of(payload, "tool_use_id"))
        if kind == kinds.TOOL_AFTER:
            event.is_failed = name == "postToolUseFailure"
            report(event, payload.get("error_message" if event.is_failed else "tool_output"))
    return event


def answer(event: kinds.HostEvent, context: str) -> bytes:
    """Give what the host wants printed, or nothing where it listens to nothing."""
    is_heard = event.kind in _ANSWERED and not event.is_failed
    if not is_heard or not 0 < kinds.width_of(AGENT, context) <= kinds.CONTEXT_CHARS_MAX:
        return b""
    return f"{_HEAD}{quoted(context)}{_TAIL}".encode("utf-8", "replace")


def _event(kind: str, payload: dict[str, object]) -> kinds.HostEvent:
    session_id = id_of(payload, "conversation_id") or id_of(payload, "session_id")
    roots = payload.get("workspace_roots")
    root = roots[0] if isinstance(roots, list) and roots else None
    event = kinds.HostEvent(
        AGENT, kind, session_id, folder_of(payload.get("cwd")) or folder_of(root)
    )
    event.transcript_path = folder_of(payload.get("transcript_path"))
    event.host_version = id_of(payload, "cursor_version")
    event.cause = id_of(payload, "trigger") or id_of(payload, "reason")
    return event


def _response(turn: str, text: str) -> str:
    """Tell the responses of one turn apart by their words: nothing says which is the last."""
    if not turn:
        return ""
    from zlib import crc32  # Few events need it.

    return f"{turn}:{crc32(text.encode('utf-8', 'surrogatepass')):08x}"
