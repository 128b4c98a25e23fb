"""Which host is this, and which file knows how it speaks?

Hooks load this on every run, and one adapter.
"""

from __future__ import annotations

from cortex.hosts.fields import text_of
from cortex.model.host_events import (
    CLAUDE_CODE,
    CODEX,
    CURSOR,
    GEMINI_CLI,
    HOSTS,
    KINDS,
    OPENCODE,
)

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from typing import Protocol

    from cortex.model.host_events import HostEvent

    class Adapter(Protocol):
        """What each file of this package offers."""

        @property
        def AGENT(self) -> str:  # noqa: N802  # A constant of each module.
            """The name the host's MCP client gives itself."""

        @property
        def KINDS_BY_NAME(self) -> dict[str, str]:  # noqa: N802  # A constant of each module.
            """The kind of each event that is understood, by the host's name of it."""

        @property
        def OUTPUT_BYTES_MAX(self) -> int:  # noqa: N802  # A constant of each module.
            """Bytes of an answer for which no larger budget was asked."""

        @property
        def OUTPUT_BYTES_LIMIT(self) -> int:  # noqa: N802  # A constant of each module.
            """Bytes of an answer whatever the budget."""

        @property
        def ENVELOPE_BYTES(self) -> int:  # noqa: N802  # A constant of each module.
            """Bytes of an answer around its text."""

        def read_event(self, payload: dict[str, object], /) -> HostEvent | None:
            """Give the event of a payload, or None when it is none of ours. Never raises."""

        @property
        def FORMS_BY_CAUSE(self) -> dict[str, str]:  # noqa: N802  # A constant of each module.
            """What a session still has of an earlier brief, by why it starts; else nothing."""

        def answer(self, event: HostEvent, context: str, /) -> bytes:
            """Give what the host wants printed; nothing where it listens to nothing."""


# Set by a host in the shell of its own tools, and handed down to any host started from there. Hooks
# of the outer session have none of them; CLAUDECODE and CLAUDE_CODE_CHILD_SESSION they have. Seen
# in Claude Code 2.1.197 and Codex 0.171.0, and in the source of Gemini CLI 0.61.0.
NESTED_VARIABLES = ("CLAUDE_CODE_EXECPATH", "CODEX_TOOL_CALL_ID", "CODEX_SANDBOX", "GEMINI_CLI")

# Hosts whose conversation alone holds the brief, and that start no session anew when they
# compact it.
RESTATED_BESIDE_PROMPT = (GEMINI_CLI,)

# Names of events that only one host has.
_NAMES = {
    "BeforeAgent": GEMINI_CLI,
    "AfterAgent": GEMINI_CLI,
    "BeforeTool": GEMINI_CLI,
    "AfterTool": GEMINI_CLI,
    "PreCompress": GEMINI_CLI,
}

_OPENCODE = (
    "session.created",
    "chat.message",
    "tool.execute.before",
    "tool.execute.after",
    "session.idle",
    "experimental.session.compacting",
    "session.compacted",
    "session.deleted",
)


def adapter_of(host: str) -> Adapter:
    """Give the module that knows a host, one of ``HOSTS``.

    Raises:
        KeyError: nobody knows it.
    """
    if host == CLAUDE_CODE:
        from cortex.hosts import claude_code

        return claude_code
    if host == CODEX:
        from cortex.hosts import codex

        return codex
    if host == CURSOR:
        from cortex.hosts import cursor

        return cursor
    if host == GEMINI_CLI:
        from cortex.hosts import gemini_cli

        return gemini_cli
    if host == OPENCODE:
        from cortex.hosts import opencode

        return opencode
    raise KeyError(host)


def kind_of(word: str) -> str:
    """Give the kind a word on the command line means, ours or a host's; empty when it is none."""
    if word in KINDS:
        return word
    found = (adapter_of(host).KINDS_BY_NAME.get(word) for host in HOSTS)
    return next((kind for kind in found if kind), "")


def host_of(payload: dict[str, object], environment: dict[str, str]) -> str:
    """Give which of ``HOSTS`` wrote a payload, by its fields and by what the host sets for hooks.

    Claude Code when nothing says otherwise: most others speak as it does. Never raises.
    """
    name = text_of(payload, "hook_event_name")
    if is_cursor(payload, environment):
        return CURSOR
    if name in _OPENCODE:
        return OPENCODE
    if name in _NAMES or environment.get("GEMINI_SESSION_ID"):
        return GEMINI_CLI
    transcript = text_of(payload, "transcript_path").rpartition("/")[2]
    if "turn_id" in payload or transcript.startswith("rollout-"):
        return CODEX
    return CLAUDE_CODE


def is_cursor(payload: dict[str, object], environment: dict[str, str]) -> bool:
    """Tell whether Cursor calls, which also runs the hooks it finds in Claude Code's settings.

    A hook registered for another host is silent then: Cursor has its own.
    """
    if environment.get("CURSOR_VERSION") or "cursor_version" in payload:
        return True
    return "conversation_id" in payload and "generation_id" in payload


def is_nested(environment: dict[str, str]) -> bool:
    """Tell whether the host was started by another session's tools, of whichever host."""
    return any(environment.get(name) for name in NESTED_VARIABLES)


def is_known(host: str) -> bool:
    """Tell whether there is an adapter for a host."""
    return host in HOSTS
