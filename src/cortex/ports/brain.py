"""What do the services ask of a brain's storage?

One suite, ``tests/contracts``, proves every backend against this text. A store keeps rows, applies
gates and counts; it never decides. Canonical: facts, versions, traces, conflicts, records, ledger,
events, used links. Derived: terms, postings, anchors, entities, links (ADR 0003).
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Protocol

from cortex.model.anchors import AnchorHit, AnchorKind, Handles
from cortex.model.conflicts import ConflictClass, ConflictRecord, ConflictStatus
from cortex.model.facts import Fact, FactContent
from cortex.model.gates import Gate
from cortex.model.links import Link
from cortex.model.receipts import AckProfile
from cortex.model.records import CommitEntry, LedgerEntry
from cortex.model.versions import FactChange, Version
from cortex.ports.nouns import NounReader, NounWriter


@dataclass(frozen=True, slots=True)
class ScopeRow:
    """A scope some fact was stored under."""

    scope_id: str
    kind: str
    name: str
    fact_count: int


@dataclass(frozen=True, slots=True)
class BrainFigures:
    """Counts and health of a brain, as stored now.

    ``facts`` counts by status, apart from what was rolled back: that has a key of its own
    (``ROLLED_BACK``), so the sum is every stored fact. ``types`` counts the active ones by type.
    ``restored_us`` is when it was last put in place from a copy that proved itself, or None.
    """

    path: str
    schema_version: int
    brain_id: str
    restore_epoch: int
    head_version: int | None
    facts: Mapping[str, int]
    types: Mapping[str, int]
    open_conflicts: int
    projection_generation: int
    analysis_version: int
    pending_jobs: int
    restored_us: int | None = None


class BrainReader(NounReader, Protocol):
    """A consistent snapshot. Every list is in the stated order; empty input gives empty output.

    Each noun beside the facts has a port of its own, which shares the transaction.
    """

    def find_fact(self, fact_id: int) -> Fact | None:
        """Give one fact whatever its status, or None."""

    def facts(self, fact_ids: Sequence[int], gate: Gate | None = None) -> list[Fact]:
        """Give the facts with these ids that pass the gate, in id order."""

    def iter_facts(self, after_id: int = 0, batch: int = 500) -> Iterator[Fact]:
        """Stream every fact in id order, whatever its status or version."""

    def fact_page(self, gate: Gate, after_id: int | None, limit: int) -> list[Fact]:
        """Give one page of facts that pass the gate, newest id first, ids below ``after_id``."""

    def corpus_size(self) -> int:
        """Count all projected facts, for term weights."""

    def term_frequencies(self, terms: Sequence[str]) -> dict[str, int]:
        """Give the number of facts holding each term; unseen terms are left out."""

    def words_near(self, first: str, length_min: int, length_max: int) -> list[tuple[str, str]]:
        """Give (word as written, its term) for words that start with ``first``.

        Only words whose length is in the inclusive range; by word, then term. The words are those
        of the projected handles (``Handles.words``), so that a slip is compared with what people
        wrote and not with a stem.
        """

    def lexical_hits(
        self, weighted: Sequence[tuple[str, int]], gate: Gate, limit: int
    ) -> list[tuple[int, int]]:
        """Give (fact id, score) of the facts with the highest sum of term times posting weight.

        Score descending, then id ascending; integer arithmetic, the same in every backend. A term
        given twice counts with the sum; a weight that is not positive counts for nothing.
        """

    def term_presence(
        self, fact_ids: Sequence[int], terms: Sequence[str]
    ) -> dict[int, dict[str, int]]:
        """Tell which of the terms each fact holds, with the posting weight.

        Facts in id order, terms in the order asked; facts that hold none are left out.
        """

    def facts_sharing(self, terms: Sequence[str], least: int, gate: Gate, limit: int) -> list[int]:
        """Give the facts that hold at least ``least`` (1 or more) of these different terms.

        The sum of their posting weights descending, then id ascending. It is answered fastest when
        the rarest terms come first; the answer does not depend on their order.
        """

    def anchor_hits(
        self, anchors: Sequence[tuple[AnchorKind, str]], gate: Gate, limit: int
    ) -> list[AnchorHit]:
        """Give the facts that carry any of these anchors exactly.

        Whole facts are kept: the ``limit`` counts facts, ordered by strongest specificity
        descending then id descending; hits of one fact follow kind order then value.
        """

    def path_hits(self, paths: Sequence[str], gate: Gate, limit: int) -> list[AnchorHit]:
        """Give the facts whose path anchors equal, lie below or lie above one of the paths.

        A stored path above the asked one counts only with specificity 3. Order as anchor_hits.
        """

    def anchors_of(self, fact_ids: Sequence[int]) -> dict[int, tuple[AnchorHit, ...]]:
        """Give every anchor each fact carries, in kind order then value."""

    def anchor_degrees(
        self, anchors: Sequence[tuple[AnchorKind, str]]
    ) -> dict[tuple[AnchorKind, str], int]:
        """Count the facts carrying each anchor; unknown anchors are left out."""

    def entities_named(self, surfaces: Sequence[str]) -> dict[str, tuple[int, ...]]:
        """Give the ids of the entities known by each exact alias; unknown ones are left out."""

    def aliases_near(self, first: str, length_min: int, length_max: int) -> list[str]:
        """Give the stored aliases starting with ``first`` whose length is in range, sorted."""

    def entity_hits(
        self, entity_ids: Sequence[int], gate: Gate, limit: int
    ) -> list[tuple[int, int]]:
        """Give (fact id, entity id) for facts mentioning an entity; limit counts facts.

        Facts newest first, entity ids ascending within a fact.
        """

    def newest(self, gate: Gate, limit: int) -> list[int]:
        """Give the ids of the newest facts that pass the gate, newest first."""

    def pinned(self, gate: Gate, limit: int) -> list[Fact]:
        """Give pinned facts that pass the gate, oldest first."""

    def facts_about(self, matter: tuple[str, str], gate: Gate) -> list[Fact]:
        """Give the facts projected with exactly this matter (``Handles.matter``), by id."""

    def neighbours(self, fact_ids: Sequence[int], per_fact: int) -> list[Link]:
        """Give each fact's strongest links: evidence descending, other id, relation.

        A shared anchor of specificity 2 or more joins its 8 carriers with the lowest ids to each
        other and to every other carrier; its evidence is the number of anchors shared, that of a
        learned link the number of uses. Of an anchor's carriers the first 64 are looked at.
        Rejected links are never given. Grouped by the asked fact in the order asked.
        """

    def learned_links(self, fact_ids: Sequence[int]) -> list[Link]:
        """Give the links that use taught or an author stated and that touch any of these facts.

        By low id, high id, relation; rejected links are never given.
        """

    def conflicts_of(
        self, fact_ids: Sequence[int], statuses: Sequence[ConflictStatus]
    ) -> list[ConflictRecord]:
        """Give the conflict records touching any of these facts, by conflict id.

        A record made under a log entry that was rolled back is not given, here and below.
        """

    def conflicts(self, statuses: Sequence[ConflictStatus], limit: int) -> list[ConflictRecord]:
        """Give conflict records of any fact, newest first."""

    def versions(self, fact_id: int | None, limit: int) -> list[Version]:
        """Give log entries, newest first; when an id is given, those that wrote that fact.

        Entries that named, made or changed it, rolled back or not. An entry is there once closed.
        """

    def citations(self, fact_ids: Sequence[int]) -> dict[int, tuple[str, ...]]:
        """Give the references of what each fact cites: observations by id, then records by path.

        Facts that cite nothing are left out.
        """

    def find_version(self, version_id: int) -> Version | None:
        """Give one log entry, or None."""

    def facts_written_by(self, version_ids: Sequence[int]) -> list[int]:
        """Give the ids of the facts these log entries made or changed, ascending, each once.

        Rolled-back entries too: after a rollback this names the facts to project again.
        """

    def head(self) -> int | None:
        """Give the version id the brain stands at, or None for an empty brain."""

    def scopes(self) -> list[ScopeRow]:
        """Give every scope with facts, by scope id; rolled-back facts do not count."""

    def find_ledger(self, principal: str, idempotency_key: str) -> LedgerEntry | None:
        """Give the remembered request of this principal, or None."""

    def pending_jobs(self) -> int:
        """Count outbox jobs not done."""

    def restore_epoch(self) -> int:
        """Give how often the store was restored; one row."""

    def fact_count(self) -> int:
        """Count every stored fact, whatever its status or version."""

    def figures(self) -> BrainFigures:
        """Give counts and health."""


class BrainWriter(BrainReader, NounWriter, Protocol):
    """One write transaction. Nothing is visible to others before a clean exit of the context.

    Reads see this transaction's own writes.
    """

    @property
    def ack_profile(self) -> AckProfile:
        """What a commit of this connection survives."""

    def open_version(self, operation: str, now_us: int) -> int:
        """Start a log entry and give its id, higher than every earlier one."""

    def close_version(self, version_id: int, fact_id: int, summary: str) -> None:
        """Name what the entry did and move HEAD to it."""

    def insert_fact(self, content: FactContent, version_id: int) -> Fact:
        """Store a new fact under a log entry."""

    def update_fact(self, fact_id: int, change: FactChange, version_id: int, now_us: int) -> Fact:
        """Change a fact and keep its earlier state under the log entry, so a rollback restores it.

        Raises:
            NotFound: there is no such fact.
        """

    def rollback_to(self, version_id: int, now_us: int) -> tuple[Version, ...]:
        """Orphan every later entry, restore the states they changed, move HEAD; newest first.

        Facts created by an orphaned entry stay stored and are hidden by every gate.

        Raises:
            NotFound: there is no such entry.
            RollbackRefused: the entry itself was rolled back.
        """

    def add_trace(self, fact_id: int, version_id: int, content: FactContent, digest: str) -> int:
        """Record who said what when, by digest (hexadecimal digits); gives the trace id."""

    def project(self, fact: Fact, handles: Handles) -> None:
        """Write the handles of a fact: terms, words, anchors, mentions; links follow from them.

        Projecting twice replaces, and leaves nothing behind that only the earlier handles had. An
        anchor given twice counts in its strongest form.
        """

    def clear_projection(self) -> int:
        """Drop every derived row, keep used and rejected links; give the new generation.

        The store notes the analysis version it was opened with. Projecting every fact again gives
        the same answers to every read, in whatever order the facts were written.
        """

    def add_conflict(
        self,
        pair: tuple[int, int],
        classification: ConflictClass,
        similarity: float,
        outcome: tuple[ConflictStatus, str],
        now_us: int,
    ) -> ConflictRecord:
        """Record a verdict between (source, target) with (status, strategy).

        It belongs to the log entry opened last in this transaction, if there is one.
        """

    def settle_conflict(
        self, conflict_id: int, strategy: str, resolved_by: str, now_us: int
    ) -> ConflictRecord:
        """Mark a conflict as resolved by a person; a rollback does not undo it.

        Raises:
            NotFound: there is no such conflict.
        """

    def append_commit(self, entry: CommitEntry) -> int:
        """Write commit, record, revision, head, change item and outbox jobs.

        Gives the commit's place in the brain's order, counted from one.
        The first commit of a fact makes its record, a later one adds a revision. A kind of job
        that waits already is not asked for again: doing it once is enough.
        """

    def remember(self, entry: LedgerEntry) -> None:
        """Keep the outcome of a request under (principal, key); once, never again."""

    def touch(self, served: Mapping[int, int], now_us: int) -> None:
        """Add to the retrieval counters of facts; never part of a version.

        The instant of the last access never goes back; unknown ids are passed over.
        """

    def use_link(self, low_id: int, high_id: int, relation: str, *, is_rejected: bool) -> None:
        """Record (or reject) a link learned from use; survives a rebuild of the projection.

        The ends may come in either order. A rejected link stays rejected.

        Raises:
            InvalidRequest: both ends are the same fact.
        """

    def keep_scope(self, scope_id: str, kind: str, name: str) -> None:
        """Remember a scope's kind and display name; the latest stands."""

    def add_event(self, kind: str, data_json: str, agent: str, now_us: int) -> None:
        """Append to the event log."""


class Brain(Protocol):
    """An open store. Several handles may open one file; none spawns or listens."""

    def reading(self) -> AbstractContextManager[BrainReader]:
        """Open a snapshot; never waits for a writer."""

    def writing(self, wait_ms: int | None = None) -> AbstractContextManager[BrainWriter]:
        """Open the one write transaction, waiting in a fair queue.

        Args:
            wait_ms: longest wait; None is the store's default.

        Leaving with an exception, of whatever kind, undoes everything. One thread writes once at a
        time: a second transaction inside the first is refused.

        Raises:
            StoreBusy: another writer held it for the whole wait, or this thread already writes.
            StoreReadOnly: the file cannot be written.
            DiskFull: the disk is full; everything acknowledged earlier is intact.
        """

    def close(self) -> None:
        """Release the file; twice is safe."""
