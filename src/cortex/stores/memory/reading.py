"""What does the brain port read, in dictionaries? Everything is looked at, nothing is indexed."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from cortex.model.anchors import ANCHOR_KIND_ORDER, AnchorHit, AnchorKind
from cortex.model.conflicts import ConflictRecord, ConflictStatus
from cortex.model.facts import Fact, FactStatus
from cortex.model.gates import Gate
from cortex.model.links import Link
from cortex.model.records import LedgerEntry
from cortex.model.stories import ROLLED_BACK
from cortex.model.versions import Version
from cortex.ports.brain import BrainFigures, ScopeRow
from cortex.stores.memory.neighbours import learned_links, links_of
from cortex.stores.memory.nouns import MemoryNouns
from cortex.stores.memory.state import AnchorKey, anchors_in, entity_id


class MemoryReader(MemoryNouns):
    """A published state; implements ``cortex.ports.brain.BrainReader``."""

    def find_fact(self, fact_id: int) -> Fact | None:
        """Give one fact whatever its status, or None."""
        return self._state.facts.get(fact_id)

    def facts(self, fact_ids: Sequence[int], gate: Gate | None = None) -> list[Fact]:
        """Give the facts with these ids that pass the gate, in id order."""
        known = self._state.facts
        found = [known[fact_id] for fact_id in sorted(set(fact_ids)) if fact_id in known]
        return [fact for fact in found if self._state.passes(fact, gate)]

    # The port has a batch size for stores that read from a disk.
    def iter_facts(self, after_id: int = 0, batch: int = 500) -> Iterator[Fact]:  # noqa: ARG002
        """Stream every fact in id order; there is nothing to read in batches here."""
        yield from [fact for fact_id, fact in self._state.facts.items() if fact_id > after_id]

    def fact_page(self, gate: Gate, after_id: int | None, limit: int) -> list[Fact]:
        """Give one page of facts that pass the gate, newest id first."""
        ids = [i for i in reversed(self._state.seen(gate)) if after_id is None or i < after_id]
        return [self._state.facts[fact_id] for fact_id in ids[:limit]]

    def corpus_size(self) -> int:
        """Count all projected facts."""
        return len(self._state.handles)

    def term_frequencies(self, terms: Sequence[str]) -> dict[str, int]:
        """Give the number of facts holding each term."""
        held = [dict(handles.terms) for handles in self._state.handles.values()]
        counts = {term: sum(term in weights for weights in held) for term in terms}
        return {term: count for term, count in counts.items() if count}

    def words_near(self, first: str, length_min: int, length_max: int) -> list[tuple[str, str]]:
        """Give (word, term) for words that start with ``first``."""
        words = {pair for handles in self._state.handles.values() for pair in handles.words}
        return sorted(pair for pair in words if _is_near(pair[0], first, length_min, length_max))

    def lexical_hits(
        self, weighted: Sequence[tuple[str, int]], gate: Gate, limit: int
    ) -> list[tuple[int, int]]:
        """Give (fact id, score) of the facts with the highest weighted sums."""
        scores: dict[int, int] = {}
        for fact_id in self._state.seen(gate):
            weights = dict(self._handled(fact_id))
            held = [(term, factor) for term, factor in weighted if term in weights and factor > 0]
            if held:
                scores[fact_id] = sum(weights[term] * factor for term, factor in held)
        return sorted(scores.items(), key=lambda hit: (-hit[1], hit[0]))[: max(0, limit)]

    def term_presence(
        self, fact_ids: Sequence[int], terms: Sequence[str]
    ) -> dict[int, dict[str, int]]:
        """Tell which of the terms each fact holds, with the posting weight."""
        found = {}
        for fact_id in sorted(set(fact_ids)):
            weights = dict(self._handled(fact_id))
            if held := {term: weights[term] for term in terms if term in weights}:
                found[fact_id] = held
        return found

    def facts_sharing(self, terms: Sequence[str], least: int, gate: Gate, limit: int) -> list[int]:
        """Give the facts that hold at least ``least`` of the terms, the weightiest first."""
        presence = self.term_presence(list(self._state.seen(gate)), terms)
        sums = {at: sum(held.values()) for at, held in presence.items() if len(held) >= least}
        return sorted(sums, key=lambda at: (-sums[at], at))[: max(0, limit)]

    def anchor_hits(
        self, anchors: Sequence[tuple[AnchorKind, str]], gate: Gate, limit: int
    ) -> list[AnchorHit]:
        """Give the facts that carry any of these anchors exactly."""
        return self._carriers(dict.fromkeys(anchors, 0), gate, limit)

    def path_hits(self, paths: Sequence[str], gate: Gate, limit: int) -> list[AnchorHit]:
        """Give the facts whose path anchors equal, lie below or lie above one of the paths."""
        stored = {key for handles in self._state.handles.values() for key in anchors_in(handles)}
        least: dict[AnchorKey, int] = {}
        for kind, value in stored:
            if kind is not AnchorKind.PATH:
                continue
            if any(value == path or value.startswith(path + "/") for path in paths):
                least[kind, value] = 0
            elif any(path.startswith(value + "/") for path in paths):
                least[kind, value] = 3
        return self._carriers(least, gate, limit)

    def anchors_of(self, fact_ids: Sequence[int]) -> dict[int, tuple[AnchorHit, ...]]:
        """Give every anchor each fact carries."""
        hits = {fact_id: tuple(self._hits(fact_id)) for fact_id in sorted(set(fact_ids))}
        return {fact_id: carried for fact_id, carried in hits.items() if carried}

    def anchor_degrees(
        self, anchors: Sequence[tuple[AnchorKind, str]]
    ) -> dict[tuple[AnchorKind, str], int]:
        """Count the facts carrying each anchor."""
        carried = [anchors_in(handles) for handles in self._state.handles.values()]
        counts = {key: sum(key in anchors for anchors in carried) for key in anchors}
        return {key: count for key, count in counts.items() if count}

    def entities_named(self, surfaces: Sequence[str]) -> dict[str, tuple[int, ...]]:
        """Give the ids of the entities known by each exact alias."""
        found: dict[str, set[int]] = {}
        for handles in self._state.handles.values():
            for mention in handles.mentions:
                ids = found.setdefault(mention.surface, set())
                ids.add(entity_id(mention.kind, mention.qualifier))
        return {name: tuple(sorted(found[name])) for name in surfaces if name in found}

    def aliases_near(self, first: str, length_min: int, length_max: int) -> list[str]:
        """Give the stored aliases that start with ``first`` and whose length is in range."""
        aliases = {m.surface for handles in self._state.handles.values() for m in handles.mentions}
        return sorted(a for a in aliases if _is_near(a, first, length_min, length_max))

    def entity_hits(
        self, entity_ids: Sequence[int], gate: Gate, limit: int
    ) -> list[tuple[int, int]]:
        """Give (fact id, entity id) for facts mentioning an entity."""
        asked = set(entity_ids)
        found = {
            fact_id: sorted(self._entities_in(fact_id) & asked)
            for fact_id in self._state.seen(gate)
        }
        newest = [fact_id for fact_id in sorted(found, reverse=True) if found[fact_id]]
        return [(fact_id, named) for fact_id in newest[:limit] for named in found[fact_id]]

    def newest(self, gate: Gate, limit: int) -> list[int]:
        """Give the ids of the newest facts that pass the gate."""
        return self._state.seen(gate)[::-1][:limit]

    def pinned(self, gate: Gate, limit: int) -> list[Fact]:
        """Give pinned facts that pass the gate, oldest first."""
        seen = [self._state.facts[fact_id] for fact_id in self._state.seen(gate)]
        return [fact for fact in seen if fact.content.is_pinned][:limit]

    def facts_about(self, matter: tuple[str, str], gate: Gate) -> list[Fact]:
        """Give the facts projected with exactly this matter."""
        handles = self._state.handles
        return [
            self._state.facts[fact_id]
            for fact_id in self._state.seen(gate)
            if fact_id in handles and handles[fact_id].matter == matter
        ]

    def neighbours(self, fact_ids: Sequence[int], per_fact: int) -> list[Link]:
        """Give each fact's strongest links."""
        return [
            link
            for fact_id in dict.fromkeys(fact_ids)
            for link in links_of(self._state, fact_id)[:per_fact]
        ]

    def learned_links(self, fact_ids: Sequence[int]) -> list[Link]:
        """Give the links that use taught or an author stated."""
        return learned_links(self._state, fact_ids)

    def conflicts_of(
        self, fact_ids: Sequence[int], statuses: Sequence[ConflictStatus]
    ) -> list[ConflictRecord]:
        """Give the conflict records touching any of these facts."""
        asked = set(fact_ids)
        return [
            record
            for record in self._standing_conflicts(statuses)
            if asked & {record.source_fact_id, record.target_fact_id}
        ]

    def conflicts(self, statuses: Sequence[ConflictStatus], limit: int) -> list[ConflictRecord]:
        """Give conflict records of any fact, newest first."""
        return self._standing_conflicts(statuses)[::-1][:limit]

    def versions(self, fact_id: int | None, limit: int) -> list[Version]:
        """Give log entries, newest first."""
        entries = [self._state.versions[i] for i in sorted(self._state.versions, reverse=True)]
        if fact_id is not None:
            entries = [entry for entry in entries if self._has_written(entry, fact_id)]
        return entries[:limit]

    def citations(self, fact_ids: Sequence[int]) -> dict[int, tuple[str, ...]]:
        """Give the references of what each fact cites."""
        seen = self.observations.cited_by(fact_ids)
        records = self.observations.records_cited(fact_ids)
        return {
            fact_id: (
                *(one.reference for one in seen.get(fact_id, ())),
                *(one.reference for one in records.get(fact_id, ())),
            )
            for fact_id in sorted({*seen, *records})
        }

    def find_version(self, version_id: int) -> Version | None:
        """Give one log entry, or None."""
        return self._state.versions.get(version_id)

    def facts_written_by(self, version_ids: Sequence[int]) -> list[int]:
        """Give the ids of the facts these log entries made or changed."""
        asked = set(version_ids)
        made = {i for i, fact in self._state.facts.items() if fact.version_id in asked}
        changed = {before.fact_id for version, before in self._state.changes if version in asked}
        return sorted(made | changed)

    def head(self) -> int | None:
        """Give the version id the brain stands at, or None."""
        return self._state.head

    def scopes(self) -> list[ScopeRow]:
        """Give every scope with facts, by scope id."""
        counts: dict[str, int] = {}
        for fact in self._state.facts.values():
            if not self._state.is_rolled_back(fact.version_id):
                scope_id = fact.content.scope_id
                counts[scope_id] = counts.get(scope_id, 0) + 1
        return [
            ScopeRow(scope_id, *self._state.scopes[scope_id], count)
            for scope_id, count in sorted(counts.items())
        ]

    def find_ledger(self, principal: str, idempotency_key: str) -> LedgerEntry | None:
        """Give the remembered request of this principal, or None."""
        return self._state.ledger.get((principal, idempotency_key))

    def pending_jobs(self) -> int:
        """Count outbox jobs not done."""
        return self.outbox.debt().waiting

    def restore_epoch(self) -> int:
        """Give nothing: what lives in memory cannot be restored."""
        return 0

    def fact_count(self) -> int:
        """Count every stored fact."""
        return len(self._state.facts)

    def figures(self) -> BrainFigures:
        """Give counts; there is no file to speak of."""
        state = self._state
        counts = dict.fromkeys((*map(str, FactStatus), ROLLED_BACK), 0)
        types: Counter[str] = Counter()
        for fact in state.facts.values():
            if state.is_rolled_back(fact.version_id):
                counts[ROLLED_BACK] += 1
            else:
                counts[str(fact.content.status)] += 1
                types[fact.content.type] += fact.content.status is FactStatus.ACTIVE
        return BrainFigures(
            path="(memory)",
            schema_version=0,
            brain_id=state.brain_id,
            restore_epoch=self.restore_epoch(),
            head_version=state.head,
            facts=counts,
            types={name: count for name, count in sorted(types.items()) if count},
            open_conflicts=len(self._standing_conflicts((ConflictStatus.OPEN,))),
            projection_generation=state.generation,
            analysis_version=state.analysis_version,
            pending_jobs=self.pending_jobs(),
        )

    def _has_written(self, entry: Version, fact_id: int) -> bool:
        return fact_id in (entry.fact_id, *self.facts_written_by((entry.version_id,)))

    def _entities_in(self, fact_id: int) -> set[int]:
        handles = self._state.handles.get(fact_id)
        mentions = () if handles is None else handles.mentions
        return {entity_id(mention.kind, mention.qualifier) for mention in mentions}

    def _handled(self, fact_id: int) -> Iterable[tuple[str, int]]:
        handles = self._state.handles.get(fact_id)
        return () if handles is None else handles.terms

    def _hits(self, fact_id: int) -> list[AnchorHit]:
        """Give the anchors of a fact in kind order, then value."""
        handles = self._state.handles.get(fact_id)
        carried = {} if handles is None else anchors_in(handles)
        hits = [AnchorHit(fact_id, *key, *form) for key, form in carried.items()]
        return sorted(hits, key=lambda hit: (ANCHOR_KIND_ORDER[hit.kind], hit.value))

    def _carriers(self, least: Mapping[AnchorKey, int], gate: Gate, limit: int) -> list[AnchorHit]:
        """Give the facts that carry any of these anchors with at least this specificity."""
        found = {}
        for fact_id in self._state.seen(gate):
            hits = [
                hit
                for hit in self._hits(fact_id)
                if (key := (hit.kind, hit.value)) in least and hit.specificity >= least[key]
            ]
            if hits:
                found[max(hit.specificity for hit in hits), fact_id] = hits
        return [hit for key in sorted(found, reverse=True)[:limit] for hit in found[key]]

    def _standing_conflicts(self, statuses: Sequence[ConflictStatus]) -> list[ConflictRecord]:
        state = self._state
        return [
            record
            for conflict_id, record in sorted(state.conflicts.items())
            if record.status in statuses
            and not state.is_rolled_back(state.conflict_versions.get(conflict_id))
        ]


def _is_near(name: str, first: str, length_min: int, length_max: int) -> bool:
    return name.startswith(first) and length_min <= len(name) <= length_max
