"""Which housekeeping is there, how much of it waits, and what did a run of it do?

Source: ADR 0087, docs/formats/housekeeping.md.
"""

from cortex.model.lean_classes import NamedTuple, StrEnum
from cortex.model.limits import DEBT_HARD_JOBS, DEBT_SOFT_JOBS

LEASE_US = 60_000_000
"""Microseconds a worker may keep a job without a word: a minute, some hundred slices."""

ATTEMPTS_MAX = 5
"""Times a job is begun before it counts as failed (CQR 4.3)."""

ERROR_CHARS_MAX = 300
"""Characters kept of what went wrong with a job: one sentence that names the thing."""

JOBS_MAX = 4096
"""Jobs of one call at most (CQR 8)."""

JOBS_OF_A_TICK = 32
"""Jobs a worker does before it looks around (CQR 8)."""


class JobKind(StrEnum):
    """The housekeeping there is, in the order it is done when everything is due."""

    CHECKPOINT_LOG = "checkpoint_wal"
    FOLD_TAIL = "fold_tail"
    INDEX_OBSERVATIONS = "index_observations"
    PRUNE_EVENTS = "prune_events"
    AGE = "age"
    MOVE_COLD = "move_cold"
    CRYSTALLIZE = "crystallize"
    RELEASE_PAGES = "release_pages"


class Pressure(StrEnum):
    """How urgent housekeeping is."""

    NONE = "none"
    SOFT = "soft"
    HARD = "hard"


class Job(NamedTuple):
    """A job somebody has in hand; a worker with an older generation may not finish it."""

    sequence: int
    kind: str
    generation: int
    attempts: int


class Debt(NamedTuple):
    """Jobs that are not done, by state."""

    pending: int
    claimed: int
    failed: int

    @property
    def waiting(self) -> int:
        """Count everything that is not done."""
        return self.pending + self.claimed + self.failed

    @property
    def pressure(self) -> Pressure:
        """Give how urgent this is."""
        return pressure_of(self.waiting, DEBT_SOFT_JOBS, DEBT_HARD_JOBS)


class Chore(NamedTuple):
    """How one kind of housekeeping stands.

    ``position`` is where a sweep goes on (0 from the start); ``finished_us`` when it last came to
    its end, None if it never did.
    """

    position: int = 0
    finished_us: int | None = None


class FailedJob(NamedTuple):
    """A job that was given up, and why."""

    kind: str
    attempts: int
    error: str


class FileSizes(NamedTuple):
    """What the store takes on disk, in bytes; ``free_bytes`` of them hold nothing.

    ``can_shrink`` tells whether the file can be made shorter piece by piece.
    """

    store_bytes: int
    wal_bytes: int
    free_bytes: int
    can_shrink: bool

    @property
    def live_bytes(self) -> int:
        """Give what is in use."""
        return self.store_bytes - self.free_bytes


class JobReport(NamedTuple):
    """What one job did. ``counts`` holds only what is safely written; ``error`` why it stopped.

    ``is_finished`` is False when it stopped early, by an error or because its time was over.
    """

    kind: str
    is_finished: bool
    counts: tuple[tuple[str, int], ...] = ()
    error: str = ""


class MaintenanceReport(NamedTuple):
    """What a run of housekeeping did, job by job, and what is left to do."""

    jobs: tuple[JobReport, ...]
    debt: Debt
    before: FileSizes
    after: FileSizes
    pressure: Pressure

    @property
    def failures(self) -> tuple[JobReport, ...]:
        """Give the jobs that failed; none of them counts as done."""
        return tuple(job for job in self.jobs if job.error)


class CleanupPlan(NamedTuple):
    """What a cleanup takes away, or would: exact counts of one snapshot.

    ``events`` by type, ``archived`` facts that leave current answers, ``moved`` facts whose text
    goes to cold blocks, ``members`` of clusters that no longer stand, ``free_bytes`` of the file.
    """

    events: tuple[tuple[str, int], ...]
    archived: int
    moved: int
    members: int
    free_bytes: int


def pressure_of(amount: int, soft: int, hard: int) -> Pressure:
    """Give the pressure of an amount with these limits; a limit that is reached counts."""
    if amount >= hard:
        return Pressure.HARD
    return Pressure.SOFT if amount >= soft else Pressure.NONE
