"""Which housekeeping waits, and who has it in hand?

A job is claimed for a minute. Whoever lets that pass may find that somebody else has it: the
generation tells, and a stale one can neither renew nor finish.
"""

from collections.abc import Mapping, Sequence
from typing import Protocol

from cortex.model.housekeeping import Chore, Debt, FailedJob, Job


class OutboxReader(Protocol):
    """A consistent snapshot."""

    def debt(self) -> Debt:
        """Count the jobs that are not done, by state."""

    def failed(self, limit: int) -> list[FailedJob]:
        """Give jobs that were given up, the newest first."""

    def chores(self) -> Mapping[str, Chore]:
        """Give how each kind of housekeeping stands, by kind; kinds never begun are left out."""

    def finished_us(self, kind: str) -> int | None:
        """Give when a kind of housekeeping last came to its end, or None."""

    def telemetry(self, kinds: Sequence[str], before_us: int) -> dict[str, int]:
        """Count the events of these types older than an instant, by type; none are left out."""


class OutboxWriter(OutboxReader, Protocol):
    """Part of one write transaction; reads see its own writes."""

    def ask(self, kind: str) -> bool:
        """Ask for a job, unless one of its kind waits already or nothing was ever committed."""

    def claim(self, worker: str, kinds: Sequence[str], now_us: int) -> Job | None:
        """Take the oldest job of these kinds that waits, or whose lease ran out.

        Ties go by kind. A job begun ``ATTEMPTS_MAX`` times without an end counts as failed. A lease
        ends ``LEASE_US`` after ``now_us``; at that very instant it is over.
        """

    def renew(self, job: Job, now_us: int) -> bool:
        """Start the lease again; False when somebody else has the job."""

    def finish(self, job: Job) -> bool:
        """Take a job off the list, with what failed of its kind earlier; False as for ``renew``."""

    def give_back(self, job: Job, error: str = "") -> bool:
        """Let a job wait again; after ``ATTEMPTS_MAX`` times with an error it is given up.

        Without an error the attempt does not count. False as for ``renew``.
        """

    def keep_chore(self, kind: str, chore: Chore) -> None:
        """Note how a kind of housekeeping stands."""

    def prune_events(self, kinds: Sequence[str], before_us: int, limit: int) -> int:
        """Delete events of these types older than an instant, oldest first; give how many."""
