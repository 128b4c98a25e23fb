"""Which housekeeping waits, and who has it in hand?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from cortex.model.housekeeping import (
    ATTEMPTS_MAX,
    ERROR_CHARS_MAX,
    LEASE_US,
    Chore,
    Debt,
    FailedJob,
    Job,
)
from cortex.stores.memory.rows import Waiting

if TYPE_CHECKING:
    from cortex.stores.memory.state import State


class MemoryOutbox:
    """Implements ``cortex.ports.outbox``."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._rows = state.outbox

    def debt(self) -> Debt:
        """Count the jobs that are not done, by state."""
        counts = Counter(job.state for job in self._rows.jobs.values())
        return Debt(*(counts[state] for state in Debt._fields))

    def failed(self, limit: int) -> list[FailedJob]:
        """Give jobs that were given up, the newest first."""
        found = sorted(
            (-sequence, kind, job)
            for (sequence, kind), job in self._rows.jobs.items()
            if job.state == "failed"
        )
        return [FailedJob(kind, job.attempts, job.error) for _, kind, job in found][:limit]

    def chores(self) -> Mapping[str, Chore]:
        """Give how each kind of housekeeping stands, by kind."""
        return dict(sorted(self._rows.chores.items()))

    def finished_us(self, kind: str) -> int | None:
        """Give when a kind of housekeeping last came to its end, or None."""
        return self._rows.chores.get(kind, Chore()).finished_us

    def telemetry(self, kinds: Sequence[str], before_us: int) -> dict[str, int]:
        """Count the events of these types older than an instant, by type."""
        counts = Counter(
            kind for kind, _, at_us, _ in self._state.events if kind in kinds and at_us < before_us
        )
        return dict(sorted(counts.items()))

    def ask(self, kind: str) -> bool:
        """Ask for a job, unless one of its kind waits already or nothing was ever committed."""
        newest = len(self._state.commits)
        waits = any(
            job.state == "pending" or (job.state == "claimed" and sequence == newest)
            for (sequence, known), job in self._rows.jobs.items()
            if known == kind
        )
        if waits or not newest:
            return False
        known = self._rows.jobs.get((newest, kind))
        generation = 0 if known is None else known.generation + 1
        self._rows.jobs[newest, kind] = Waiting(generation=generation)
        return True

    # Nobody looks at the worker's name here.
    def claim(self, worker: str, kinds: Sequence[str], now_us: int) -> Job | None:  # noqa: ARG002
        """Take the oldest job of these kinds that waits, or whose lease ran out."""
        for key, job in sorted(self._rows.jobs.items()):
            is_over = job.state == "claimed" and job.lease_until_us <= now_us
            if is_over and job.attempts >= ATTEMPTS_MAX:
                told = "it was begun and never ended"
                self._rows.jobs[key] = job._replace(state="failed", error=told)
            elif key[1] in kinds and (job.state == "pending" or is_over):
                taken = job._replace(
                    state="claimed",
                    generation=job.generation + 1,
                    attempts=job.attempts + 1,
                    lease_until_us=now_us + LEASE_US,
                )
                self._rows.jobs[key] = taken
                return Job(*key, taken.generation, taken.attempts)
        return None

    def renew(self, job: Job, now_us: int) -> bool:
        """Start the lease again; False when somebody else has the job."""
        held = self._held(job)
        if held is None:
            return False
        self._rows.jobs[job[:2]] = held._replace(lease_until_us=now_us + LEASE_US)
        return True

    def finish(self, job: Job) -> bool:
        """Take a job off the list, with what failed of its kind earlier."""
        if self._held(job) is None:
            return False
        del self._rows.jobs[job[:2]]
        self._forget_failed(job.kind)
        return True

    def give_back(self, job: Job, error: str = "") -> bool:
        """Let a job wait again; after ``ATTEMPTS_MAX`` times with an error it is given up."""
        held = self._held(job)
        if held is None:
            return False
        if not error:
            changed = held._replace(state="pending", attempts=held.attempts - 1)
        else:
            is_given_up = held.attempts >= ATTEMPTS_MAX
            if is_given_up:
                self._forget_failed(job.kind)
            state = "failed" if is_given_up else "pending"
            changed = held._replace(state=state, error=error[:ERROR_CHARS_MAX])
        self._rows.jobs[job[:2]] = changed
        return True

    def keep_chore(self, kind: str, chore: Chore) -> None:
        """Note how a kind of housekeeping stands."""
        self._rows.chores[kind] = chore

    def prune_events(self, kinds: Sequence[str], before_us: int, limit: int) -> int:
        """Delete events of these types older than an instant, oldest first; give how many."""
        old = [
            place
            for place, (kind, _, at_us, _) in enumerate(self._state.events)
            if kind in kinds and at_us < before_us
        ][:limit]
        for place in reversed(old):
            del self._state.events[place]
        return len(old)

    def _held(self, job: Job) -> Waiting | None:
        known = self._rows.jobs.get(job[:2])
        if known is None or known.state != "claimed" or known.generation != job.generation:
            return None
        return known

    def _forget_failed(self, kind: str) -> None:
        for key, job in list(self._rows.jobs.items()):
            if key[1] == kind and job.state == "failed":
                del self._rows.jobs[key]
