"""What did hooks take down that nobody has kept yet, and how is it worked off?"""

from __future__ import annotations

from typing import Protocol

from cortex.model.lean_classes import NamedTuple


class SpooledLine(NamedTuple):
    """One line of the spool, and the offset after it."""

    content: bytes
    end: int


class SpoolState(NamedTuple):
    """What lies in the spool.

    Args:
        bytes_waiting: of events nobody has kept yet.
        oldest_us: when the file they lie in was begun, or None.
        refused: events that found no room since it was last empty.
        quarantined: rows that could not be kept and wait for a person.
        totals: (what, how often) of everything drained so far, by name.
    """

    bytes_waiting: int = 0
    oldest_us: int | None = None
    refused: int = 0
    quarantined: int = 0
    totals: tuple[tuple[str, int], ...] = ()


class TakenSpool(Protocol):
    """A part of the spool that only this process drains; hooks write beside it."""

    def lines(self, count_max: int, bytes_max: int) -> list[SpooledLine]:
        """Give the next lines, at most so many and of so many bytes; empty at the end.

        At least one is given while there is one. Empty lines are left out.
        """

    def advance(self, end: int) -> None:
        """Note that everything before an offset is safe elsewhere; survives ``kill -9``."""

    def set_aside(self, line: bytes, reason: str) -> None:
        """Put a row that cannot be kept where a person finds it, with the reason."""

    def count(self, counts: dict[str, int]) -> None:
        """Add to the totals."""

    def finish(self) -> None:
        """Remove what was drained to its end."""

    def close(self) -> None:
        """Let others drain; what is left is found again. Safe to call twice."""


class Spool(Protocol):
    """The spool of one home."""

    def take(self) -> TakenSpool | None:
        """Take what lies there, or None when nothing does or somebody else is at it. Never waits.

        What an earlier drain left over comes first.
        """

    def state(self) -> SpoolState:
        """Give what lies there. Never raises and changes nothing."""
