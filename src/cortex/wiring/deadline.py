"""When does a hook have to be done?"""

from __future__ import annotations

from cortex.stores.system.clock import SystemClock

# Microseconds a session's start may take in all; then the hook is silent. Hosts wait for longer.
DEADLINE_US = 1_000_000


class Deadline:
    """When a hook has to be done."""

    __slots__ = ("_clock", "_end_us", "_start_us")

    def __init__(self, allowed_us: int = DEADLINE_US) -> None:
        self._clock = SystemClock()
        self._start_us = self._clock.now_us()
        self._end_us = self._start_us + allowed_us

    def now_us(self) -> int:
        """Give the present instant."""
        return self._clock.now_us()

    def spent_us(self) -> int:
        """Give the time that was taken so far."""
        return max(0, self.now_us() - self._start_us)

    def left_seconds(self) -> float:
        """Give the time that is left; zero when it is over."""
        return max(0, self._end_us - self.now_us()) / 1_000_000

    def is_over(self) -> bool:
        """Tell whether the time is over."""
        return self.now_us() >= self._end_us
