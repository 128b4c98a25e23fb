"""How is something timed often enough that its middle and its spread mean something?"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from time import perf_counter_ns

NS_PER_MS = 1_000_000


@dataclass(frozen=True, slots=True)
class Sample:
    """Repeated measurements of one thing in one unit; never empty."""

    values: tuple[float, ...]
    unit: str

    @property
    def median(self) -> float:
        """Give the middle value."""
        return self.quantile(0.5)

    @property
    def low(self) -> float:
        """Give the value a tenth of the measurements lie below."""
        return self.quantile(0.1)

    @property
    def high(self) -> float:
        """Give the value a tenth of the measurements lie above."""
        return self.quantile(0.9)

    def quantile(self, share: float) -> float:
        """Give the value below which this share (0..1) lies, interpolated between neighbours."""
        ordered = sorted(self.values)
        place = share * (len(ordered) - 1)
        before = int(place)
        after = min(before + 1, len(ordered) - 1)
        return ordered[before] + (ordered[after] - ordered[before]) * (place - before)

    def minus(self, level: float) -> "Sample":
        """Give the same measurements above a level."""
        return Sample(tuple(value - level for value in self.values), self.unit)


def milliseconds(action: Callable[[], object]) -> float:
    """Run something once and give how long it took."""
    start = perf_counter_ns()
    action()
    return (perf_counter_ns() - start) / NS_PER_MS


def in_turns(actions: Sequence[Callable[[int], object]], rounds: int) -> list[Sample]:
    """Time several things in turns, so that a slow moment of the machine meets all of them.

    Each action is given the number of the round; round -1 is not counted and warms up.
    """
    taken: list[list[float]] = [[] for _ in actions]
    for number in range(-1, rounds):
        for action, values in zip(actions, taken, strict=True):
            value = milliseconds(partial(action, number))
            if number >= 0:
                values.append(value)
    return [Sample(tuple(values), "ms") for values in taken]
