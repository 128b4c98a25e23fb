"""What time is it?

Only edges and wiring ask; everything below takes ``now_us`` as an argument, so that the same input
gives the same bytes.
"""

from __future__ import annotations

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from typing import Protocol
else:
    Protocol = object


class Clock(Protocol):
    """A source of instants."""

    def now_us(self) -> int:
        """Give the present instant in microseconds since 1970-01-01T00:00:00Z.

        Never less than an answer given before by the same clock.
        """
