"""How old is a fact, what is it grouped with, and was it moved to a cold block?

Tables ``fact_ages``, ``memory_clusters`` and ``cluster_members``: derived; ``cold_blocks`` and
``facts.cold_block``: canonical. Every question asks how much is cold, so the values that ageing
alone needs are imported where they are made.
"""

# ruff: noqa: S608  # Statements are put together from constants of this module; values are bound.

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from cortex.model.facts import FactStatus, RetentionClass
from cortex.stores.sqlite import facts
from cortex.stores.sqlite.scopes import scope_no
from cortex.stores.sqlite.session import Row, Session, numbers, texts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cortex.model.ages import AgedForm, AgeRow, AgeTier, Cluster, NewCluster
    from cortex.model.gates import Gate

_STANDING = """(f.version_id IS NULL OR f.version_id NOT IN (
    SELECT version_id FROM versions WHERE status = 'orphaned'))"""

_SURVEY = f"""
SELECT f.fact_id, f.status, f.retention_class, f.pinned, f.quality, f.updated_us, f.expires_us,
    ifnull(u.retrievals, 0), u.last_accessed_us, a.tier, a.aged_us
FROM facts AS f
LEFT JOIN fact_uses AS u ON u.fact_id = f.fact_id
LEFT JOIN fact_ages AS a ON a.fact_id = f.fact_id
WHERE f.fact_id > ? AND {_STANDING} ORDER BY f.fact_id LIMIT ?
"""

_MOVABLE = f"""
FROM facts AS f INDEXED BY facts_to_move
WHERE f.status IN ('archived', 'superseded') AND f.cold_block IS NULL AND f.updated_us < :before_us
    AND f.pinned = 0 AND {_STANDING}
"""


class SqliteAges:
    """Implements ``cortex.ports.ages``."""

    __slots__ = ("_session",)

    def __init__(self, session: Session) -> None:
        self._session = session

    def survey(self, after_id: int, limit: int) -> list[AgeRow]:
        """Give what ageing looks at, of the facts above an id, in id order."""
        return [_age_row(row) for row in self._session.rows(_SURVEY, (after_id, limit))]

    def forms(self, fact_ids: Sequence[int]) -> dict[int, AgedForm]:
        """Give the kept short forms, by fact."""
        from cortex.model.ages import AgedForm, AgeTier

        if not fact_ids:
            return {}
        rows = self._session.rows(
            "SELECT a.fact_id, a.tier, a.aged_us, a.display FROM fact_ages AS a"
            " JOIN facts AS f ON f.fact_id = a.fact_id WHERE a.fact_id IN"
            " (SELECT value FROM carray(?)) AND a.aged_us >= f.updated_us ORDER BY a.fact_id",
            (numbers(fact_ids),),
        )
        return {row[0]: AgedForm(row[0], AgeTier(row[1]), row[2], row[3]) for row in rows}

    def tiers(self) -> dict[AgeTier, int]:
        """Count the facts that have a kept tier."""
        from cortex.model.ages import AgeTier

        rows = self._session.rows("SELECT tier, count(*) FROM fact_ages GROUP BY tier")
        counts = {AgeTier(tier): count for tier, count in rows}
        return {tier: counts[tier] for tier in AgeTier if tier in counts}

    def movable(self, before_us: int, limit: int) -> list[int]:
        """Give ids of facts that no longer stand, the longest unchanged first."""
        return self._session.values(
            f"SELECT f.fact_id {_MOVABLE} ORDER BY f.updated_us, f.fact_id LIMIT :limit",
            {"before_us": before_us, "limit": limit},
        )

    def count_movable(self, before_us: int) -> int:
        """Count what ``movable`` would give without a limit."""
        count: int = self._session.value(f"SELECT count(*) {_MOVABLE}", {"before_us": before_us})
        return count

    def cold_rows(self, scope_ids: Sequence[str] | None) -> int:
        """Count the facts in cold blocks."""
        count: int
        total = "SELECT ifnull(sum(b.facts), 0) FROM cold_blocks AS b"
        if scope_ids is None:
            count = self._session.value(total)
        else:
            count = self._session.value(
                f"{total} INDEXED BY cold_blocks_by_scope WHERE b.scope_no IN ("
                " SELECT s.scope_no FROM carray(?) AS asked"
                " JOIN scopes AS s ON s.scope_id = asked.value)",
                (texts(scope_ids or ("",)),),
            )
        return count

    def unclustered(self, after_id: int, limit: int) -> list[int]:
        """Give ids of active facts above an id that are in no cluster, in id order."""
        return self._session.values(
            "SELECT f.fact_id FROM facts AS f WHERE f.fact_id > ? AND f.status = 'active'"
            f" AND {_STANDING} AND NOT EXISTS"
            " (SELECT 1 FROM cluster_members AS m WHERE m.fact_id = f.fact_id)"
            " ORDER BY f.fact_id LIMIT ?",
            (after_id, limit),
        )

    def clusters(self, scope_ids: Sequence[str] | None, limit: int) -> list[Cluster]:
        """Give clusters of these scopes or of all, the newest first."""
        from cortex.model.ages import Cluster

        bindings: dict[str, object] = {"limit": limit}
        if scope_ids is None:
            where = ""
        elif scope_ids:
            where = "WHERE s.scope_id IN (SELECT value FROM carray(:scopes))"
            bindings["scopes"] = texts(scope_ids)
        else:
            return []
        kept = self._session.rows(
            "SELECT c.cluster_id, s.scope_id, c.label FROM memory_clusters AS c"
            f" JOIN scopes AS s ON s.scope_no = c.scope_no {where}"
            " ORDER BY c.cluster_id DESC LIMIT :limit",
            bindings,
        )
        if not kept:
            return []
        rows = self._session.rows(
            "SELECT cluster_id, fact_id FROM cluster_members WHERE cluster_id IN"
            " (SELECT value FROM carray(?)) ORDER BY cluster_id, fact_id",
            (numbers([row[0] for row in kept]),),
        )
        members = {
            cluster_id: tuple(fact_id for _, fact_id in group)
            for cluster_id, group in groupby(rows, key=lambda row: row[0])
        }
        return [
            Cluster(cluster_id, scope_id, label, members.get(cluster_id, ()))
            for cluster_id, scope_id, label in kept
        ]

    def clusters_seen(self, gate: Gate, limit: int) -> list[Cluster]:
        """Give clusters with the members that pass a gate, the largest first."""
        kept = self.clusters(gate.scope_ids, 2**31)
        passing = facts.passing(
            self._session, [fact_id for cluster in kept for fact_id in cluster.fact_ids], gate
        )
        seen = [
            cluster._replace(fact_ids=tuple(i for i in cluster.fact_ids if i in passing))
            for cluster in kept
        ]
        seen = [cluster for cluster in seen if len(cluster.fact_ids) > 1]
        seen.sort(key=lambda cluster: (-len(cluster.fact_ids), cluster.cluster_id))
        return seen[:limit]

    def stale_members(self) -> int:
        """Count members of clusters whose fact is not active any more."""
        return len(self._stale())

    def keep_forms(self, forms: Sequence[AgedForm]) -> None:
        """Keep short forms in place of what was kept; a fresh tier drops it."""
        from cortex.model.ages import AgeTier

        self._session.run_many(
            "DELETE FROM fact_ages WHERE fact_id = ?",
            [(form.fact_id,) for form in forms if form.tier is AgeTier.FRESH],
        )
        self._session.run_many(
            "INSERT INTO fact_ages (fact_id, tier, aged_us, display) VALUES (?, ?, ?, ?)"
            " ON CONFLICT (fact_id) DO UPDATE SET tier = excluded.tier,"
            " aged_us = excluded.aged_us, display = excluded.display",
            [
                (form.fact_id, form.tier.value, form.aged_us, form.display)
                for form in forms
                if form.tier is not AgeTier.FRESH
            ],
        )

    def move_cold(self, fact_ids: Sequence[int]) -> int:
        """Move what these facts say into cold blocks and give how many moved."""
        if not fact_ids:
            return 0
        rows = self._session.rows(
            "SELECT f.scope_no, f.fact_id, f.text, f.context FROM facts AS f WHERE f.fact_id IN"
            " (SELECT value FROM carray(?)) AND f.cold_block IS NULL"
            " AND f.status IN ('archived', 'superseded') ORDER BY f.scope_no, f.fact_id",
            (numbers(fact_ids),),
        )
        from cortex.stores.sqlite import cold

        for number, members in groupby(rows, key=lambda row: row[0]):
            cold.move(self._session, number, [member[1:] for member in members])
        return len(rows)

    def keep_clusters(self, clusters: Sequence[NewCluster]) -> None:
        """Keep clusters, or add members to those named."""
        for new in clusters:
            cluster_id = new.cluster_id
            if cluster_id is None:
                cluster_id = self._session.insert(
                    "INSERT INTO memory_clusters (scope_no, owner_id, label) VALUES (?, ?, ?)",
                    (scope_no(self._session, new.scope_id), new.owner_id, new.label),
                )
            self._session.run_many(
                "INSERT INTO cluster_members (fact_id, cluster_id) VALUES (?, ?)"
                " ON CONFLICT (fact_id) DO NOTHING",
                [(fact_id, cluster_id) for fact_id in new.fact_ids],
            )

    def drop_stale_members(self) -> int:
        """Take out members that are not active, and clusters of fewer than two."""
        stale = self._stale()
        self._session.run_many(
            "DELETE FROM cluster_members WHERE fact_id = ?", [(fact_id,) for fact_id in stale]
        )
        small = self._session.values(
            "SELECT c.cluster_id FROM memory_clusters AS c WHERE (SELECT count(*)"
            " FROM cluster_members AS m WHERE m.cluster_id = c.cluster_id) < 2"
        )
        for table in ("cluster_members", "memory_clusters"):
            self._session.run_many(
                f"DELETE FROM {table} WHERE cluster_id = ?",
                [(cluster_id,) for cluster_id in small],
            )
        return len(stale)

    def drop_clusters(self) -> None:
        """Drop every cluster; facts are not touched."""
        self._session.rows("DELETE FROM cluster_members")
        self._session.rows("DELETE FROM memory_clusters")

    def _stale(self) -> list[int]:
        return self._session.values(
            "SELECT m.fact_id FROM cluster_members AS m LEFT JOIN facts AS f"
            " ON f.fact_id = m.fact_id WHERE f.status IS NOT 'active' OR NOT "
            f"{_STANDING} ORDER BY m.fact_id"
        )


def _age_row(row: Row) -> AgeRow:
    from cortex.model.ages import AgeRow, AgeTier

    (fact_id, status, retention, pinned, quality, updated_us, expires_us) = row[:7]
    (retrievals, last_accessed_us, tier, aged_us) = row[7:]
    return AgeRow(
        fact_id=fact_id,
        status=FactStatus(status),
        retention=RetentionClass(retention),
        is_pinned=bool(pinned),
        quality=quality,
        updated_us=updated_us,
        expires_us=expires_us,
        retrievals=retrievals,
        last_accessed_us=last_accessed_us,
        tier=None if tier is None else AgeTier(tier),
        aged_us=aged_us,
    )
