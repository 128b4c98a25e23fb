"""What is known about the health of a vault's memory, and what is concluded from it?

Names of states, findings and thresholds are those of the published health report.
Source: docs/formats/vault-programs.md.
"""

from cortex.model.lean_classes import NamedTuple, StrEnum

SECOND_MS = 1000
MINUTE_MS = 60 * SECOND_MS
HOUR_MS = 60 * MINUTE_MS
DAY_MS = 24 * HOUR_MS
MEBIBYTE = 1024 * 1024


class Severity(StrEnum):
    """How bad a finding is."""

    OK = "ok"
    WARN = "warn"
    CRITICAL = "critical"


SEVERITY_EXITS = {Severity.OK: 0, Severity.WARN: 1, Severity.CRITICAL: 2}
"""Exit status of the health program, by the worst finding."""


class Thresholds(NamedTuple):
    """What is still healthy; strictly more is not. Values are the contract's."""

    reviewer_stale_ms: float = 7 * DAY_MS
    retrieval_stale_ms: float = DAY_MS
    proposal_backlog: float = 10
    observability_max_bytes: float = 256 * MEBIBYTE
    observability_max_age_ms: float = 30 * DAY_MS
    reviewer_run_grace_ms: float = 10 * MINUTE_MS
    index_stale_ms: float = 7 * DAY_MS


class Part(StrEnum):
    """What a piece of evidence is about."""

    REVIEWER = "reviewer"
    RETRIEVAL = "retrieval"
    PROPOSALS = "proposals"
    OBSERVABILITY = "observability"
    INDEX = "index"


class ReviewerState(StrEnum):
    """How the latest run of the reviewer ended."""

    OK = "ok"
    SKIPPED = "skipped"
    FAILED = "failed"
    PARSE_FAILED = "parse-failed"
    TIMED_OUT = "timed-out"
    RUNNING = "running"
    MISSING = "missing"
    INVALID = "invalid"


class Reviewer(NamedTuple):
    """Evidence of the latest run; ``prior_successes`` counts the good rows before it."""

    status: ReviewerState
    evidence: str
    ts: str | None = None
    run_id: str | None = None
    prior_successes: int | None = None
    error: str | None = None


class RetrievalState(StrEnum):
    """What the log of retrievals shows."""

    OK = "ok"
    MISSING = "missing"
    INVALID = "invalid"
    UNREADABLE = "unreadable"


class Retrieval(NamedTuple):
    """Evidence of the latest retrieval."""

    status: RetrievalState
    evidence: str
    ts: str | None = None
    query_hash: str | None = None
    returned_count: int | None = None
    duration_ms: float | None = None
    malformed_lines: tuple[int, ...] = ()
    error: str | None = None


class Proposals(NamedTuple):
    """Evidence of what waits for a person; ``pending`` counts rows whose status says so."""

    pending: int
    evidence: str
    available: bool
    malformed_lines: tuple[int, ...] = ()
    error: str | None = None


class Observability(NamedTuple):
    """Evidence of the logs: their sizes, and the oldest last change in nanoseconds.

    ``available`` is False as long as health is the only program that logs.
    """

    bytes: int
    oldest_ns: int | None
    files: int
    evidence: str
    available: bool
    error: str | None = None


class IndexState(StrEnum):
    """What is claimed of a derived index, and whether it is true."""

    ABSENT = "absent"
    NO_INDEX = "no-index-v1"
    OK = "ok"
    MISMATCH = "mismatch"
    INVALID = "invalid"


class IndexEvidence(NamedTuple):
    """Evidence of the index: the claim of its manifest beside what was measured."""

    status: IndexState
    manifest: str
    policy: str
    measured_at_ms: int
    canonical_hash: str | None = None
    manifest_canonical_hash: str | None = None
    index_hash: str | None = None
    manifest_index_hash: str | None = None
    index_path: str | None = None
    indexed_at: str | None = None
    age_ms: int | None = None
    error: str | None = None


class Evidence(NamedTuple):
    """Everything that was looked at, as of one instant."""

    now_ms: int
    thresholds: Thresholds
    reviewer: Reviewer
    retrieval: Retrieval
    proposals: Proposals
    observability: Observability
    derived_index: IndexEvidence


class Finding(NamedTuple):
    """One conclusion.

    Attributes:
        id: the published id.
        severity: how bad it is.
        message: a sentence for whoever has to act.
        part: whose evidence it rests on, or None.
        measured: (name, value) of what was compared, in the report's spelling.
    """

    id: str
    severity: Severity
    message: str
    part: Part | None = None
    measured: tuple[tuple[str, float | str], ...] = ()


class HealthReport(NamedTuple):
    """A whole judgement, as of an instant; findings in check order, healthy ones too."""

    ts: str
    thresholds: Thresholds
    evidence: Evidence
    findings: tuple[Finding, ...]

    @property
    def overall(self) -> Severity:
        """Give the worst severity found."""
        found = {finding.severity for finding in self.findings}
        return next(
            (one for one in (Severity.CRITICAL, Severity.WARN) if one in found), Severity.OK
        )
