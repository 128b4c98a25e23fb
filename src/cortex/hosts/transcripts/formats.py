"""Whose transcript is this, and who reads it?"""

from __future__ import annotations

from cortex.hosts.fields import object_of
from cortex.hosts.transcripts.claude_code import BOOKKEEPING, ClaudeTranscript
from cortex.model.host_events import CLAUDE_CODE, CODEX

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from cortex.hosts.transcripts.reading import Clean, Row, Transcript

READABLE = (CLAUDE_CODE, CODEX)
"""Hosts whose transcripts are read."""


def format_of(row: Row) -> str:
    """Give the host that wrote a row of a transcript, or an empty text when it does not say."""
    kind = row.get("type")
    if not isinstance(kind, str):
        return ""
    if "payload" in row and "timestamp" in row:
        return CODEX
    if "sessionId" in row or (kind in {"user", "assistant"} and object_of(row, "message")):
        return CLAUDE_CODE
    return CLAUDE_CODE if kind in BOOKKEEPING else ""


def reader_of(host: str, session_id: str, clean: Clean, state: str = "") -> Transcript:
    """Give a reader of one host's transcripts.

    Args:
        host: one of ``READABLE``.
        session_id: the session's id as long as no row says it.
        clean: gives what may be kept of a value whose texts are raw.
        state: what an earlier reader remembered.
    """
    if host == CODEX:
        from cortex.hosts.transcripts.codex import CodexTranscript

        return CodexTranscript(session_id, clean, state)
    return ClaudeTranscript(session_id, clean, state)
