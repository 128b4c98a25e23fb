"""How is a host told that a tool may not run, and why?

Each host has its own words for it; one that has none is told nothing. Hooks load this only when
something is denied. Source: OGL 13.5, 14; docs/formats/hooks.md.
"""

from __future__ import annotations

from cortex.hosts.fields import quoted
from cortex.model.host_events import (
    CLAUDE_CODE,
    CODEX,
    CURSOR,
    GEMINI_CLI,
    TOOL_BEFORE,
    HostEvent,
)

# What stands around the reason, by host.
_FORMS = {
    CLAUDE_CODE: (
        '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny",'
        '"permissionDecisionReason":%s}}\n'
    ),
    CODEX: (
        '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny",'
        '"permissionDecisionReason":%s}}\n'
    ),
    CURSOR: '{"permission":"deny","agent_message":%s}\n',
    GEMINI_CLI: '{"decision":"deny","reason":%s}\n',
}


def denial(event: HostEvent, reason: str) -> bytes:
    """Give what the host wants printed so that a tool does not run; nothing at other events."""
    form = _FORMS.get(event.host)
    if event.kind != TOOL_BEFORE or form is None or not reason:
        return b""
    return (form % quoted(reason)).encode("utf-8", "replace")
