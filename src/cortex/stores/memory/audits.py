"""What was served, and what did it save?"""

from dataclasses import dataclass, field

from cortex.model.audits import BootAudit, Rollup
from cortex.stores.memory.rows import Rows


@dataclass(slots=True)
class AuditsRows(Rows):
    """What is kept: audits by instant and process, sums by day, owner and quantity."""

    audits: dict[tuple[int, int], BootAudit] = field(default_factory=dict)
    rollups: dict[tuple[str, int, str], Rollup] = field(default_factory=dict)


class MemoryAudits:
    """Implements ``cortex.ports.audits``."""

    def __init__(self, rows: AuditsRows) -> None:
        self._rows = rows

    def rollups(self, owner_id: int, since_day: str) -> list[Rollup]:
        """Give an owner's sums from a day on, by day, then quantity."""
        return [
            one
            for (day, owner, _), one in sorted(self._rows.rollups.items())
            if owner == owner_id and day >= since_day
        ]

    def audits(self, owner_id: int, limit: int) -> list[BootAudit]:
        """Give an owner's newest audits, newest first."""
        newest = sorted(self._rows.audits.items(), reverse=True)
        return [one for _, one in newest if one.owner_id == owner_id][:limit]

    def add_audit(self, audit: BootAudit) -> bool:
        """Store an audit; False, and nothing stored, when it is known already."""
        key = (audit.created_us, audit.process_id)
        return self._rows.audits.setdefault(key, audit) is audit

    def add_to_rollup(self, owner_id: int, rollup: Rollup) -> None:
        """Add to the sums of a day and quantity."""
        key = (rollup.day, owner_id, rollup.quantity)
        known = self._rows.rollups.get(key)
        if known is not None:
            sums = [one + other for one, other in zip(known[3:], rollup[3:], strict=True)]
            rollup = Rollup(*known[:3], *sums)
        self._rows.rollups[key] = rollup

    def prune(self, audits_kept: int, before_day: str) -> None:
        """Drop all but the newest audits, and the sums of days before one."""
        for key in sorted(self._rows.audits, reverse=True)[audits_kept:]:
            del self._rows.audits[key]
        for day in [key for key in self._rows.rollups if key[0] < before_day]:
            del self._rows.rollups[day]
