"""What happened in an agent's session, whichever host it runs in?

Hooks load this on every event, so it imports nothing and its one class is plain.
Source: CQR 7.3, 7.4.
"""

from __future__ import annotations

CLAUDE_CODE = "claude-code"
CODEX = "codex"
CURSOR = "cursor"
GEMINI_CLI = "gemini-cli"
OPENCODE = "opencode"

# Every host that is understood, in the order they are listed to people.
HOSTS = (CLAUDE_CODE, CODEX, CURSOR, GEMINI_CLI, OPENCODE)

SESSION_START = "session-start"
PROMPT = "prompt"
TOOL_BEFORE = "tool-before"
TOOL_AFTER = "tool-after"
TURN_END = "turn-end"
COMPACT_BEFORE = "compact-before"
COMPACT_AFTER = "compact-after"
SESSION_END = "session-end"

# Every kind of event, in the order of a session.
KINDS = (
    SESSION_START,
    PROMPT,
    TOOL_BEFORE,
    TOOL_AFTER,
    TURN_END,
    COMPACT_BEFORE,
    COMPACT_AFTER,
    SESSION_END,
)

# Whose words the text of an event is: values of ``model.observations.Role``, which no hook loads.
ROLE_USER = "user_statement"
ROLE_AGENT = "agent_assertion"
ROLE_TOOL = "tool_report"


# How wide a text may be that hosts put into a conversation (``width_of``): of a longer one Claude
# Code keeps a reference and Codex cuts out the middle.
CONTEXT_CHARS_MAX = 10_000

# Characters that what is long leaves to what is told behind it at a session's start: what waits on
# a seat's bus, and a brief of what binds.
BEHIND_CHARS = 2_500


def width_of(host: str, text: str) -> int:
    """Give how much a text takes of what a host puts into a conversation.

    Claude Code counts as JavaScript does, in halves of what lies beyond the first plane. Codex
    counts tokens, which it takes for four bytes each: 2,500 of them.
    """
    if text.isascii():
        return len(text)
    if host == CODEX:
        return len(text.encode("utf-8", "surrogatepass"))
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


class HostEvent:
    """One event of a session, said the same way for every host.

    Attributes:
        host: one of ``HOSTS``.
        kind: one of ``KINDS``.
        session_id: the host's id of the session; empty when the payload names none.
        cwd: absolute path of the folder; empty when the payload names none.
        key: what names the event within its session for ever, whether it comes live or from the
            transcript; empty when nothing of it is kept.
        role: whose words ``text`` is, a value of ``model.observations.Role``; empty with no text.
        text: what happened, exactly; empty when nothing of it is kept.
        tool: name of the tool, as the host calls it; empty for other kinds.
        command: the shell command a tool ran; empty for other tools and kinds.
        path: the file a tool was about; empty for other tools and kinds.
        written: what a tool is about to write into a file; only before the tool, else empty.
        is_failed: the host says that the tool failed.
        summary: what the host made of a conversation that it compacted, raw; empty for other kinds.
        cause: why a session starts or ends or is compacted, in the host's word.
        agent_id: id of the subagent it happened in; empty in the session itself.
        transcript_path: where the host writes the session down; empty when it does not say.
        host_version: the host's own version; empty when it does not say.
        occurred_us: when it happened by the host's word, or None.
    """

    __slots__ = (
        "agent_id",
        "cause",
        "command",
        "cwd",
        "host",
        "host_version",
        "is_failed",
        "key",
        "kind",
        "occurred_us",
        "path",
        "role",
        "session_id",
        "summary",
        "text",
        "tool",
        "transcript_path",
        "written",
    )

    def __init__(self, host: str, kind: str, session_id: str = "", cwd: str = "") -> None:
        self.host = host
        self.kind = kind
        self.session_id = session_id
        self.cwd = cwd
        self.key = ""
        self.role = ""
        self.text = ""
        self.tool = ""
        self.command = ""
        self.path = ""
        self.written = ""
        self.is_failed = False
        self.summary = ""
        self.cause = ""
        self.agent_id = ""
        self.transcript_path = ""
        self.host_version = ""
        self.occurred_us: int | None = None
