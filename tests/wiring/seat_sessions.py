"""How does a test get a seat, and a transcript as Claude Code writes it?"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from cortex.model.host_events import (
    CLAUDE_CODE,
    COMPACT_AFTER,
    COMPACT_BEFORE,
    PROMPT,
    ROLE_AGENT,
    ROLE_USER,
    SESSION_START,
    TURN_END,
    HostEvent,
)
from cortex.model.seats import Seat
from cortex.stores.system.seats import write_seats

NOW_US = 1_790_000_000_000_000
"""2026-09-21T14:13:20Z."""
SECOND_US = 1_000_000
SUMMARY = (
    "1. Primary Request: the user wants the gateway moved to port 8443.\n"
    "2. Pending: renew the certificates of the gateway before Friday, then restart the gateway."
)
FRAMED = (
    "This session is being continued from a previous conversation that ran out of context. The "
    f"summary below covers the earlier portion of the conversation.\n\nSummary:\n{SUMMARY}\n\n"
    "If you need specific details from before compaction (like exact code snippets), read the full "
    "transcript at: /w/t.jsonl\nContinue the conversation from where it left off without asking."
)
"""As the transcript of Claude Code 2.1.197 has it."""


def make_seat(folder: Path, name: str = "scout") -> Seat:
    """Give a seat that is registered in the Cortex home ``folder/home``."""
    root = folder / "seat"
    root.mkdir(parents=True, exist_ok=True)
    seat = Seat(name, str(root.resolve()), str(folder / "home" / "seats" / name), "acme")
    write_seats(str(folder / "home"), [seat])
    return seat


class Conversation:
    """One session and its transcript, as Claude Code 2.1.197 writes it."""

    def __init__(self, folder: Path, session_id: str = "5e55-1") -> None:
        self.path = folder / f"{session_id}.jsonl"
        self.session_id = session_id
        self.now_us = NOW_US
        self._rows = 0
        self.path.touch()

    def row(self, kind: str, **fields: Any) -> str:
        """Add a row and give its uuid."""
        self._rows += 1
        uuid = f"{self.session_id}-row-{self._rows}"
        from cortex.wire.instants import format_instant

        row = {"type": kind, "uuid": uuid, "sessionId": self.session_id, "isSidechain": False}
        row |= {"timestamp": format_instant(self.now_us), "version": "2.1.197", "cwd": "/w"}
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps({**row, **fields}) + "\n")
        self.now_us += SECOND_US
        return uuid

    def user(self, text: str, **fields: Any) -> str:
        """Add a person's words."""
        given = {"promptId": f"prompt-{self._rows + 1}", **fields}
        return self.row("user", message={"role": "user", "content": text}, **given)

    def agent(self, text: str, tokens: int = 0, **fields: Any) -> str:
        """Add an answer that ends its turn, to a request of so many tokens where that is given."""
        message: dict[str, Any] = {"id": f"msg-{self._rows}", "role": "assistant"}
        message["stop_reason"] = "end_turn"
        if tokens:
            cached = {"cache_read_input_tokens": tokens - 4, "cache_creation_input_tokens": 0}
            message["usage"] = {"input_tokens": 4, **cached, "output_tokens": 90}
        content = [{"type": "thinking", "thinking": "hmm"}, {"type": "text", "text": text}]
        return self.row("assistant", message={**message, "content": content}, **fields)

    def tool(self, name: str, output: str, **asked: str) -> None:
        """Add a call of a tool and its answer."""
        call = {"type": "tool_use", "id": f"call-{self._rows}", "name": name, "input": asked}
        message = {"id": f"msg-{self._rows}", "role": "assistant", "stop_reason": "tool_use"}
        self.row("assistant", message={**message, "content": [call]})
        answer = {"type": "tool_result", "tool_use_id": call["id"], "content": output}
        self.row("user", message={"role": "user", "content": [answer]})

    def compact(self, summary: str = FRAMED, trigger: str = "auto") -> None:
        """Add a compaction: its boundary and what the host made of the conversation."""
        self.row(
            "system",
            subtype="compact_boundary",
            content="Conversation compacted",
            compactMetadata={"trigger": trigger, "preTokens": 150_000},
        )
        self.row("user", message={"role": "user", "content": summary}, isCompactSummary=True)

    def event(self, kind: str, text: str = "", cause: str = "", key: str = "") -> HostEvent:
        """Give an event of this session."""
        event = HostEvent(CLAUDE_CODE, kind, self.session_id, "/w")
        event.transcript_path = str(self.path)
        event.cause = cause
        event.text = text
        if kind in {PROMPT, TURN_END}:
            event.role = ROLE_USER if kind == PROMPT else ROLE_AGENT
            event.key = key or f"prompt-{self._rows}"
        return event

    def compacting(self) -> HostEvent:
        """Give the event before a compaction."""
        return self.event(COMPACT_BEFORE, cause="auto")

    def compacted(self, summary: str = SUMMARY) -> HostEvent:
        """Give the event after a compaction."""
        event = self.event(COMPACT_AFTER, cause="auto")
        event.summary = summary
        return event

    def starting(self, cause: str = "startup") -> HostEvent:
        """Give the start of this session."""
        return self.event(SESSION_START, cause=cause)
