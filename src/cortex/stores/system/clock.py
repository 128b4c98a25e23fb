"""What time does this machine say it is? The only module that reads a clock."""

from __future__ import annotations

import _thread
import time

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from collections.abc import Callable


class SystemClock:
    """The wall clock in UTC, which never steps back within one process.

    A wall clock does step back: time servers correct it and virtual machines resume. Facts written
    in that moment would sort before the ones they answer, so until the wall clock has caught up
    each answer is one microsecond after the last one. Order is kept at the price of accuracy, for
    as long as the step was; a new process believes the wall clock again.

    Safe to share between threads.
    """

    __slots__ = ("_last_us", "_lock", "_read_ns")

    def __init__(self, read_ns: Callable[[], int] = time.time_ns) -> None:
        self._read_ns = read_ns
        self._last_us: int | None = None
        self._lock = _thread.allocate_lock()

    def now_us(self) -> int:
        """Give the present instant in microseconds since the epoch, never less than before."""
        with self._lock:
            now_us = self._read_ns() // 1000
            if self._last_us is not None and now_us < self._last_us:
                now_us = self._last_us + 1
            self._last_us = now_us
            return now_us
