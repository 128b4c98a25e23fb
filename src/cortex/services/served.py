"""Which facts were shown, and what was asked, before anybody had the time to note it?

Noting is a write, and a read must not wait for a writer. So counts and questions wait here,
bounded, and the next writer takes them along, whatever it writes.
Source: CQR 1.3 rule 11, contract E5.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from cortex.model.errors import CortexError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from contextlib import AbstractContextManager

    from cortex.ports.brain import Brain, BrainReader, BrainWriter

WAITING_MAX = 4096
"""Facts whose counters may wait; older ones are kept, newer ones of a longer list are dropped."""

QUESTIONS_WAITING_MAX = 256
"""Different questions that may wait; those of a longer list are not remembered."""

FLUSH_WAIT_MS = 50
"""Milliseconds a closing reader waits for the writer's turn; then the counts are given up."""


class Served:
    """Counters that wait for a writer."""

    def __init__(self) -> None:
        self._counts: dict[int, int] = {}
        self._asked: dict[tuple[str, str], int] = {}

    def __len__(self) -> int:
        return len(self._counts)

    def add(self, fact_ids: Iterable[int]) -> None:
        """Note that facts were shown."""
        for fact_id in fact_ids:
            if fact_id in self._counts or len(self._counts) < WAITING_MAX:
                self._counts[fact_id] = self._counts.get(fact_id, 0) + 1

    def ask(self, principal: str, text: str) -> None:
        """Note that a question was asked; it is looked at when it is written."""
        key = (principal, text)
        if key in self._asked or len(self._asked) < QUESTIONS_WAITING_MAX:
            self._asked[key] = self._asked.get(key, 0) + 1

    def remember(self, writer: BrainWriter, now_us: int) -> None:
        """Write the waiting questions at the start of somebody's transaction."""
        if self._asked and writer.learning.votes() is not None:
            from cortex.services.questions import remember

            remember(writer, self._asked, now_us)

    def drain(self, writer: BrainWriter, now_us: int) -> None:
        """Write all waiting counts inside somebody's transaction."""
        if self._counts:
            writer.touch(self._counts, now_us)

    def clear(self) -> None:
        """Forget counts and questions; after the transaction that wrote them is safe."""
        self._counts.clear()
        self._asked.clear()


class CountingBrain:
    """A brain each of whose write transactions takes the waiting counters along.

    Everything else is as ``cortex.ports.brain.Brain`` says.
    """

    def __init__(self, brain: Brain, served: Served, now_us: Callable[[], int]) -> None:
        self._brain = brain
        self._served = served
        self._now_us = now_us

    def reading(self) -> AbstractContextManager[BrainReader]:
        """Open a snapshot."""
        return self._brain.reading()

    @contextmanager
    def writing(self, wait_ms: int | None = None) -> Iterator[BrainWriter]:
        """Open the one write transaction; what waits is forgotten when it is safe.

        Questions go first, so that a report about one finds it; the counts go last.
        """
        with self._brain.writing(wait_ms) as writer:
            self._served.remember(writer, self._now_us())
            yield writer
            self._served.drain(writer, self._now_us())
        self._served.clear()

    def flush(self) -> bool:
        """Write the counts in a transaction of their own, if a turn comes soon enough.

        Gives False, and keeps the counts, when the store was busy or cannot be written: a counter
        is no reason to fail.
        """
        if not self._served:
            return True
        try:
            with self.writing(FLUSH_WAIT_MS):
                pass
        except CortexError:
            return False
        return True

    def close(self) -> None:
        """Write the counts if the store is free at once, and release the file."""
        self.flush()
        self._brain.close()
