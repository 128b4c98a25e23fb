"""How does Gemini CLI speak to a hook, and how does it want to be answered?

Checked against version 0.61.0, in sessions and in its source. It gives no id to a prompt or a tool
call, only an instant to every event; that is the key. Hooks load this on every run.
Source: docs/formats/host-payloads.md.
"""

from __future__ import annotations

from cortex.hosts import claude_shaped
from cortex.hosts.claude_shaped import (
    envelope,
    event_of,
    report,
    say_final,
    say_prompt,
    use_tool,
)
from cortex.hosts.fields import answer_text, id_of, object_of, text_of
from cortex.model import host_events as kinds
from cortex.model.boot import FORM_COMPACT, FORM_FRESH

AGENT = "gemini-cli"

# Bytes of an answer, and of one whose budget was asked for: as for Claude Code.
OUTPUT_BYTES_MAX = 2_000
OUTPUT_BYTES_LIMIT = 9_000

# Bytes of an answer around its text.
ENVELOPE_BYTES = claude_shaped.ENVELOPE_BYTES

# It does not start a session anew after a compaction; the next prompt is told what binds instead.
# Resuming, it leaves out the brief and what the person said behind it: it is told whole again.
FORMS_BY_CAUSE = {
    "startup": FORM_FRESH,
    "clear": FORM_FRESH,
    "resume": FORM_FRESH,
    "compact": FORM_COMPACT,
}

KINDS_BY_NAME = {
    "SessionStart": kinds.SESSION_START,
    "BeforeAgent": kinds.PROMPT,
    "BeforeTool": kinds.TOOL_BEFORE,
    "AfterTool": kinds.TOOL_AFTER,
    "AfterAgent": kinds.TURN_END,
    "PreCompress": kinds.COMPACT_BEFORE,
    "SessionEnd": kinds.SESSION_END,
}

ANSWERED = {
    kinds.SESSION_START: "SessionStart",
    kinds.PROMPT: "BeforeAgent",
    kinds.TOOL_AFTER: "AfterTool",
}

# The host fires its event of a compaction before each turn, only to look whether one is due. Only
# one that a person asked for is known to come.
_MERE_LOOK = "auto"

# What the host puts around the answer of a hook, and around what a tool gave.
_CONTEXT_OPEN = "<hook_context>"
_CONTEXT_CLOSE = "</hook_context>"
_FRAME_OPEN = "<untrusted_context>\n"
_FRAME_CLOSE = "\n</untrusted_context>"
_FRAME_ESCAPED = "&lt;/untrusted_context&gt;"


def read_event(payload: dict[str, object]) -> kinds.HostEvent | None:
    """Give the event of a payload, or None when it is none of ours. Never raises."""
    kind = KINDS_BY_NAME.get(text_of(payload, "hook_event_name"))
    if kind is None:
        return None
    event = event_of(AGENT, kind, payload)
    if kind == kinds.COMPACT_BEFORE and event.cause == _MERE_LOOK:
        return None
    instant = id_of(payload, "timestamp")
    if kind == kinds.PROMPT:
        say_prompt(event, _typed(payload), f"prompt:{instant}" if instant else "")
    elif kind == kinds.TURN_END:
        say_final(event, text_of(payload, "prompt_response"), instant)
    elif kind in {kinds.TOOL_BEFORE, kinds.TOOL_AFTER}:
        use_tool(event, payload, _tool_key(payload, instant))
        if kind == kinds.TOOL_AFTER:
            _report(event, payload)
    return event


def answer(event: kinds.HostEvent, context: str) -> bytes:
    """Give what the host wants printed, or nothing where it listens to nothing."""
    return envelope(AGENT, ANSWERED.get(event.kind), context)


def _tool_key(payload: dict[str, object], instant: str) -> str:
    """Tell calls of one instant apart by what they ask."""
    if not instant:
        return ""
    from zlib import crc32  # Few events need it.

    asked = f"{id_of(payload, 'tool_name')}{answer_text(payload.get('tool_input'))}"
    return f"tool:{instant}:{crc32(asked.encode('utf-8', 'surrogatepass')):08x}"


def _typed(payload: dict[str, object]) -> str:
    """Give what the person typed: the host puts the answer to its last hook in front of it."""
    text = text_of(payload, "prompt")
    while text.startswith(_CONTEXT_OPEN) and _CONTEXT_CLOSE in text:
        text = text.partition(_CONTEXT_CLOSE)[2].removeprefix("\n\n")
    return text


def _unframed(content: object) -> object:
    """Give what a tool gave without the frame that marks it as foreign; parts of text are one."""
    if isinstance(content, list) and content:
        texts = [text_of(part, "text") for part in content if isinstance(part, dict)]
        if len(texts) < len(content) or not all(texts):
            return content
        content = "\n".join(texts)
    if not isinstance(content, str) or not content.startswith(_FRAME_OPEN):
        return content
    if not content.endswith(_FRAME_CLOSE):
        return content
    inner = content[len(_FRAME_OPEN) : -len(_FRAME_CLOSE)]
    return inner.replace(_FRAME_ESCAPED, _FRAME_CLOSE.strip())


def _report(event: kinds.HostEvent, payload: dict[str, object]) -> None:
    """Put what the model saw into the event; what the screen shows is the same in colours."""
    response = object_of(payload, "tool_response")
    event.is_failed = bool(response.get("error"))
    server = text_of(object_of(payload, "mcp_context"), "server_name")
    if server == "cortex":
        event.key = ""
    elif "llmContent" in response:
        report(event, _unframed(response["llmContent"]))
    else:
        report(event, payload.get("tool_response"))
