"""What does every piece of housekeeping stand on, and what does one slice of it give back?"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cortex.model.lean_classes import NamedTuple

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from cortex.model.callers import Caller
    from cortex.ports.brain import Brain, BrainWriter
    from cortex.ports.upkeep import StoreUpkeep


@dataclass(frozen=True, slots=True)
class Grounds:
    """The store, its file, the clock, in whose name things are archived.

    ``wait_ms`` is how long one slice waits for its turn to write; None is the store's own time.
    """

    brain: Brain
    upkeep: StoreUpkeep
    now_us: Callable[[], int]
    caller: Caller
    wait_ms: int | None = None

    def writing(self) -> AbstractContextManager[BrainWriter]:
        """Open the write transaction of one slice."""
        return self.brain.writing(self.wait_ms)


class Step(NamedTuple):
    """What one slice did: where to go on, what is safely written, and whether that was all."""

    position: int
    counts: tuple[tuple[str, int], ...] = ()
    is_done: bool = False
