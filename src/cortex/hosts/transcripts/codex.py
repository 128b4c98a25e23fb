"""What happened in a session of Codex, by its rollout?

Checked against files of 0.171.0 and the shapes of older ones. What was sent to the model
(``response_item``) is read; what the screen was told of the same (``event_msg``) only says where a
turn ends. Source: docs/formats/transcripts.md.
"""

from __future__ import annotations

from cortex.hosts.fields import id_of, object_of, text_of
from cortex.hosts.transcripts.reading import Memory, instant_us, texts_of
from cortex.model.host_events import CODEX, HostEvent
from cortex.model.lean_classes import NamedTuple

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from cortex.hosts.transcripts.reading import Clean, Row

BOOKKEEPING = frozenset({"compacted", "token_usage_record", "world_state", "ghost_snapshot"})
"""Kinds of rows by which the host keeps its own books."""

ITEMS_LEFT = frozenset(
    {"reasoning", "web_search_call", "image_generation_call", "ghost_snapshot", "compaction"}
    | {"compaction_summary", "context_compaction", "tool_search_call", "tool_search_output"}
)
"""Items that hold nobody's words, or none that can be read."""

CALLS = frozenset({"function_call", "custom_tool_call", "local_shell_call"})
ANSWERS = frozenset({"function_call_output", "custom_tool_call_output"})
ENDS = frozenset({"task_complete", "turn_complete", "turn_aborted"})

_HOST_HEADINGS = ("# AGENTS.md instructions", "<environment_context>", "<user_instructions>")

_FRAMES = ("Chunk ID: ", "Exit code: ", "Wall time: ")
_EXITS = ("Exit code: ", "Process exited with code ")
_FRAME_END = "\nOutput:\n"


class _Said(NamedTuple):
    """What the agent said and may turn out to be the last of its turn."""

    text: str
    key: str
    at_us: int | None


class CodexTranscript:
    """Implements ``reading.Transcript``."""

    def __init__(self, session_id: str, clean: Clean, state: str = "") -> None:
        self.memory = Memory(CODEX, session_id, clean, state)
        self._said: _Said | None = None

    def read(self, row: Row) -> list[HostEvent]:
        """Take the next row and give the events that are complete now."""
        kind, payload = text_of(row, "type"), object_of(row, "payload")
        at_us = instant_us(row.get("timestamp"))
        memory = self.memory
        if kind == "session_meta":
            memory.session_id = (
                id_of(payload, "session_id") or id_of(payload, "id") or memory.session_id
            )
            memory.version = id_of(payload, "cli_version") or memory.version
            memory.move_to(payload.get("cwd"))
        elif kind == "turn_context":
            memory.move_to(payload.get("cwd"))
            return self._enter(id_of(payload, "turn_id"))
        elif kind == "response_item":
            return self._item(payload, at_us)
        elif kind == "event_msg":
            memory.ignored["event_msg"] += 1
            if text_of(payload, "type") in ENDS:
                return self.finish()
            if payload.get("type") == "task_started":
                return self._enter(id_of(payload, "turn_id"))
        elif kind in BOOKKEEPING:
            memory.ignored[kind] += 1
        else:
            memory.unknown[kind[:40] or "untyped"] += 1
        return []

    def finish(self) -> list[HostEvent]:
        """Give what the agent said last as the end of its turn."""
        said, self._said = self._said, None
        if said is None:
            return []
        event = self.memory.final(said.text, said.key, said.at_us)
        return [] if event is None else [event]

    @property
    def is_open(self) -> bool:
        """Tell whether the next row decides what was said last."""
        return self._said is not None

    def _enter(self, turn: str) -> list[HostEvent]:
        """Go on to a turn; another one ends the one before."""
        if not turn or turn == self.memory.turn:
            return []
        ended = self.finish()
        self.memory.turn = turn
        return ended

    def _item(self, item: Row, at_us: int | None) -> list[HostEvent]:
        kind, memory = text_of(item, "type"), self.memory
        if kind == "message":
            return self._message(item, at_us)
        call_id = id_of(item, "call_id") or id_of(item, "id")
        if kind in CALLS:
            memory.call(call_id, id_of(item, "name"), _asked(item))
            return self._went_on()
        if kind in ANSWERS:
            output, is_failed = _unframed(item.get("output"))
            event = memory.answer(call_id, output, at_us)
            if event is None:
                return []
            event.is_failed = is_failed
            return [event]
        counter = memory.ignored if kind in ITEMS_LEFT else memory.unknown
        counter[f"response_item.{kind[:40]}"] += 1
        return []

    def _message(self, item: Row, at_us: int | None) -> list[HostEvent]:
        role = text_of(item, "role")
        text = texts_of(item.get("content"), ("input_text", "output_text", "text"))
        passed = object_of(item, "internal_chat_message_metadata_passthrough")
        turn = id_of(passed, "turn_id")
        message_id = id_of(item, "id")
        if role == "assistant":
            before = [*self._enter(turn), *self._went_on()]
            if text.strip():
                self._said = _Said(text, f"message:{message_id}" if message_id else "", at_us)
            return before
        if role != "user" or _is_hosts(text, passed):
            self.memory.ignored["host_words"] += 1
            return []
        before = self._enter(turn) if turn else self.finish()
        event = self.memory.prompt(text, turn or self.memory.turn, message_id, at_us)
        return before if event is None else [*before, event]

    def _went_on(self) -> list[HostEvent]:
        """Give what the agent said before it went on: not the last words of its turn."""
        said, self._said = self._said, None
        if said is None:
            return []
        event = self.memory.message(said.text, said.key, said.at_us)
        return [] if event is None else [event]


def _is_hosts(text: str, passed: Row) -> bool:
    """Tell whether the host wrote what stands in the user's place."""
    kinds = passed.get("content_item_kinds")
    if isinstance(kinds, list) and kinds and "user.text" not in kinds:
        return True
    return text.lstrip().startswith(_HOST_HEADINGS)


def _unframed(output: object) -> tuple[object, bool]:
    """Give what a tool gave as its hook gets it, and whether it failed.

    For the model the host puts lines about the run in front of what a shell command printed.
    """
    if not isinstance(output, str) or not output.startswith(_FRAMES):
        return output, False
    head, mark, printed = output.partition(_FRAME_END)
    if not mark:
        return output, False
    ends = [line for line in head.splitlines() if line.startswith(_EXITS)]
    is_failed = any(not line.endswith((": 0", "code 0")) for line in ends)
    return printed, is_failed


def _asked(item: Row) -> Row:
    """Give what a tool was asked; arguments come as JSON in a text."""
    if isinstance(item.get("action"), dict):
        return object_of(item, "action")
    text = text_of(item, "arguments") or text_of(item, "input")
    import json

    try:
        asked = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return asked if isinstance(asked, dict) else {}
