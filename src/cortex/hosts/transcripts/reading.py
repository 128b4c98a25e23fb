"""What does reading a transcript remember from line to line, and what does it count?

A reader of one format is fed rows, and gives events as they are complete. What it has to remember
fits into a short text of ids, so that reading goes on another day; no words of a session are in it,
and no id that holds a secret.
"""

from __future__ import annotations

from cortex.hosts.claude_code import continued
from cortex.hosts.fields import answer_text, command_of, folder_of, id_of, path_of
from cortex.hosts.own_words import is_own_tool
from cortex.model.host_events import (
    PROMPT,
    ROLE_AGENT,
    ROLE_TOOL,
    ROLE_USER,
    TOOL_AFTER,
    TURN_END,
    HostEvent,
)

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import UTC, datetime, timedelta
    from typing import Any, Protocol

    Row = dict[str, Any]
    Clean = Callable[[object], object]
else:
    Protocol = object
    try:
        from _datetime import UTC, datetime, timedelta  # What stands around it costs 2 ms.
    except ImportError:  # Another Python than CPython.
        from datetime import UTC, datetime, timedelta

CALLS_MAX = 512
"""Tool calls without an answer that are remembered; a session has a handful at a time."""


class Transcript(Protocol):
    """A reader of one format.

    Attributes:
        memory: what it remembers and counts.
    """

    memory: Memory

    def read(self, row: Row) -> list[HostEvent]:
        """Take the next row and give the events that are complete now, in order. Never raises."""

    def finish(self) -> list[HostEvent]:
        """Give what is left when no row comes any more; reading may go on afterwards."""

    @property
    def is_open(self) -> bool:
        """Tell whether words are held back that only the next row completes."""


class Counts(dict[str, int]):
    """How often what was met; what never was has come no times."""

    def __missing__(self, kind: str) -> int:
        """Give what a kind nobody counted yet begins with."""
        return 0


class Memory:
    """What a reader remembers and counts.

    Attributes:
        session_id: the host's id of the session.
        cwd: absolute path of its folder, or empty.
        version: the host's version, or empty.
        turn: id of the present turn, or empty.
        ignored: rows and parts that are known and not kept, by kind.
        unknown: rows that nobody knows, by kind.
    """

    def __init__(self, host: str, session_id: str, clean: Clean, state: str = "") -> None:
        self.host = host
        self.session_id = session_id
        self.clean = clean
        self.cwd = ""
        self._folder: object = None
        self.version = ""
        self.turn = ""
        self.ignored = Counts()
        self.unknown = Counts()
        self._prompted = ""
        self._ended = ""
        self._calls: dict[str, tuple[str, str, str]] = {}
        self._own: list[str] = []
        self._recall(state)

    def state(self) -> str:
        """Give what has to be remembered until the next row, as a text of ids."""
        import json  # A hook that reads a whole transcript needs none of it.

        own = [*self._own, *(call for call, asked in self._calls.items() if _is_own(asked))]
        known = {
            "session": self.session_id,
            "cwd": self.cwd,
            "version": self.version,
            "turn": self.turn,
            "prompted": self._prompted,
            "ended": self._ended,
            "own": own[-CALLS_MAX:],
        }
        clean = {key: value for key, value in known.items() if value == self.clean(value)}
        return json.dumps({key: value for key, value in clean.items() if value})

    def move_to(self, folder: object) -> None:
        """Note the folder of the rows that follow, as a hook does: without what nobody may keep."""
        if folder != self._folder:
            self._folder = folder
            self.cwd = folder_of(self.clean(folder)) or self.cwd

    def prompt(self, text: str, turn: str, row_id: str, at_us: int | None) -> HostEvent | None:
        """Give a person's words; the first of a turn have its id, later ones their row's."""
        key = turn if turn and turn != self._prompted else row_id
        if turn:
            self.turn = self._prompted = turn
        return self._event(PROMPT, ROLE_USER, text, key, at_us)

    def final(self, text: str, fallback: str, at_us: int | None) -> HostEvent | None:
        """Give the last words of the present turn, as the hook at its end tells them."""
        text = text.strip()  # As the host does before it tells a hook.
        if not self.turn:
            return self._event(TURN_END, ROLE_AGENT, text, fallback, at_us)
        turn = continued(self.turn, text) if self._ended == self.turn else self.turn
        self._ended = self.turn
        return self._event(TURN_END, ROLE_AGENT, text, f"final:{turn}", at_us)

    def message(self, text: str, key: str, at_us: int | None) -> HostEvent | None:
        """Give words of the agent on the way to the end of its turn."""
        return self._event(TURN_END, ROLE_AGENT, text, key, at_us)

    def call(self, call_id: str, tool: str, asked: Row) -> None:
        """Remember what a tool was asked until its answer comes."""
        if call_id:
            self._calls[call_id] = (tool, command_of(asked), path_of(asked))
            while len(self._calls) > CALLS_MAX:
                self._calls.pop(next(iter(self._calls)))

    def answer(self, call_id: str, response: object, at_us: int | None) -> HostEvent | None:
        """Give a tool's answer; our own answers are nothing new."""
        asked = self._calls.pop(call_id, ("", "", ""))
        if call_id in self._own or _is_own(asked):
            self.ignored["own_answer"] += 1
            return None
        text = answer_text(self.clean(response))
        event = self._event(TOOL_AFTER, ROLE_TOOL, text, call_id, at_us)
        if event is not None:
            event.tool, event.command, event.path = asked
        return event

    def _event(
        self, kind: str, role: str, text: str, key: str, at_us: int | None
    ) -> HostEvent | None:
        if not text.strip():
            self.ignored["empty"] += 1
            return None
        event = HostEvent(self.host, kind, self.session_id, self.cwd)
        event.role, event.text, event.key = role, text, key
        event.host_version = self.version
        event.occurred_us = at_us
        return event

    def _recall(self, state: str) -> None:
        if not state:
            return
        import json

        try:
            known = json.loads(state)
        except ValueError:
            return  # Written by another version: the rest is read without it.
        if not isinstance(known, dict):
            return
        self.session_id = id_of(known, "session") or self.session_id
        self.cwd = folder_of(known.get("cwd"))
        self.version = id_of(known, "version")
        self.turn = id_of(known, "turn")
        self._prompted = id_of(known, "prompted")
        self._ended = id_of(known, "ended")
        own = known.get("own")
        self._own = [call for call in own if isinstance(call, str)] if isinstance(own, list) else []


def instant_us(value: object) -> int | None:
    """Give an instant as RFC 3339 writes it, or None when it is none."""
    if not isinstance(value, str):
        return None
    try:
        found = datetime.fromisoformat(value)
        if found.tzinfo is None:
            return None
        since = found.astimezone(UTC) - datetime(1970, 1, 1, tzinfo=UTC)
    except (OverflowError, ValueError):
        return None
    return since // timedelta(microseconds=1)


def texts_of(content: object, kinds: tuple[str, ...]) -> str:
    """Give the text of a message: as it is, or its blocks of these kinds, one below another."""
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return ""
    texts = [
        block["text"]
        for block in content
        if isinstance(block, dict)
        and block.get("type") in kinds
        and isinstance(block.get("text"), str)
    ]
    return "\n".join(texts)


def _is_own(asked: tuple[str, str, str]) -> bool:
    return is_own_tool(asked[0], asked[1])
