"""What does a brain consist of, said as plainly as possible?

A state is never changed once it is published: a writer works on a copy, so whoever reads keeps
what they had. Values are frozen, which makes a copy of the containers a copy of the whole.
"""

import hashlib
from dataclasses import dataclass, field

from cortex.model.anchors import AnchorKind, AnchorOrigin, Handles
from cortex.model.conflicts import ConflictRecord
from cortex.model.facts import COLD_STATUSES, OPEN_VISIBILITIES, Fact
from cortex.model.gates import Gate
from cortex.model.records import CommitEntry, LedgerEntry
from cortex.model.versions import Version
from cortex.stores.memory.assemblies import AssembliesRows
from cortex.stores.memory.associations import AssociationsRows
from cortex.stores.memory.audits import AuditsRows
from cortex.stores.memory.compiled import CompiledRows
from cortex.stores.memory.coordination import CoordinationRows
from cortex.stores.memory.erasure import ErasureRows
from cortex.stores.memory.focus import FocusRows
from cortex.stores.memory.hosts import HostsRows
from cortex.stores.memory.imports import ImportsRows
from cortex.stores.memory.injections import InjectionsRows
from cortex.stores.memory.intake import IntakeRows
from cortex.stores.memory.learning import LearningRows
from cortex.stores.memory.needs import NeedsRows
from cortex.stores.memory.observations import ObservationsRows
from cortex.stores.memory.permissions import PermissionsRows
from cortex.stores.memory.relations import RelationsRows
from cortex.stores.memory.revisions import RevisionsRows
from cortex.stores.memory.rows import AgesRows, OutboxRows, Rows
from cortex.stores.memory.search_index import SearchIndexRows
from cortex.stores.memory.threads import ThreadsRows
from cortex.stores.memory.turns import TurnsRows

AnchorKey = tuple[AnchorKind, str]
LinkKey = tuple[int, int, str]


@dataclass(frozen=True, slots=True)
class Learned:
    """A link that use taught, or that somebody rejected."""

    uses: int
    is_rejected: bool


@dataclass(slots=True)
class State(Rows):
    """Every row of the brain. Keys are ids unless said otherwise."""

    brain_id: str
    analysis_version: int
    generation: int = 1
    head: int | None = None
    facts: dict[int, Fact] = field(default_factory=dict)
    versions: dict[int, Version] = field(default_factory=dict)
    changes: list[tuple[int, Fact]] = field(default_factory=list)  # (version id, state before).
    traces: list[tuple[int, int, str]] = field(default_factory=list)
    conflicts: dict[int, ConflictRecord] = field(default_factory=dict)
    conflict_versions: dict[int, int] = field(default_factory=dict)
    commits: list[CommitEntry] = field(default_factory=list)
    ledger: dict[tuple[str, str], LedgerEntry] = field(default_factory=dict)
    scopes: dict[str, tuple[str, str]] = field(default_factory=dict)
    events: list[tuple[str, str, int, str]] = field(default_factory=list)
    learned: dict[LinkKey, Learned] = field(default_factory=dict)
    handles: dict[int, Handles] = field(default_factory=dict)
    relations: RelationsRows = field(default_factory=RelationsRows)
    revisions: RevisionsRows = field(default_factory=RevisionsRows)
    threads: ThreadsRows = field(default_factory=ThreadsRows)
    learning: LearningRows = field(default_factory=LearningRows)
    compiled: CompiledRows = field(default_factory=CompiledRows)
    ages: AgesRows = field(default_factory=AgesRows)
    outbox: OutboxRows = field(default_factory=OutboxRows)
    coordination: CoordinationRows = field(default_factory=CoordinationRows)
    focus: FocusRows = field(default_factory=FocusRows)
    permissions: PermissionsRows = field(default_factory=PermissionsRows)
    audits: AuditsRows = field(default_factory=AuditsRows)
    imports: ImportsRows = field(default_factory=ImportsRows)
    erasure: ErasureRows = field(default_factory=ErasureRows)
    observations: ObservationsRows = field(default_factory=ObservationsRows)
    hosts: HostsRows = field(default_factory=HostsRows)
    injections: InjectionsRows = field(default_factory=InjectionsRows)
    turns: TurnsRows = field(default_factory=TurnsRows)
    search_index: SearchIndexRows = field(default_factory=SearchIndexRows)
    assemblies: AssembliesRows = field(default_factory=AssembliesRows)
    associations: AssociationsRows = field(default_factory=AssociationsRows)
    needs: NeedsRows = field(default_factory=NeedsRows)
    intake: IntakeRows = field(default_factory=IntakeRows)

    def new_fact_id(self) -> int:
        """Give the next number; those of forgotten facts are not given again."""
        return len(self.facts) + len(self.erasure.forgotten) + 1

    def is_rolled_back(self, version_id: int | None) -> bool:
        """Tell whether a log entry was rolled back."""
        return version_id in self.versions and self.versions[version_id].is_orphaned

    def passes(self, fact: Fact, gate: Gate | None) -> bool:
        """Tell whether a fact meets every condition of a gate."""
        if gate is None:
            return True
        content = fact.content
        return (
            not self.is_rolled_back(fact.version_id)
            and not (gate.hides_cold and content.status in COLD_STATUSES)
            and (not gate.reads_windows or _is_in_window(fact, gate.at_us))
            and (gate.scope_ids is None or content.scope_id in gate.scope_ids)
            and (
                gate.owner_id is None
                or content.owner_id == gate.owner_id
                or content.visibility in OPEN_VISIBILITIES
            )
        )

    def seen(self, gate: Gate) -> list[int]:
        """Give the ids of the facts that pass, ascending."""
        return [fact_id for fact_id, fact in self.facts.items() if self.passes(fact, gate)]


def _is_in_window(fact: Fact, at_us: int) -> bool:
    content = fact.content
    return (
        (content.valid_from_us is None or content.valid_from_us <= at_us)
        and (content.valid_until_us is None or content.valid_until_us > at_us)
        and (content.expires_us is None or content.expires_us > at_us)
    )


def anchors_in(handles: Handles) -> dict[AnchorKey, tuple[int, bool]]:
    """Give (specificity, explicit) of each anchor, in its strongest form."""
    merged: dict[AnchorKey, tuple[int, bool]] = {}
    for anchor in handles.anchors:
        specificity, is_explicit = merged.get((anchor.kind, anchor.value), (0, False))
        merged[anchor.kind, anchor.value] = (
            max(specificity, anchor.specificity),
            is_explicit or anchor.origin is AnchorOrigin.EXPLICIT,
        )
    return merged


def entity_id(kind: str, qualifier: str) -> int:
    """Give an entity's id, made from what it is, so that a rebuild changes none."""
    digest = hashlib.blake2b(f"{kind}\0{qualifier}".encode(), digest_size=6).digest()
    return int.from_bytes(digest, "big") >> 1
