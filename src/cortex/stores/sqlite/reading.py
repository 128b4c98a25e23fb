"""What does the brain port read, on SQLite? Each method is told where its statements are."""

from __future__ import annotations

from cortex.stores.sqlite import (
    anchors as anchor_rows,
)
from cortex.stores.sqlite import (
    citations,
    conflicts,
    entities,
    facts,
    links,
    ranking,
    scopes,
    versions,
)
from cortex.stores.sqlite.session import Session
from cortex.stores.sqlite.terms import Lexicon

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cortex.model.anchors import AnchorHit, AnchorKind
    from cortex.model.conflicts import ConflictRecord, ConflictStatus
    from cortex.model.facts import Fact
    from cortex.model.gates import Gate
    from cortex.model.links import Link
    from cortex.model.records import LedgerEntry
    from cortex.model.versions import Version
    from cortex.ports.brain import BrainFigures, ScopeRow
    from cortex.stores.sqlite.ages import SqliteAges
    from cortex.stores.sqlite.assemblies import SqliteAssemblies
    from cortex.stores.sqlite.associations import SqliteAssociations
    from cortex.stores.sqlite.audits import SqliteAudits
    from cortex.stores.sqlite.change_items import SqliteChangeItems
    from cortex.stores.sqlite.compiled import SqliteCompiled
    from cortex.stores.sqlite.coordination import SqliteCoordination
    from cortex.stores.sqlite.erasure import SqliteErasure
    from cortex.stores.sqlite.focus import SqliteFocus
    from cortex.stores.sqlite.hosts import SqliteHosts
    from cortex.stores.sqlite.imports import SqliteImports
    from cortex.stores.sqlite.injections import SqliteInjections
    from cortex.stores.sqlite.intake import SqliteIntake
    from cortex.stores.sqlite.learning import SqliteLearning
    from cortex.stores.sqlite.needs import SqliteNeeds
    from cortex.stores.sqlite.observations import SqliteObservations
    from cortex.stores.sqlite.outbox import SqliteOutbox
    from cortex.stores.sqlite.permissions import SqlitePermissions
    from cortex.stores.sqlite.relations import SqliteRelations
    from cortex.stores.sqlite.revisions import SqliteRevisions
    from cortex.stores.sqlite.search_index import SqliteSearchIndex
    from cortex.stores.sqlite.threads import SqliteThreads
    from cortex.stores.sqlite.turns import SqliteTurns


class SqliteReader:
    """A snapshot of the file; implements ``cortex.ports.brain.BrainReader``."""

    __slots__ = ("_lexicon", "_session")

    def __init__(self, session: Session) -> None:
        self._session = session
        self._lexicon = Lexicon(session)

    @property
    def session(self) -> Session:
        """Give the connection of this snapshot, for what copies a brain whole."""
        return self._session

    @property
    def change_items(self) -> SqliteChangeItems:
        """Give the feed of changes."""
        from cortex.stores.sqlite.change_items import SqliteChangeItems

        return SqliteChangeItems(self._session)

    @property
    def relations(self) -> SqliteRelations:
        """Give what joins facts by role."""
        from cortex.stores.sqlite.relations import SqliteRelations

        return SqliteRelations(self._session)

    @property
    def revisions(self) -> SqliteRevisions:
        """Give the revisions of records."""
        from cortex.stores.sqlite.revisions import SqliteRevisions

        return SqliteRevisions(self._session)

    @property
    def threads(self) -> SqliteThreads:
        """Give threads and what is owed on them."""
        from cortex.stores.sqlite.threads import SqliteThreads

        return SqliteThreads(self._session)

    @property
    def learning(self) -> SqliteLearning:
        """Give what use taught."""
        from cortex.stores.sqlite.learning import SqliteLearning

        return SqliteLearning(self._session)

    @property
    def compiled(self) -> SqliteCompiled:
        """Give answers worked out before."""
        from cortex.stores.sqlite.compiled import SqliteCompiled

        return SqliteCompiled(self._session)

    @property
    def ages(self) -> SqliteAges:
        """Give ageing, clusters and cold blocks."""
        from cortex.stores.sqlite.ages import SqliteAges

        return SqliteAges(self._session)

    @property
    def outbox(self) -> SqliteOutbox:
        """Give the housekeeping that waits."""
        from cortex.stores.sqlite.outbox import SqliteOutbox

        return SqliteOutbox(self._session)

    @property
    def coordination(self) -> SqliteCoordination:
        """Give what agents tell each other."""
        from cortex.stores.sqlite.coordination import SqliteCoordination

        return SqliteCoordination(self._session)

    @property
    def focus(self) -> SqliteFocus:
        """Give the focus sessions."""
        from cortex.stores.sqlite.focus import SqliteFocus

        return SqliteFocus(self._session)

    @property
    def permissions(self) -> SqlitePermissions:
        """Give what clients may do."""
        from cortex.stores.sqlite.permissions import SqlitePermissions

        return SqlitePermissions(self._session)

    @property
    def audits(self) -> SqliteAudits:
        """Give what was served and saved."""
        from cortex.stores.sqlite.audits import SqliteAudits

        return SqliteAudits(self._session)

    @property
    def imports(self) -> SqliteImports:
        """Give what was taken in from where."""
        from cortex.stores.sqlite.imports import SqliteImports

        return SqliteImports(self._session)

    @property
    def erasure(self) -> SqliteErasure:
        """Give what was forgotten."""
        from cortex.stores.sqlite.erasure import SqliteErasure

        return SqliteErasure(self._lexicon)

    @property
    def observations(self) -> SqliteObservations:
        """Give what sources produced."""
        from cortex.stores.sqlite.observations import SqliteObservations

        return SqliteObservations(self._session)

    @property
    def intake(self) -> SqliteIntake:
        """Give where the intake of a source stands, and which files are asked for."""
        from cortex.stores.sqlite.intake import SqliteIntake

        return SqliteIntake(self._session)

    @property
    def needs(self) -> SqliteNeeds:
        """Give what agents asked to be told."""
        from cortex.stores.sqlite.needs import SqliteNeeds

        return SqliteNeeds(self._session)

    @property
    def associations(self) -> SqliteAssociations:
        """Give routes learned between words."""
        from cortex.stores.sqlite.associations import SqliteAssociations

        return SqliteAssociations(self._session)

    @property
    def assemblies(self) -> SqliteAssemblies:
        """Give sets of records that belong together."""
        from cortex.stores.sqlite.assemblies import SqliteAssemblies

        return SqliteAssemblies(self._session)

    @property
    def turns(self) -> SqliteTurns:
        """Give the sessions of hosts and the order of their turns."""
        from cortex.stores.sqlite.turns import SqliteTurns

        return SqliteTurns(self._session)

    @property
    def search_index(self) -> SqliteSearchIndex:
        """Give what observations are found by."""
        from cortex.stores.sqlite.search_index import SqliteSearchIndex

        return SqliteSearchIndex(self._session)

    @property
    def hosts(self) -> SqliteHosts:
        """Give what hosts may hand over, and how far their transcripts were read."""
        from cortex.stores.sqlite.hosts import SqliteHosts

        return SqliteHosts(self._session)

    @property
    def injections(self) -> SqliteInjections:
        """Give what was put beside a prompt."""
        from cortex.stores.sqlite.injections import SqliteInjections

        return SqliteInjections(self._session)

    def find_fact(self, fact_id: int) -> Fact | None:
        """Give one fact whatever its status, or None."""
        return facts.find(self._session, fact_id)

    def facts(self, fact_ids: Sequence[int], gate: Gate | None = None) -> list[Fact]:
        """Give the facts with these ids that pass the gate, in id order."""
        return facts.load(self._session, fact_ids, gate)

    def iter_facts(self, after_id: int = 0, batch: int = 500) -> Iterator[Fact]:
        """Stream every fact in id order, whatever its status or version."""
        return facts.iterate(self._session, after_id, batch)

    def fact_page(self, gate: Gate, after_id: int | None, limit: int) -> list[Fact]:
        """Give one page of facts that pass the gate, newest id first."""
        return facts.page(self._session, gate, after_id, limit)

    def corpus_size(self) -> int:
        """Count all projected facts."""
        return self._lexicon.corpus_size()

    def term_frequencies(self, terms: Sequence[str]) -> dict[str, int]:
        """Give the number of facts holding each term."""
        return self._lexicon.frequencies(terms)

    def words_near(self, first: str, length_min: int, length_max: int) -> list[tuple[str, str]]:
        """Give (word, term) for words that start with ``first``."""
        return self._lexicon.words_near(first, length_min, length_max)

    def lexical_hits(
        self, weighted: Sequence[tuple[str, int]], gate: Gate, limit: int
    ) -> list[tuple[int, int]]:
        """Give (fact id, score) of the facts with the highest weighted sums."""
        return ranking.lexical_hits(self._lexicon, weighted, gate, limit)

    def term_presence(
        self, fact_ids: Sequence[int], terms: Sequence[str]
    ) -> dict[int, dict[str, int]]:
        """Tell which of the terms each fact holds, with the posting weight."""
        return self._lexicon.presence(fact_ids, terms)

    def facts_sharing(self, terms: Sequence[str], least: int, gate: Gate, limit: int) -> list[int]:
        """Give the facts that hold at least ``least`` of the terms, the weightiest first."""
        from cortex.stores.sqlite.sharing import facts_sharing

        return facts_sharing(self._lexicon, terms, least, gate, limit)

    def anchor_hits(
        self, anchors: Sequence[tuple[AnchorKind, str]], gate: Gate, limit: int
    ) -> list[AnchorHit]:
        """Give the facts that carry any of these anchors exactly."""
        return anchor_rows.hits(self._session, anchors, gate, limit)

    def path_hits(self, paths: Sequence[str], gate: Gate, limit: int) -> list[AnchorHit]:
        """Give the facts whose path anchors equal, lie below or lie above one of the paths."""
        return anchor_rows.path_hits(self._session, paths, gate, limit)

    def anchors_of(self, fact_ids: Sequence[int]) -> dict[int, tuple[AnchorHit, ...]]:
        """Give every anchor each fact carries."""
        return anchor_rows.of_facts(self._session, fact_ids)

    def anchor_degrees(
        self, anchors: Sequence[tuple[AnchorKind, str]]
    ) -> dict[tuple[AnchorKind, str], int]:
        """Count the facts carrying each anchor."""
        return anchor_rows.degrees(self._session, anchors)

    def entities_named(self, surfaces: Sequence[str]) -> dict[str, tuple[int, ...]]:
        """Give the ids of the entities known by each exact alias."""
        return entities.named(self._session, surfaces)

    def aliases_near(self, first: str, length_min: int, length_max: int) -> list[str]:
        """Give the stored aliases that start with ``first`` and whose length is in range."""
        return entities.aliases_near(self._session, first, length_min, length_max)

    def entity_hits(
        self, entity_ids: Sequence[int], gate: Gate, limit: int
    ) -> list[tuple[int, int]]:
        """Give (fact id, entity id) for facts mentioning an entity."""
        return entities.hits(self._session, entity_ids, gate, limit)

    def newest(self, gate: Gate, limit: int) -> list[int]:
        """Give the ids of the newest facts that pass the gate."""
        return facts.newest(self._session, gate, limit)

    def pinned(self, gate: Gate, limit: int) -> list[Fact]:
        """Give pinned facts that pass the gate, oldest first."""
        return facts.pinned(self._session, gate, limit)

    def facts_about(self, matter: tuple[str, str], gate: Gate) -> list[Fact]:
        """Give the facts projected with exactly this matter."""
        from cortex.stores.sqlite import matters

        return facts.load(self._session, matters.carriers(self._session, matter), gate)

    def neighbours(self, fact_ids: Sequence[int], per_fact: int) -> list[Link]:
        """Give each fact's strongest links."""
        return links.neighbours(self._session, fact_ids, per_fact)

    def learned_links(self, fact_ids: Sequence[int]) -> list[Link]:
        """Give the links that use taught or an author stated."""
        return links.learned(self._session, fact_ids) if fact_ids else []

    def conflicts_of(
        self, fact_ids: Sequence[int], statuses: Sequence[ConflictStatus]
    ) -> list[ConflictRecord]:
        """Give the conflict records touching any of these facts."""
        return conflicts.of_facts(self._session, fact_ids, statuses)

    def conflicts(self, statuses: Sequence[ConflictStatus], limit: int) -> list[ConflictRecord]:
        """Give conflict records of any fact, newest first."""
        return conflicts.listed(self._session, statuses, limit)

    def versions(self, fact_id: int | None, limit: int) -> list[Version]:
        """Give log entries, newest first."""
        return versions.listed(self._session, fact_id, limit)

    def citations(self, fact_ids: Sequence[int]) -> dict[int, tuple[str, ...]]:
        """Give the references of what each fact cites."""
        return citations.references(self._session, fact_ids)

    def find_version(self, version_id: int) -> Version | None:
        """Give one log entry, or None."""
        return versions.find(self._session, version_id)

    def facts_written_by(self, version_ids: Sequence[int]) -> list[int]:
        """Give the ids of the facts these log entries made or changed."""
        return versions.facts_written_by(self._session, version_ids)

    def head(self) -> int | None:
        """Give the version id the brain stands at, or None."""
        return versions.head(self._session)

    def scopes(self) -> list[ScopeRow]:
        """Give every scope with facts, by scope id."""
        return scopes.listed(self._session)

    def find_ledger(self, principal: str, idempotency_key: str) -> LedgerEntry | None:
        """Give the remembered request of this principal, or None."""
        from cortex.stores.sqlite import ledger

        return ledger.find(self._session, principal, idempotency_key)

    def pending_jobs(self) -> int:
        """Count outbox jobs not done."""
        from cortex.stores.sqlite import records

        return records.pending_jobs(self._session)

    def restore_epoch(self) -> int:
        """Give how often the store was restored."""
        from cortex.stores.sqlite import figures

        return figures.restore_epoch(self._session)

    def fact_count(self) -> int:
        """Count every stored fact."""
        from cortex.stores.sqlite import figures

        return figures.fact_count(self._session)

    def figures(self) -> BrainFigures:
        """Give counts and health."""
        from cortex.stores.sqlite import figures

        return figures.figures(self._session)
