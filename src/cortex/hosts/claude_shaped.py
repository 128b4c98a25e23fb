"""What do the hosts share that speak to hooks as Claude Code does: Claude Code, Codex, Gemini CLI?

Each has its own names of events and ids; the fields around them and the envelope are the same.
Hooks load this on every run.
"""

from __future__ import annotations

from cortex.hosts.fields import (
    answer_text,
    command_of,
    folder_of,
    id_of,
    object_of,
    path_of,
    quoted,
    text_of,
    written_of,
)
from cortex.hosts.own_words import is_own_tool
from cortex.model.host_events import (
    CONTEXT_CHARS_MAX,
    ROLE_AGENT,
    ROLE_TOOL,
    ROLE_USER,
    TOOL_BEFORE,
    HostEvent,
    width_of,
)

_HEAD = '{"hookSpecificOutput":{"hookEventName":"'
_MIDDLE = '","additionalContext":'
_TAIL = "}}\n"

# Bytes of an envelope around its text, with the longest name of an event.
ENVELOPE_BYTES = len(_HEAD) + len("PostToolUseFailure") + len(_MIDDLE) + 2 + len(_TAIL)


def event_of(host: str, kind: str, payload: dict[str, object]) -> HostEvent:
    """Give an event with the fields that every payload has; its text is left to the caller."""
    event = HostEvent(host, kind, id_of(payload, "session_id"), folder_of(payload.get("cwd")))
    event.agent_id = id_of(payload, "agent_id")
    event.transcript_path = folder_of(payload.get("transcript_path"))
    for name in ("source", "trigger", "reason"):
        event.cause = event.cause or id_of(payload, name)
    return event


def say(event: HostEvent, role: str, text: str, key: str) -> None:
    """Put words into an event; none at all are no words."""
    if text:
        event.role, event.text, event.key = role, text, key


def say_prompt(event: HostEvent, text: str, key: str) -> None:
    """Put a person's words into an event."""
    say(event, ROLE_USER, text, key)


def say_final(event: HostEvent, text: str, turn: str) -> None:
    """Put the last words of a turn into an event; one transcript and one hook give one key."""
    say(event, ROLE_AGENT, text, f"final:{turn}" if turn else "")


def use_tool(event: HostEvent, payload: dict[str, object], key: str) -> None:
    """Put a tool and what it was asked into an event."""
    tool_input = object_of(payload, "tool_input")
    event.tool = id_of(payload, "tool_name")
    event.command = command_of(tool_input)
    event.path = path_of(tool_input)
    if event.kind == TOOL_BEFORE:
        event.written = written_of(tool_input)
    event.key = key


def report(event: HostEvent, response: object) -> None:
    """Put a tool's answer into an event; our own answers are nothing new."""
    text = answer_text(response)
    if not text or is_own_tool(event.tool, event.command):
        event.key = ""
    else:
        event.role, event.text = ROLE_TOOL, text


def stop_text(payload: dict[str, object]) -> str:
    """Give the last words of a turn."""
    return text_of(payload, "last_assistant_message")


def envelope(host: str, name: str | None, context: str) -> bytes:
    """Give the bytes that put a text beside an event: one JSON object and a line break.

    None at all for an event without a name, one the host listens to nothing at; for no text; and
    for more than ``CONTEXT_CHARS_MAX``: a text that is cut has lost its fence.
    """
    if name is None or not 0 < width_of(host, context) <= CONTEXT_CHARS_MAX:
        return b""
    return f"{_HEAD}{name}{_MIDDLE}{quoted(context)}{_TAIL}".encode("utf-8", "replace")
