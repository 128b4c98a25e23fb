"""How is housekeeping done without being in anybody's way?

A job is claimed, done in slices of some ten milliseconds each, and taken off the list. Between two
slices everybody else has a turn; a reader never waits at all. What fails is said and stays on the
list. Source: CQR 4.3, ADR 0087.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cortex.model.errors import CortexError, InvalidRequest
from cortex.model.housekeeping import (
    JOBS_MAX,
    LEASE_US,
    Chore,
    JobKind,
    JobReport,
    MaintenanceReport,
    Pressure,
)
from cortex.services.age import age_slice, move_slice
from cortex.services.compact import (
    checkpoint_slice,
    fold_slice,
    prune_slice,
    release_slice,
    size_pressure,
)
from cortex.services.crystallize import crystallize_slice
from cortex.services.grounds import Grounds, Step
from cortex.services.projection import index_slice
from cortex.services.tend import EVERY_US

if TYPE_CHECKING:
    from cortex.model.housekeeping import Job
    from cortex.ports.brain import BrainReader

Slice = Callable[[Grounds, int, Pressure], Step]

SLICES: Mapping[str, Slice] = {
    JobKind.CHECKPOINT_LOG: checkpoint_slice,
    JobKind.FOLD_TAIL: fold_slice,
    JobKind.INDEX_OBSERVATIONS: index_slice,
    JobKind.PRUNE_EVENTS: prune_slice,
    JobKind.AGE: age_slice,
    JobKind.MOVE_COLD: move_slice,
    JobKind.CRYSTALLIZE: crystallize_slice,
    JobKind.RELEASE_PAGES: release_slice,
}

EVERY_KIND = tuple(SLICES)

LOG_BYTES_MAX = 8 * 1024 * 1024
"""Bytes of the log at which a slice is followed by a checkpoint: twice what SQLite lets it grow to
when nobody reads."""

LOG_BYTES_PRESSING = 24 * 1024 * 1024
"""Bytes of the log at which writers may be held for a moment, so that it can begin anew. Readers
one after another would let it grow for ever: 160 MB in a run of two minutes."""


def never() -> bool:
    """Give the answer of a caller who never stops a run."""
    return False


@dataclass(frozen=True, slots=True)
class Orders:
    """What a run is to do.

    Args:
        worker: a name for the lease, new with every run.
        kinds: what to do, in this order, if somebody asked for it.
        asks: what to ask for first; None asks for every kind.
        jobs_max: jobs at most, 1..``JOBS_MAX``.
        should_stop: asked before each slice; the job then waits for the next run.
    """

    worker: str
    kinds: tuple[str, ...] = EVERY_KIND
    asks: tuple[str, ...] | None = None
    jobs_max: int = len(EVERY_KIND)
    should_stop: Callable[[], bool] = never


def maintain(grounds: Grounds, orders: Orders) -> MaintenanceReport:
    """Do the housekeeping ordered, and everything of these kinds that waits already.

    A kind is tried once in a run. Doing it twice is safe: the second time finds little to do.

    Raises:
        InvalidRequest: the number of jobs is out of range.
        StoreBusy, StoreReadOnly, DiskFull: not even the list of jobs could be written.
    """
    if not 1 <= orders.jobs_max <= JOBS_MAX:
        message = f"{orders.jobs_max} jobs are out of range"
        raise InvalidRequest(message, remedy=f"write 1 to {JOBS_MAX}", field="jobs")
    before = grounds.upkeep.sizes()
    pressure = size_pressure(before)
    with grounds.writing() as writer:
        for kind in orders.kinds if orders.asks is None else orders.asks:
            writer.outbox.ask(kind)
    reports: list[JobReport] = []
    left = list(orders.kinds)
    while left and len(reports) < orders.jobs_max and not orders.should_stop():
        with grounds.writing() as writer:
            job = _next_job(writer.outbox.claim, orders.worker, left, grounds.now_us())
        if job is None:
            break
        left.remove(job.kind)
        reports.append(_run(grounds, job, orders, pressure))
    with grounds.brain.reading() as reader:
        debt = reader.outbox.debt()
    return MaintenanceReport(tuple(reports), debt, before, grounds.upkeep.sizes(), pressure)


def due_kinds(reader: BrainReader, now_us: int) -> tuple[str, ...]:
    """Give the kinds that never came to their end, or not within a day, in the order of work.

    What was given up waits for a person who asks for it.
    """
    chores = reader.outbox.chores()
    failed = {job.kind for job in reader.outbox.failed(len(EVERY_KIND))}
    return tuple(
        kind for kind in EVERY_KIND if kind not in failed and _is_due(chores.get(kind), now_us)
    )


def _is_due(chore: Chore | None, now_us: int) -> bool:
    if chore is None or chore.finished_us is None:
        return True
    return not 0 <= now_us - chore.finished_us < EVERY_US


def _next_job(
    claim: Callable[[str, list[str], int], Job | None], worker: str, kinds: list[str], now_us: int
) -> Job | None:
    """Claim in the order of kinds, so that pages are given back after they became free."""
    return next(filter(None, (claim(worker, [kind], now_us) for kind in kinds)), None)


def _run(grounds: Grounds, job: Job, orders: Orders, pressure: Pressure) -> JobReport:
    """Do one job slice by slice."""
    counts: dict[str, int] = {}
    try:
        with grounds.brain.reading() as reader:
            position = reader.outbox.chores().get(job.kind, Chore()).position
        is_done = _slices(grounds, job, orders, _Progress(position, counts), pressure)
    except CortexError as error:
        # What was written stays written; the job stays on the list, with the reason.
        with suppress(CortexError), grounds.writing() as writer:
            writer.outbox.give_back(job, error.message)
        return JobReport(job.kind, is_finished=False, counts=_told(counts), error=error.message)
    return JobReport(job.kind, is_done, _told(counts))


@dataclass(slots=True)
class _Progress:
    """How far a job came."""

    position: int
    counts: dict[str, int]

    def add(self, step: Step) -> None:
        self.position = step.position
        for name, count in step.counts:
            self.counts[name] = self.counts.get(name, 0) + count


def _slices(
    grounds: Grounds, job: Job, orders: Orders, progress: _Progress, pressure: Pressure
) -> bool:
    """Work until all is done (True) or somebody says stop (False), keeping the lease."""
    renewed_us = grounds.now_us()
    while True:
        if orders.should_stop():
            with grounds.writing() as writer:
                if writer.outbox.give_back(job):
                    writer.outbox.keep_chore(job.kind, _chore(writer, job, progress.position))
            return False
        step = SLICES[job.kind](grounds, progress.position, pressure)
        progress.add(step)
        now_us = grounds.now_us()
        log_bytes = grounds.upkeep.sizes().wal_bytes
        if log_bytes > LOG_BYTES_MAX:
            grounds.upkeep.checkpoint(is_pressing=log_bytes > LOG_BYTES_PRESSING)
        if step.is_done:
            with grounds.writing() as writer:
                _require_held(writer.outbox.finish(job))
                writer.outbox.keep_chore(job.kind, Chore(step.position, now_us))
            return True
        if not 0 <= now_us - renewed_us < LEASE_US // 4:
            with grounds.writing() as writer:
                _require_held(writer.outbox.renew(job, now_us))
                writer.outbox.keep_chore(job.kind, _chore(writer, job, progress.position))
            renewed_us = now_us


def _chore(reader: BrainReader, job: Job, position: int) -> Chore:
    """Give the chore with a new position; when it last came to its end is kept."""
    return reader.outbox.chores().get(job.kind, Chore())._replace(position=position)


def _require_held(is_held: bool) -> None:  # noqa: FBT001  # The answer of the port, as it came.
    if not is_held:
        message = "another worker took the job over"
        raise CortexError(message, remedy="nothing; it goes on there")


def _told(counts: Mapping[str, int]) -> tuple[tuple[str, int], ...]:
    return tuple((name, count) for name, count in sorted(counts.items()) if count)


def total(reports: Iterable[JobReport], name: str) -> int:
    """Give how often something was done in all these jobs."""
    return sum(count for report in reports for told, count in report.counts if told == name)
