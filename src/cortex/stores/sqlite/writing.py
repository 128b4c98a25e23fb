"""What does the brain port write, on SQLite? Each method is told where its statements are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from cortex.stores.sqlite import (
    conflicts,
    facts,
    links,
    projection,
    scopes,
    versions,
)
from cortex.stores.sqlite.reading import SqliteReader
from cortex.stores.sqlite.session import Session

if TYPE_CHECKING:
    from cortex.model.anchors import Handles
    from cortex.model.conflicts import ConflictClass, ConflictRecord, ConflictStatus
    from cortex.model.facts import Fact, FactContent
    from cortex.model.receipts import AckProfile
    from cortex.model.records import CommitEntry, LedgerEntry
    from cortex.model.versions import FactChange, Version


class SqliteWriter(SqliteReader):
    """The one write transaction; implements ``cortex.ports.brain.BrainWriter``."""

    __slots__ = (
        "_ack_profile",
        "_analysis_version",
        "_open_versions",
        "_projected",
        "_unprojected",
        "_version_id",
    )

    def __init__(self, session: Session, ack_profile: AckProfile, analysis_version: int) -> None:
        super().__init__(session)
        self._ack_profile = ack_profile
        self._analysis_version = analysis_version
        self._open_versions: set[int] = set()
        self._unprojected: set[int] = set()  # Facts inserted here that have no handles yet.
        self._projected: set[int] | None = None  # Facts with handles, once all were dropped here.
        self._version_id: int | None = None  # The log entry that what follows belongs to.

    @property
    def ack_profile(self) -> AckProfile:
        """What a commit of this connection survives."""
        return self._ack_profile

    def finish(self) -> None:
        """Do what is due before the commit."""
        assert not self._open_versions, "a log entry was opened and never closed"
        projection.finish(self._lexicon)

    def open_version(self, operation: str, now_us: int) -> int:
        """Start a log entry and give its id."""
        self._version_id = versions.open_entry(self._session, operation, now_us)
        self._open_versions.add(self._version_id)
        return self._version_id

    def close_version(self, version_id: int, fact_id: int, summary: str) -> None:
        """Name what the entry did and move HEAD to it."""
        versions.close_entry(self._session, version_id, fact_id, summary)
        self._open_versions.discard(version_id)

    def insert_fact(self, content: FactContent, version_id: int) -> Fact:
        """Store a new fact under a log entry."""
        fact = facts.insert(self._session, content, version_id)
        self._unprojected.add(fact.fact_id)
        return fact

    def update_fact(self, fact_id: int, change: FactChange, version_id: int, now_us: int) -> Fact:
        """Change a fact and keep its earlier state under the log entry."""
        from cortex.stores.sqlite import changes

        return changes.update(self._session, fact_id, change, version_id, now_us)

    def rollback_to(self, version_id: int, now_us: int) -> tuple[Version, ...]:
        """Orphan every later entry, restore the states they changed, move HEAD."""
        return versions.roll_back(self._session, version_id, now_us)

    def add_trace(self, fact_id: int, version_id: int, content: FactContent, digest: str) -> int:
        """Record who said what when, by digest."""
        from cortex.stores.sqlite import traces

        return traces.add(self._session, fact_id, version_id, content, digest)

    def project(self, fact: Fact, handles: Handles) -> None:
        """Write the handles of a fact, in place of what it had."""
        is_new = fact.fact_id in self._unprojected
        self._unprojected.discard(fact.fact_id)
        if self._projected is not None:
            is_new = is_new or fact.fact_id not in self._projected
            self._projected.add(fact.fact_id)
        projection.project(self._lexicon, fact.fact_id, handles, is_new=is_new)

    def clear_projection(self) -> int:
        """Drop every derived row and give the new generation."""
        self._projected = set()
        return projection.clear(self._lexicon, self._analysis_version)

    def add_conflict(
        self,
        pair: tuple[int, int],
        classification: ConflictClass,
        similarity: float,
        outcome: tuple[ConflictStatus, str],
        now_us: int,
    ) -> ConflictRecord:
        """Record a verdict between (source, target) with (status, strategy)."""
        from cortex.model.conflicts import ConflictRecord

        record = ConflictRecord(0, *pair, classification, similarity, *outcome, now_us)
        return conflicts.add(self._session, record, self._version_id)

    def settle_conflict(
        self, conflict_id: int, strategy: str, resolved_by: str, now_us: int
    ) -> ConflictRecord:
        """Mark a conflict as resolved by a person."""
        return conflicts.settle(self._session, conflict_id, strategy, resolved_by, now_us)

    def append_commit(self, entry: CommitEntry) -> int:
        """Write commit, record, revision, head, change item and outbox jobs."""
        from cortex.stores.sqlite import records

        return records.append(self._session, entry)

    def remember(self, entry: LedgerEntry) -> None:
        """Keep the outcome of a request under (principal, key)."""
        from cortex.stores.sqlite import ledger

        ledger.remember(self._session, entry)

    def touch(self, served: Mapping[int, int], now_us: int) -> None:
        """Add to the retrieval counters of facts."""
        facts.touch(self._session, served, now_us)

    def use_link(self, low_id: int, high_id: int, relation: str, *, is_rejected: bool) -> None:
        """Record (or reject) a link learned from use."""
        links.use(self._session, low_id, high_id, relation, is_rejected=is_rejected)

    def keep_scope(self, scope_id: str, kind: str, name: str) -> None:
        """Remember a scope's display name."""
        scopes.keep(self._session, scope_id, kind, name)

    def add_event(self, kind: str, data_json: str, agent: str, now_us: int) -> None:
        """Append to the event log."""
        from cortex.stores.sqlite import events

        events.add(self._session, kind, data_json, agent, now_us)
