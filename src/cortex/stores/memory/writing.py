"""What does the brain port write, in dictionaries?"""

from collections.abc import Mapping

from cortex.model.anchors import Handles
from cortex.model.conflicts import ConflictClass, ConflictRecord, ConflictStatus
from cortex.model.errors import CortexError, InvalidRequest, NotFound, RollbackRefused
from cortex.model.facts import Fact, FactContent
from cortex.model.receipts import AckProfile
from cortex.model.records import CommitEntry, LedgerEntry
from cortex.model.scopes import scope_kind
from cortex.model.versions import FactChange, Version
from cortex.stores.memory.reading import MemoryReader
from cortex.stores.memory.state import Learned, State


class MemoryWriter(MemoryReader):
    """A transaction on a copy; implements ``cortex.ports.brain.BrainWriter``."""

    def __init__(self, state: State, analysis_version: int) -> None:
        super().__init__(state)
        self._analysis_version = analysis_version
        self._opened: dict[int, Version] = {}
        self._version_id: int | None = None

    @property
    def ack_profile(self) -> AckProfile:
        """What a commit survives: nothing really, so the weaker promise."""
        return AckProfile.PROCESS_CRASH

    def finish(self) -> None:
        """Check what must hold before the state is published."""
        assert not self._opened, "a log entry was opened and never closed"

    def open_version(self, operation: str, now_us: int) -> int:
        """Start a log entry and give its id."""
        version_id = max((*self._state.versions, *self._opened, 0)) + 1
        self._opened[version_id] = Version(
            version_id, operation, summary="", fact_id=0, is_orphaned=False, created_us=now_us
        )
        self._version_id = version_id
        return version_id

    def close_version(self, version_id: int, fact_id: int, summary: str) -> None:
        """Name what the entry did and move HEAD to it."""
        entry = self._opened.pop(version_id)
        self._state.versions[version_id] = entry._replace(summary=summary, fact_id=fact_id)
        self._state.head = version_id

    def insert_fact(self, content: FactContent, version_id: int) -> Fact:
        """Store a new fact under a log entry."""
        fact = Fact(self._state.new_fact_id(), content, version_id, content.created_us)
        self._state.facts[fact.fact_id] = fact
        self._know_scope(content.scope_id)
        return fact

    def update_fact(self, fact_id: int, change: FactChange, version_id: int, now_us: int) -> Fact:
        """Change a fact and keep its earlier state under the log entry."""
        fact = self._require(fact_id)
        if fact.is_cold:
            fact = fact._replace(is_cold=False)  # Whoever changes it may make it stand again.
        self._state.changes.append((version_id, fact))
        given = {
            name: value
            for name in FactChange._fields
            if (value := getattr(change, name)) is not None
        }
        merged_count = given.pop("merged_count", fact.merged_count)
        content = fact.content._replace(**given)
        changed = fact._replace(content=content, merged_count=merged_count, updated_us=now_us)
        self._state.facts[fact_id] = changed
        return changed

    # The port has the instant for stores that keep it.
    def rollback_to(self, version_id: int, now_us: int) -> tuple[Version, ...]:  # noqa: ARG002
        """Orphan every later entry, restore the states they changed, move HEAD."""
        state = self._state
        target = state.versions.get(version_id)
        if target is None:
            message = f"there is no version {version_id}"
            raise NotFound(message)
        if target.is_orphaned:
            message = f"version {version_id} was itself rolled back"
            raise RollbackRefused(message)
        undone = [i for i in state.versions if i > version_id and not state.is_rolled_back(i)]
        for changed_by, before in reversed(state.changes):
            if changed_by in undone:
                now = state.facts[before.fact_id]
                state.facts[before.fact_id] = before._replace(
                    retrievals=now.retrievals, last_accessed_us=now.last_accessed_us
                )
        for undone_id in undone:
            state.versions[undone_id] = state.versions[undone_id]._replace(is_orphaned=True)
        state.head = version_id
        return tuple(state.versions[i] for i in sorted(undone, reverse=True))

    # Circumstances and instants of a trace are read by nobody here.
    def add_trace(self, fact_id: int, version_id: int, content: FactContent, digest: str) -> int:  # noqa: ARG002
        """Record who said what when, by digest."""
        self._state.traces.append((fact_id, version_id, digest))
        return len(self._state.traces)

    def project(self, fact: Fact, handles: Handles) -> None:
        """Write the handles of a fact, in place of what it had."""
        self._state.handles[fact.fact_id] = handles

    def clear_projection(self) -> int:
        """Drop every derived row and give the new generation."""
        self._state.handles.clear()
        self._state.generation += 1
        self._state.analysis_version = self._analysis_version
        return self._state.generation

    def add_conflict(
        self,
        pair: tuple[int, int],
        classification: ConflictClass,
        similarity: float,
        outcome: tuple[ConflictStatus, str],
        now_us: int,
    ) -> ConflictRecord:
        """Record a verdict between (source, target) with (status, strategy)."""
        conflict_id = max(self._state.conflicts, default=0) + 1
        record = ConflictRecord(conflict_id, *pair, classification, similarity, *outcome, now_us)
        self._state.conflicts[conflict_id] = record
        if self._version_id is not None:
            self._state.conflict_versions[conflict_id] = self._version_id
        return record

    def settle_conflict(
        self, conflict_id: int, strategy: str, resolved_by: str, now_us: int
    ) -> ConflictRecord:
        """Mark a conflict as resolved by a person."""
        record = self._state.conflicts.get(conflict_id)
        version_id = self._state.conflict_versions.get(conflict_id)
        if record is None or self._state.is_rolled_back(version_id):
            message = f"there is no conflict {conflict_id}"
            raise NotFound(message)
        settled = record._replace(
            status=ConflictStatus.USER_RESOLVED,
            strategy=strategy,
            resolved_by=resolved_by,
            resolved_us=now_us,
        )
        self._state.conflicts[conflict_id] = settled
        return settled

    def append_commit(self, entry: CommitEntry) -> int:
        """Write commit, record, revision, head, change item and outbox jobs."""
        self._require(entry.fact_id)
        self._know_scope(entry.scope_id)
        self._state.commits.append(entry)
        for job in entry.jobs:
            self.outbox.ask(job)
        self._state.revisions.add(entry, len(self._state.commits))
        return len(self._state.commits)

    def remember(self, entry: LedgerEntry) -> None:
        """Keep the outcome of a request under (principal, key)."""
        key = (entry.principal, entry.idempotency_key)
        if key in self._state.ledger:
            message = "the outcome of this request is already kept"
            raise CortexError(message)
        self._state.ledger[key] = entry

    def touch(self, served: Mapping[int, int], now_us: int) -> None:
        """Add to the retrieval counters of facts."""
        for fact_id, count in served.items():
            if (fact := self._state.facts.get(fact_id)) is not None:
                self._state.facts[fact_id] = fact._replace(
                    retrievals=fact.retrievals + count,
                    last_accessed_us=max(now_us, fact.last_accessed_us or now_us),
                )

    def use_link(self, low_id: int, high_id: int, relation: str, *, is_rejected: bool) -> None:
        """Record (or reject) a link learned from use."""
        if low_id == high_id:
            message = f"fact {low_id} cannot be linked to itself"
            raise InvalidRequest(message, remedy="name two facts")
        low, high = sorted((low_id, high_id))
        known = self._state.learned.get((low, high, relation), Learned(0, is_rejected=False))
        if is_rejected or known.is_rejected:
            self._state.learned[low, high, relation] = Learned(known.uses, is_rejected=True)
        else:
            self._state.learned[low, high, relation] = Learned(known.uses + 1, is_rejected=False)

    def keep_scope(self, scope_id: str, kind: str, name: str) -> None:
        """Remember a scope's kind and display name."""
        self._state.scopes[scope_id] = (kind, name)

    def add_event(self, kind: str, data_json: str, agent: str, now_us: int) -> None:
        """Append to the event log."""
        self._state.events.append((kind, agent, now_us, data_json))

    def _know_scope(self, scope_id: str) -> None:
        self._state.scopes.setdefault(scope_id, (scope_kind(scope_id) or "", scope_id))

    def _require(self, fact_id: int) -> Fact:
        fact = self._state.facts.get(fact_id)
        if fact is None:
            message = f"there is no fact {fact_id}"
            raise NotFound(message)
        return fact
