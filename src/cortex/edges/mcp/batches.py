"""Which answers travel together, because their requests arrived in one array?

Only the protocol of 2025-03-26 has such arrays; a client that agreed on another is told so. What
was agreed is known from our own answer to ``initialize``.
Source: docs/formats/operations.md, JSON-RPC 2.0.
"""

from __future__ import annotations

import asyncio
from typing import Any

import anyio

BATCH_REVISION = "2025-03-26"
"""The one revision of the protocol in which a line may hold several messages."""

HANDSHAKE_SECONDS_MAX = 10
"""Seconds a batch waits for the answer that says which revision was agreed on."""


class Agreement:
    """Which revision of the protocol client and server speak; None before they agreed."""

    def __init__(self) -> None:
        self.revision: str | None = None
        self._asked_by: int | str | None = None
        self._settled = asyncio.Event()
        self._settled.set()

    def note_asked(self, request_id: int | str) -> None:
        """Note that the client asked for a revision under this id."""
        self._asked_by = request_id
        self._settled.clear()

    def note_answered(self, answer: dict[str, Any]) -> None:
        """Note what was agreed on, if this answers that."""
        if self._settled.is_set() or answer.get("id") != self._asked_by:
            return
        self.revision = (answer.get("result") or {}).get("protocolVersion", self.revision)
        self._settled.set()

    async def has_batches(self) -> bool:
        """Tell whether a line may hold several messages, once an answer under way has left."""
        with anyio.move_on_after(HANDSHAKE_SECONDS_MAX):
            await self._settled.wait()
        return self.revision == BATCH_REVISION


class _Batch:
    """The answers of one array so far, and the ids still to be answered."""

    def __init__(self, answers: list[dict[str, Any]], waiting: set[int | str]) -> None:
        self.answers = answers
        self.waiting = waiting


class Batches:
    """The arrays that are not answered yet."""

    def __init__(self) -> None:
        self._by_id: dict[int | str, _Batch] = {}

    def open(self, answers: list[dict[str, Any]], waiting: set[int | str]) -> object | None:
        """Begin an array and give what to send at once, or None.

        Args:
            answers: refusals of items that were no request.
            waiting: ids of its requests; none of them is in use.
        """
        if not waiting:
            return answers or None
        batch = _Batch(answers, waiting)
        self._by_id.update(dict.fromkeys(waiting, batch))
        return None

    def take(self, answer: dict[str, Any]) -> object | None:
        """Give what to send now that this answer is there: it alone, its whole array, or None."""
        batch = None if "method" in answer else self._by_id.get(answer.get("id", ""))
        if batch is None:
            return answer
        batch.answers.append(answer)
        return self.drop(answer["id"])

    def drop(self, request_id: int | str) -> object | None:
        """Expect no more answer under an id; give the array that is complete with that, or None."""
        batch = self._by_id.pop(request_id, None)
        if batch is None:
            return None
        batch.waiting.discard(request_id)
        return (batch.answers or None) if not batch.waiting else None
