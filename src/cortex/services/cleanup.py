"""What would a cleanup take away, exactly, and how is it done?

The plan counts in one snapshot what the same rules then do. Source: CQR 12.6, ADR 0088.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.model.housekeeping import CleanupPlan, JobKind
from cortex.services.age import ROWS_OF_A_SLICE, cold_before_us, leaving
from cortex.services.compact import TELEMETRY, events_before_us, size_pressure
from cortex.services.maintain import Orders, maintain

if TYPE_CHECKING:
    from cortex.model.housekeeping import MaintenanceReport
    from cortex.ports.brain import BrainReader
    from cortex.services.grounds import Grounds

ONLY_EVENTS = (JobKind.PRUNE_EVENTS,)
EVERYTHING = (
    JobKind.PRUNE_EVENTS,
    JobKind.AGE,
    JobKind.MOVE_COLD,
    JobKind.CRYSTALLIZE,
    JobKind.RELEASE_PAGES,
    JobKind.CHECKPOINT_LOG,
)


def plan_cleanup(grounds: Grounds) -> CleanupPlan:
    """Give what a cleanup would take away now; nothing is written."""
    now_us = grounds.now_us()
    sizes = grounds.upkeep.sizes()
    pressure = size_pressure(sizes)
    with grounds.brain.reading() as reader:
        events = reader.outbox.telemetry(TELEMETRY, events_before_us(now_us, pressure))
        return CleanupPlan(
            events=tuple(sorted(events.items())),
            archived=_count_leaving(reader, now_us),
            moved=reader.ages.count_movable(cold_before_us(now_us, pressure)),
            members=reader.ages.stale_members(),
            free_bytes=sizes.free_bytes if sizes.can_shrink else 0,
        )


def cleanup(grounds: Grounds, worker: str, *, only_events: bool = False) -> MaintenanceReport:
    """Take away what ``plan_cleanup`` counts, slice by slice; failures are in the report.

    Raises:
        StoreBusy, StoreReadOnly, DiskFull: not even the list of jobs could be written.
    """
    kinds = ONLY_EVENTS if only_events else EVERYTHING
    return maintain(grounds, Orders(worker, kinds))


def _count_leaving(reader: BrainReader, now_us: int) -> int:
    count = position = 0
    while rows := reader.ages.survey(position, ROWS_OF_A_SLICE):
        count += len(leaving(reader, rows, now_us))
        position = rows[-1].fact_id
    return count
