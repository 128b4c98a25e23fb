"""How does a hook open the two folders of a seat? It costs nothing until it is done."""

# ruff: noqa: PTH103  # pathlib costs a hook 11 ms.

from __future__ import annotations

import os

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from cortex.model.seats import Seat
    from cortex.ports.seat_files import SeatFiles


# Seconds a hook waits for another process that writes in the seat: it holds its turn for some tens
# of milliseconds, and whoever copies a whole seat for longer than any hook may take.
TURN_S = 0.1

# The same where a host waits for two seconds, and what is not kept is gone.
LONG_TURN_S = 1.0


class SeatFolders:
    """The two folders of a seat: its own, and what Cortex keeps for it; open inside ``with``."""

    __slots__ = ("_seat", "_wait_s", "files", "kept")

    def __init__(self, seat: Seat, wait_s: float = TURN_S) -> None:
        self._seat = seat
        self._wait_s = wait_s

    def __enter__(self) -> SeatFolders:
        """Open both.

        Raises:
            SeatFileRefused, OSError: one of them cannot be opened.
        """
        from cortex.stores.files.seat_files import SeatFolder

        os.makedirs(self._seat.home, mode=0o700, exist_ok=True)
        self.kept: SeatFiles = SeatFolder(self._seat.home, self._wait_s)
        try:
            self.files: SeatFiles = SeatFolder(self._seat.root, self._wait_s)
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        """Let go of both."""
        for name in ("files", "kept"):
            folder = getattr(self, name, None)
            if folder is not None:
                folder.close()
