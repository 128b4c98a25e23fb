"""How does Claude Code speak to a hook, and how does it want to be answered?

Checked against version 2.1.197 in whole sessions. Hooks load this on every run, so it imports
nothing that costs. Source: docs/formats/hook-boot.md.
"""

from __future__ import annotations

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
    "compact": FORM_COMPACT,
}

# Set by the host in the shell of its own tools and handed down to a host started from there. A hook
# of the outer session does not have it. CLAUDECODE and CLAUDE_CODE_CHILD_SESSION tell nothing: the
# host sets them for every hook.
NESTED_VARIABLE = "CLAUDE_CODE_EXECPATH"

# Bytes the host keeps in the conversation. Above about 2 KB it stores a reference instead and sends
# it again with every request, so a brief stays below that unless a larger budget was asked for.
OUTPUT_BYTES_MAX = 2_000

# Bytes of an answer whatever the budget: the host cuts longer output off.
OUTPUT_BYTES_LIMIT = 9_000

_HEAD = b'{"hookSpecificOutput":{"hookEventName":"SessionStart","additionalContext":"'
_TAIL = b'"}}\n'

# Bytes of an answer around its text.
ENVELOPE_BYTES = len(_HEAD) + len(_TAIL)


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
    return bool(environment.get(NESTED_VARIABLE))


def start_answer(context: str) -> bytes:
    """Give the bytes that put a text into the session: one JSON object and a line break.

    UTF-8 whatever the locale. A lone surrogate, which UTF-8 cannot say, becomes a question mark.
    """
    text = context.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    if not text.isprintable():
        text = "".join([_escape(character) for character in text])
    return _HEAD + text.encode("utf-8", "replace") + _TAIL


def _escape(character: str) -> str:
    return f"\\u{ord(character):04x}" if character < " " else character
