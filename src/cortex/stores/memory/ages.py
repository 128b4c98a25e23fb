"""How old is a fact, what is it grouped with, and was it moved to a cold block?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cortex.model.ages import AgedForm, AgeRow, AgeTier, Cluster, NewCluster
from cortex.model.facts import COLD_STATUSES, Fact, FactStatus

if TYPE_CHECKING:
    from cortex.model.gates import Gate
    from cortex.stores.memory.state import State


class MemoryAges:
    """Implements ``cortex.ports.ages``."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._rows = state.ages

    def survey(self, after_id: int, limit: int) -> list[AgeRow]:
        """Give what ageing looks at, of the facts above an id, in id order."""
        return [self._row(fact) for fact in self._standing() if fact.fact_id > after_id][:limit]

    def forms(self, fact_ids: Sequence[int]) -> dict[int, AgedForm]:
        """Give the kept short forms, by fact."""
        kept = [self._rows.forms[i] for i in sorted(set(fact_ids)) if i in self._rows.forms]
        facts = self._state.facts
        return {f.fact_id: f for f in kept if f.aged_us >= facts[f.fact_id].updated_us}

    def tiers(self) -> dict[AgeTier, int]:
        """Count the facts that have a kept tier."""
        kept = [form.tier for form in self._rows.forms.values()]
        return {tier: kept.count(tier) for tier in AgeTier if tier in kept}

    def movable(self, before_us: int, limit: int) -> list[int]:
        """Give ids of facts that no longer stand, the longest unchanged first."""
        found = [
            (fact.updated_us, fact.fact_id)
            for fact in self._standing()
            if fact.content.status in COLD_STATUSES
            and not fact.is_cold
            and not fact.content.is_pinned
            and fact.updated_us < before_us
        ]
        return [fact_id for _, fact_id in sorted(found)][:limit]

    def count_movable(self, before_us: int) -> int:
        """Count what ``movable`` would give without a limit."""
        return len(self.movable(before_us, len(self._state.facts)))

    def cold_rows(self, scope_ids: Sequence[str] | None) -> int:
        """Count the facts in cold blocks."""
        cold = [fact for fact in self._state.facts.values() if fact.is_cold]
        return sum(scope_ids is None or fact.content.scope_id in scope_ids for fact in cold)

    def unclustered(self, after_id: int, limit: int) -> list[int]:
        """Give ids of active facts above an id that are in no cluster, in id order."""
        grouped = {i for cluster in self._rows.clusters.values() for i in cluster.fact_ids}
        return [
            fact.fact_id
            for fact in self._standing()
            if fact.fact_id > after_id
            and fact.content.status is FactStatus.ACTIVE
            and fact.fact_id not in grouped
        ][:limit]

    def clusters(self, scope_ids: Sequence[str] | None, limit: int) -> list[Cluster]:
        """Give clusters of these scopes or of all, the newest first."""
        return [
            Cluster(cluster_id, kept.scope_id, kept.label, kept.fact_ids)
            for cluster_id, kept in sorted(self._rows.clusters.items(), reverse=True)
            if scope_ids is None or kept.scope_id in scope_ids
        ][:limit]

    def clusters_seen(self, gate: Gate, limit: int) -> list[Cluster]:
        """Give clusters with the members that pass a gate, the largest first."""
        passing = set(self._state.seen(gate))
        seen = [
            cluster._replace(fact_ids=tuple(i for i in cluster.fact_ids if i in passing))
            for cluster in self.clusters(gate.scope_ids, len(self._rows.clusters))
        ]
        seen = [cluster for cluster in seen if len(cluster.fact_ids) > 1]
        seen.sort(key=lambda cluster: (-len(cluster.fact_ids), cluster.cluster_id))
        return seen[:limit]

    def stale_members(self) -> int:
        """Count members of clusters whose fact is not active any more."""
        return sum(len(kept.fact_ids) for kept in self._rows.clusters.values()) - sum(
            len(self._active(kept)) for kept in self._rows.clusters.values()
        )

    def keep_forms(self, forms: Sequence[AgedForm]) -> None:
        """Keep short forms in place of what was kept; a fresh tier drops it."""
        for form in forms:
            if form.tier is AgeTier.FRESH:
                self._rows.forms.pop(form.fact_id, None)
            else:
                self._rows.forms[form.fact_id] = form

    def move_cold(self, fact_ids: Sequence[int]) -> int:
        """Mark these facts as cold and give how many were not."""
        facts = self._state.facts
        moved = [
            fact
            for fact_id in sorted(set(fact_ids))
            if (fact := facts.get(fact_id)) is not None
            and fact.content.status in COLD_STATUSES
            and not fact.is_cold
        ]
        facts.update({fact.fact_id: fact._replace(is_cold=True) for fact in moved})
        return len(moved)

    def keep_clusters(self, clusters: Sequence[NewCluster]) -> None:
        """Keep clusters, or add members to those named."""
        grouped = {i for cluster in self._rows.clusters.values() for i in cluster.fact_ids}
        for new in clusters:
            added = tuple(i for i in new.fact_ids if i not in grouped)
            grouped.update(added)
            cluster_id = new.cluster_id or max(self._rows.clusters, default=0) + 1
            kept = self._rows.clusters.get(cluster_id, new._replace(fact_ids=()))
            self._rows.clusters[cluster_id] = kept._replace(
                fact_ids=tuple(sorted({*kept.fact_ids, *added}))
            )

    def drop_stale_members(self) -> int:
        """Take out members that are not active, and clusters of fewer than two."""
        count = self.stale_members()
        for cluster_id, kept in list(self._rows.clusters.items()):
            left = self._active(kept)
            if len(left) > 1:
                self._rows.clusters[cluster_id] = kept._replace(fact_ids=left)
            else:
                del self._rows.clusters[cluster_id]
        return count

    def drop_clusters(self) -> None:
        """Drop every cluster; facts are not touched."""
        self._rows.clusters.clear()

    def _active(self, kept: NewCluster) -> tuple[int, ...]:
        facts, state = self._state.facts, self._state
        return tuple(
            i
            for i in kept.fact_ids
            if facts[i].content.status is FactStatus.ACTIVE
            and not state.is_rolled_back(facts[i].version_id)
        )

    def _standing(self) -> list[Fact]:
        state = self._state
        return [f for f in state.facts.values() if not state.is_rolled_back(f.version_id)]

    def _row(self, fact: Fact) -> AgeRow:
        content, form = fact.content, self._rows.forms.get(fact.fact_id)
        return AgeRow(
            fact_id=fact.fact_id,
            status=content.status,
            retention=content.retention,
            is_pinned=content.is_pinned,
            quality=content.quality,
            updated_us=fact.updated_us,
            expires_us=content.expires_us,
            retrievals=fact.retrievals,
            last_accessed_us=fact.last_accessed_us,
            tier=None if form is None else form.tier,
            aged_us=None if form is None else form.aged_us,
        )
