"""What does a verb that corrects or looks after the brain report?

Source: docs/formats/history.md, docs/formats/cli-json.md.
"""

from dataclasses import dataclass, field

from cortex.model.facts import Fact, FactStatus
from cortex.model.lean_classes import StrEnum
from cortex.model.versions import Version


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """One log entry with the fact it concerns, as that fact stands now."""

    version: Version
    fact: Fact | None
    is_head: bool


@dataclass(frozen=True, slots=True)
class RollbackOutcome:
    """What a rollback did, or would do when ``is_applied`` is False.

    Args:
        orphaned: the undone entries, newest first.
        revived: facts that get an earlier state back, by id.
        hidden: facts that no answer shows any more, by id.
        scope_ids: of each undone entry, in the same order, the scope its fact is filed under; empty
            for an entry without a fact.
        kept: those of ``revived`` that are in force before and after, or neither.
    """

    head: int
    orphaned: tuple[Version, ...]
    revived: tuple[str, ...]
    hidden: tuple[str, ...]
    is_applied: bool
    scope_ids: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RetractOutcome:
    """What a retraction changed; retracting twice changes nothing."""

    fact: Fact
    version_id: int | None
    previous_status: FactStatus


class Level(StrEnum):
    """How grave a finding is; only a failure makes the doctor exit with one."""

    PASS = "pass"  # noqa: S105  # A level, as printed.
    WARN = "warn"
    FAIL = "fail"


@dataclass(frozen=True, slots=True)
class Finding:
    """One result of the doctor; ``remedy`` says what to do."""

    check: str
    level: Level
    detail: str
    remedy: str = ""


@dataclass(frozen=True, slots=True)
class RebuildReport:
    """What a rebuild of the derived tables did."""

    facts: int
    generation: int
    details: dict[str, int] = field(default_factory=dict)
