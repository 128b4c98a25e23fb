"""What is told about a fact, a conflict or the store when somebody asks for the whole of it?

A story is read only: it gathers rows for one answer and is never stored.
Source: docs/formats/history.md, docs/guide/time-travel.md.
"""

from dataclasses import dataclass

from cortex.model.anchors import AnchorKind
from cortex.model.conflicts import ConflictRecord
from cortex.model.errors import EXIT_BUSY, EXIT_OK, EXIT_STORE
from cortex.model.facts import Fact
from cortex.model.housekeeping import Debt, FailedJob
from cortex.model.lean_classes import StrEnum
from cortex.model.observations import Exact
from cortex.model.vault import JudgedRecord
from cortex.model.versions import Version


@dataclass(frozen=True, slots=True)
class ConflictStory:
    """A recorded verdict with both statements as they stand now; ``source`` is the newer one."""

    record: ConflictRecord
    source: Fact
    target: Fact


@dataclass(frozen=True, slots=True)
class LinkedFact:
    """A neighbour of the fact told about, and what the two share."""

    fact: Fact
    relation: str
    evidence_count: int


@dataclass(frozen=True, slots=True)
class CarriedAnchor:
    """A handle the fact is found by; ``is_explicit`` when its author named it."""

    kind: AnchorKind
    value: str
    specificity: int
    is_explicit: bool


@dataclass(frozen=True, slots=True)
class RelatedFact:
    """A fact this one depends on, or, when ``is_reverse``, one that depends on this one."""

    fact: Fact
    role: str
    is_reverse: bool


@dataclass(frozen=True, slots=True)
class FactStory:
    """One fact with everything that happened to it; facts the caller may not see are left out.

    Args:
        versions: log entries that made or changed it, newest first; undone ones are marked.
        conflicts: verdicts it took part in, by conflict id.
        links: its strongest neighbours, strongest first; may be empty.
        anchors: what it is found by, in kind order, then value.
        supersedes, superseded_by: the facts it replaced and the facts that replaced it, by id.
        disputes: the fact it contests, or None.
        relations: what it depends on by role, then what depends on it.
        revision: the number of the revision its record stands at, 0 without one.
        is_rolled_back: the entry that made it was undone, so that no recall shows it.
        forgotten_bases: (number of a fact that was forgotten, relation) of what it was built on.
    """

    fact: Fact
    versions: tuple[Version, ...]
    conflicts: tuple[ConflictStory, ...]
    links: tuple[LinkedFact, ...]
    anchors: tuple[CarriedAnchor, ...]
    supersedes: tuple[Fact, ...] = ()
    superseded_by: tuple[Fact, ...] = ()
    disputes: Fact | None = None
    is_rolled_back: bool = False
    evidence: tuple[Exact, ...] = ()
    records: tuple[JudgedRecord, ...] = ()
    relations: tuple[RelatedFact, ...] = ()
    revision: int = 0
    forgotten_bases: tuple[tuple[int, str], ...] = ()


class Resolution(StrEnum):
    """How a person settles two statements that disagree."""

    KEEP = "keep"
    MERGE = "merge"
    ARCHIVE = "archive"


@dataclass(frozen=True, slots=True)
class ResolveOutcome:
    """What became of the two facts.

    Args:
        kept, dropped: both as they stand now; after merge or archive the names only say the order
            they were given in.
        version_id: the log entry, or None when everything was already so.
        settled: conflicts that a person has now decided, by id.
        restated: (old reference, new reference) of each fact whose window was closed already and
            that was therefore stated again from now on.
    """

    action: Resolution
    kept: Fact
    dropped: Fact
    version_id: int | None
    settled: tuple[ConflictRecord, ...] = ()
    restated: tuple[tuple[str, str], ...] = ()


class StoreState(StrEnum):
    """Whether the store can serve. All but ``ready``, ``read_only`` and ``older`` are failures.

    An older one serves once a verb that may change it has brought it up to date.
    """

    READY = "ready"
    READ_ONLY = "read_only"
    BUSY = "busy"
    UNREADABLE = "unreadable"
    NEWER = "newer"
    OLDER = "older"


STATE_EXITS = {
    StoreState.READY: EXIT_OK,
    StoreState.READ_ONLY: EXIT_OK,
    StoreState.BUSY: EXIT_BUSY,
    StoreState.UNREADABLE: EXIT_STORE,
    StoreState.NEWER: EXIT_STORE,
    StoreState.OLDER: EXIT_OK,
}


ROLLED_BACK = "rolled_back"
"""Stands beside the statuses in counts: facts that a rollback hid, whatever their status."""


@dataclass(frozen=True, slots=True)
class StoreCounts:
    """What an open store holds.

    Args:
        facts: stored facts that no rollback hid, of every status.
        by_status: every status with its count, then ``ROLLED_BACK``.
        by_type: types with active facts, by name.
        tiers: how many facts are of each age, ``fresh`` first.
        cold_rows: facts whose words lie in cold blocks.
        debt, failed_jobs: housekeeping that is not done, and what was given up of it.
        maintained_us: when all facts were last gone through, or None.
    """

    schema_version: int
    brain_id: str
    restore_epoch: int
    head: int | None
    facts: int
    by_status: tuple[tuple[str, int], ...]
    by_type: tuple[tuple[str, int], ...]
    open_conflicts: int
    pending_jobs: int
    projection_is_current: bool
    tiers: tuple[tuple[str, int], ...] = ()
    cold_rows: int = 0
    debt: Debt | None = None
    failed_jobs: tuple[FailedJob, ...] = ()
    maintained_us: int | None = None


@dataclass(frozen=True, slots=True)
class StatusReport:
    """Where the memory is and whether it serves.

    A store that does not exist yet is ``ready``: the first commit creates it.

    Args:
        detail, remedy: why the state is what it is, and what to do; both empty when all is well.
        path: the file as configured; ``real_path`` has its links followed.
        counts: None when the store is missing or could not be read.
        scope_id, scope_name: where a commit from here would be filed.
        scope_facts: facts filed under exactly that scope.
        durability: the profile the store is opened with, ``durable`` or ``fast``.
        warnings: settings that do not mean what was hoped, such as misspelt variables.
    """

    state: StoreState
    path: str
    real_path: str
    is_present: bool
    store_bytes: int
    wal_bytes: int
    durability: str
    scope_id: str
    scope_name: str
    scope_facts: int = 0
    counts: StoreCounts | None = None
    detail: str = ""
    remedy: str = ""
    warnings: tuple[str, ...] = ()

    @property
    def exit_status(self) -> int:
        """Give what `cortex status` exits with."""
        return STATE_EXITS[self.state]
