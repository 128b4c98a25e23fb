"""What does a hook have at hand of a seat? Its records, its status line's word, and its files.

Hooks load this, so its class is plain and everything it holds is asked for when it is needed.
"""

from __future__ import annotations

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Protocol

    from cortex.model.seats import Seat
    from cortex.ports.seat_sessions import SeatSessions

    class Tail(Protocol):
        """The end of a file: whole lines, and where they begin in it."""

        content: bytes
        start: int


class Limits:
    """What was asked of the context: smaller windows, levels, and an earlier compaction.

    Attributes:
        windows: tokens each; 0 for none.
        asked: ``warn`` and ``urgent`` in tokens, where the seat wants its own.
        percent: where the host was told to compact earlier, in hundredths; 0 for nowhere.
    """

    __slots__ = ("asked", "percent", "windows")

    def __init__(
        self, windows: tuple[int, ...] = (), asked: dict[str, int] | None = None, percent: int = 0
    ) -> None:
        self.windows = windows
        self.asked = asked or {}
        self.percent = percent


class Desk:
    """What a hook has at hand of a seat.

    Attributes:
        seat: which seat.
        records: what is known of its sessions.
        bridge: what its status line said of them.
        state: gives (text, when it was written) of its STATE.md; (None, 0) without one.
        state_us: gives when its STATE.md was written, and nothing else.
        limits: gives what was asked of a context with so many tokens.
        tail: gives the end of a session's transcript, so many bytes; None when it cannot be read.
        keep_copy: puts a copy of STATE.md into its history.
    """

    __slots__ = ("bridge", "keep_copy", "limits", "records", "seat", "state", "state_us", "tail")

    def __init__(  # noqa: PLR0913 - One argument a thing, all by name.
        self,
        *,
        seat: Seat,
        records: SeatSessions,
        bridge: SeatSessions,
        state: Callable[[], tuple[str | None, int]],
        state_us: Callable[[], int],
        limits: Callable[[int], Limits],
        tail: Callable[[str, int], Tail | None],
        keep_copy: Callable[[], None],
    ) -> None:
        self.seat = seat
        self.records = records
        self.bridge = bridge
        self.state = state
        self.state_us = state_us
        self.limits = limits
        self.tail = tail
        self.keep_copy = keep_copy
