"""Whose turn is it to write?

SQLite lets one writer in and makes the others poll, which starves some of them under load. A queue
in front of the write transaction lets them in by turns. It orders waiting and guards nothing: what
a write may do is still decided by the store's own lock. Source: ADR 0026.
"""

from __future__ import annotations

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from typing import Protocol
else:
    Protocol = object


class WriteQueue(Protocol):
    """Turns over every process and thread that writes to one store."""

    def acquire(self, timeout_s: float | None = None) -> None:
        """Wait for a turn; a thread that has one and asks again waits in vain.

        A process that dies gives its turn back at once.

        Args:
            timeout_s: longest wait in seconds; None is the queue's own, 0 never waits.

        Raises:
            StoreBusy: no turn came in time.
            StoreReadOnly, DiskFull, StoreUnreadable: the queue's files cannot be made.
        """

    def release(self) -> None:
        """Give the turn back; only for the thread that has it, once."""
