"""How does a hook open the two folders of a seat? It costs nothing until it is done."""

# ruff: noqa: PTH103  # pathlib costs a hook 11 ms.

from __future__ import annotations

import os

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from cortex.model.seats import Seat
    from cortex.ports.seat_files import SeatFiles


class SeatFolders:
    """The two folders of a seat: its own, and what Cortex keeps for it; open inside ``with``."""

    __slots__ = ("_seat", "files", "kept")

    def __init__(self, seat: Seat) -> None:
        self._seat = seat

    def __enter__(self) -> SeatFolders:
        """Open both.

        Raises:
            SeatFileRefused, OSError: one of them cannot be opened.
        """
        from cortex.stores.files.seat_files import SeatFolder

        os.makedirs(self._seat.home, mode=0o700, exist_ok=True)
        self.kept: SeatFiles = SeatFolder(self._seat.home)
        self.files: SeatFiles = SeatFolder(self._seat.root)
        return self

    def __exit__(self, *_: object) -> None:
        """Let go of both."""
        for folder in (self.files, self.kept):
            close = getattr(folder, "close", None)
            if close is not None:
                close()
