"""How do transactions begin and end without a file?"""

import _thread
from collections.abc import Iterator
from contextlib import contextmanager

from cortex.model.errors import StoreBusy
from cortex.stores.memory.reading import MemoryReader
from cortex.stores.memory.state import State
from cortex.stores.memory.writing import MemoryWriter

WAIT_MS = 5_000
"""Milliseconds a writer waits for its turn when the caller names no other time."""


class MemoryBrain:
    """A brain that lives as long as this object; implements ``cortex.ports.brain.Brain``."""

    def __init__(self, brain_id: str, analysis_version: int = 1) -> None:
        self._state = State(brain_id, analysis_version)
        self._analysis_version = analysis_version
        self._turn = _thread.allocate_lock()
        self._writing: int | None = None  # The thread that has the turn.

    @contextmanager
    def reading(self) -> Iterator[MemoryReader]:
        """Give the state as published now; it never changes."""
        yield MemoryReader(self._state)

    @contextmanager
    def writing(self, wait_ms: int | None = None) -> Iterator[MemoryWriter]:
        """Work on a copy, and publish it on a clean exit."""
        if self._writing == _thread.get_ident():
            message = "this thread already writes to the store in memory"
            raise StoreBusy(message, remedy="finish that transaction first")
        if not self._turn.acquire(timeout=(WAIT_MS if wait_ms is None else wait_ms) / 1000):
            message = "another writer held the store in memory for the whole wait"
            raise StoreBusy(message)
        try:
            self._writing = _thread.get_ident()
            writer = MemoryWriter(copy := self._state.copy(), self._analysis_version)
            yield writer
            writer.finish()
            self._state = copy
        finally:
            self._writing = None
            self._turn.release()

    def close(self) -> None:
        """Keep everything, as nothing is open."""
