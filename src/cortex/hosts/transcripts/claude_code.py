"""What happened in a session of Claude Code, by its transcript?

Checked against files of 2.1.197; nothing about them is promised, so what is not known is counted
and passed over. One message of the agent stands on several lines of one id; the ids of prompts and
tool calls are those its hooks get. Source: docs/formats/transcripts.md.
"""

from __future__ import annotations

from cortex.hosts.fields import id_of, object_of, text_of
from cortex.hosts.transcripts.reading import Memory, instant_us, texts_of
from cortex.model.host_events import CLAUDE_CODE, HostEvent

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from cortex.hosts.transcripts.reading import Clean, Row

ENDS = frozenset({"end_turn", "stop_sequence", "max_tokens", "refusal"})
"""Why a message was the last of its turn."""

BOOKKEEPING = frozenset(
    """
    agent-name agent-setting ai-title attachment attribution-snapshot bridge-session color
    content-replacement context-collapse-commit context-collapse-snapshot custom-title
    file-history-delta file-history-snapshot last-prompt marble-origami-commit mode
    permission-mode pr-link progress queue-operation relocated speculation-accept summary system
    tag task-summary worktree-state
    """.split()
)
"""Rows by which the host keeps its own books."""


class ClaudeTranscript:
    """Implements ``reading.Transcript``."""

    def __init__(self, session_id: str, clean: Clean, state: str = "") -> None:
        self.memory = Memory(CLAUDE_CODE, session_id, clean, state)
        self._message: Row = {}
        self._texts: list[str] = []
        self._is_end = False

    def read(self, row: Row) -> list[HostEvent]:
        """Take the next row and give the events that are complete now."""
        kind = text_of(row, "type")
        message = object_of(row, "message")
        events: list[HostEvent | None] = []
        if kind == "user":
            events.extend(self.finish())
            self._note(row)
            events.extend(self._user(row, message))
        elif kind == "assistant":
            if not self._is_same(message):
                events.extend(self.finish())
            self._note(row)
            self._assistant(row, message)
        elif kind in BOOKKEEPING:
            self.memory.ignored[kind] += 1
        else:
            self.memory.unknown[kind[:40] or "untyped"] += 1
        return [event for event in events if event is not None]

    def finish(self) -> list[HostEvent]:
        """Give the agent's message that was open."""
        row, text = self._message, "\n".join(self._texts)
        self._message, self._texts = {}, []
        is_end, self._is_end = self._is_end, False
        if not row or not text.strip():
            return []
        at_us = instant_us(row.get("timestamp"))
        key = f"message:{id_of(object_of(row, 'message'), 'id') or id_of(row, 'uuid')}"
        give = self.memory.final if is_end else self.memory.message
        event = give(text, key, at_us)
        return [] if event is None else [event]

    @property
    def is_open(self) -> bool:
        """Tell whether a message may go on in the next row."""
        return bool(self._message)

    def _is_same(self, message: Row) -> bool:
        """Tell whether a row goes on with the message that is open."""
        message_id = message.get("id")
        return bool(message_id) and message_id == object_of(self._message, "message").get("id")

    def _note(self, row: Row) -> None:
        memory = self.memory
        memory.session_id = id_of(row, "sessionId") or memory.session_id
        memory.move_to(row.get("cwd"))
        memory.version = id_of(row, "version") or memory.version

    def _user(self, row: Row, message: Row) -> list[HostEvent | None]:
        content = message.get("content")
        answers = [
            block
            for block in (content if isinstance(content, list) else [])
            if isinstance(block, dict) and block.get("type") == "tool_result"
        ]
        events = [self._answer(row, block, is_only=len(answers) == 1) for block in answers]
        why = self._why_nobodys(row)
        text = texts_of(content, ("text",))
        if why and text:
            self.memory.ignored[why] += 1
        elif text:
            turn = id_of(row, "promptId")
            at_us = instant_us(row.get("timestamp"))
            events.append(self.memory.prompt(text, turn, id_of(row, "uuid"), at_us))
        return events

    def _why_nobodys(self, row: Row) -> str:
        """Give why a text in the user's place is not a person's, or an empty text."""
        if row.get("isCompactSummary"):
            return "compact_summary"
        if row.get("isMeta"):
            return "meta"
        if row.get("isSidechain"):
            return "subagent_prompt"
        origin = text_of(object_of(row, "origin"), "kind")
        return "not_typed" if origin not in {"", "human"} else ""

    def _answer(self, row: Row, block: Row, *, is_only: bool) -> HostEvent | None:
        """Give what a tool gave: the object that its hook gets, or the text the model got."""
        response: object = block.get("content")
        told = row.get("toolUseResult")
        if is_only and isinstance(told, (dict, list)) and not block.get("is_error"):
            response = told
        elif isinstance(response, list):
            response = texts_of(response, ("text",)) or response
        at_us = instant_us(row.get("timestamp"))
        event = self.memory.answer(id_of(block, "tool_use_id"), response, at_us)
        if event is not None:
            event.is_failed = block.get("is_error") is True
            event.agent_id = id_of(row, "agentId")
        return event

    def _assistant(self, row: Row, message: Row) -> None:
        content = message.get("content")
        for block in content if isinstance(content, list) else []:
            if isinstance(block, dict) and block.get("type") == "tool_use":
                name, asked = id_of(block, "name"), object_of(block, "input")
                self.memory.call(id_of(block, "id"), name, asked)
        if row.get("isSidechain"):
            self.memory.ignored["subagent_words"] += 1
        elif row.get("isApiErrorMessage"):
            self.memory.ignored["api_error"] += 1
        else:
            self._message = self._message or row
            text = texts_of(content, ("text",))
            if text:
                self._texts.append(text)
            self._is_end = self._is_end or text_of(message, "stop_reason") in ENDS
