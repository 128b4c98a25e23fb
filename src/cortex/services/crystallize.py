"""How are facts that say much the same put together, a bounded number at a time?

Clusters are derived: dropping them changes no answer. Source: CQR 12.5, ADR 0086.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cortex.core.facts.clusters import Seed, clusters_of, speaker_of
from cortex.model.gates import Gate, TemporalMode
from cortex.model.housekeeping import Chore, JobKind
from cortex.services.grounds import Step

if TYPE_CHECKING:
    from cortex.model.callers import Caller
    from cortex.model.facts import Fact
    from cortex.model.housekeeping import Pressure
    from cortex.ports.brain import Brain, BrainReader
    from cortex.services.grounds import Grounds

FACTS_OF_A_PASS = 500
"""Facts put together in one pass (CQR 12.5)."""

SEEDS_MAX = 500
"""Clusters newcomers are compared with, the newest of their scopes: as many as newcomers."""

CLUSTERS_SHOWN_MAX = 1000
"""Clusters of one list: more than anybody reads."""


@dataclass(frozen=True, slots=True)
class ClusterStory:
    """A cluster as a reader sees it: what speaks for it, and its members, the oldest first."""

    cluster_id: int
    label: str
    speaker: Fact
    members: tuple[Fact, ...]


def crystallize_slice(grounds: Grounds, position: int, pressure: Pressure) -> Step:
    """Put the next facts above an id together; it goes on from there when new ones have come."""
    del pressure
    with grounds.brain.reading() as reader:
        facts = reader.facts(reader.ages.unclustered(position, FACTS_OF_A_PASS))
        seeds = _seeds(reader, facts)
    clusters = clusters_of(facts, seeds)
    is_done = len(facts) < FACTS_OF_A_PASS
    dropped = 0
    if clusters or is_done:
        with grounds.writing() as writer:
            writer.ages.keep_clusters(clusters)
            if is_done:
                dropped = writer.ages.drop_stale_members()
    made = sum(cluster.cluster_id is None for cluster in clusters)
    joined = sum(len(cluster.fact_ids) for cluster in clusters)
    counts = (("clusters", made), ("members", joined), ("members_dropped", dropped))
    return Step(facts[-1].fact_id if facts else position, counts, is_done)


def forget_clusters(grounds: Grounds) -> None:
    """Drop every cluster, so that the next passes make all of them again."""
    with grounds.writing() as writer:
        writer.ages.drop_clusters()
        writer.outbox.keep_chore(JobKind.CRYSTALLIZE, Chore())


def clusters(
    brain: Brain, scope_ids: tuple[str, ...] | None, caller: Caller, now_us: int, limit: int
) -> tuple[ClusterStory, ...]:
    """Give clusters of facts that hold, the largest first; members a caller may not see are out."""
    gate = Gate(TemporalMode.CURRENT, now_us, scope_ids=scope_ids, owner_id=caller.owner_id)
    with brain.reading() as reader:
        stories = []
        for cluster in reader.ages.clusters_seen(gate, min(limit, CLUSTERS_SHOWN_MAX)):
            members = tuple(reader.facts(cluster.fact_ids, gate))
            stories.append(
                ClusterStory(cluster.cluster_id, cluster.label, speaker_of(members), members)
            )
        return tuple(stories)


def _seeds(reader: BrainReader, facts: list[Fact]) -> list[Seed]:
    """Give the newest clusters of these facts' scopes with their first facts."""
    scope_ids = sorted({fact.content.scope_id for fact in facts})
    known = [found for found in reader.ages.clusters(scope_ids, SEEDS_MAX) if found.fact_ids]
    firsts = {f.fact_id: f for f in reader.facts([cluster.fact_ids[0] for cluster in known])}
    return [Seed(cluster.cluster_id, firsts[cluster.fact_ids[0]]) for cluster in known[::-1]]
