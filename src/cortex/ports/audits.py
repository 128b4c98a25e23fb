"""What was served, and what did it save?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from cortex.model.audits import BootAudit, Rollup


class AuditsReader(Protocol):
    """A consistent snapshot."""

    def rollups(self, owner_id: int, since_day: str) -> list[Rollup]:
        """Give an owner's sums from a day (``2026-01-31``) on, by day, then quantity."""

    def audits(self, owner_id: int, limit: int) -> list[BootAudit]:
        """Give an owner's newest audits, newest first."""


class AuditsWriter(AuditsReader, Protocol):
    """Part of one write transaction; reads see its own writes."""

    def add_audit(self, audit: BootAudit) -> bool:
        """Store an audit; False, and nothing stored, when it is known already."""

    def add_to_rollup(self, owner_id: int, rollup: Rollup) -> None:
        """Add to the sums of a day and quantity."""

    def prune(self, audits_kept: int, before_day: str) -> None:
        """Drop all but the newest audits, and the sums of days before one."""
