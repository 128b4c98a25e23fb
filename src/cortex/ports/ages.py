"""How old is a fact, what is it grouped with, and was it moved to a cold block?"""

from collections.abc import Sequence
from typing import Protocol

from cortex.model.ages import AgedForm, AgeRow, AgeTier, Cluster, NewCluster
from cortex.model.gates import Gate


class AgesReader(Protocol):
    """A consistent snapshot. Facts that a rollback hid are in none of these lists."""

    def survey(self, after_id: int, limit: int) -> list[AgeRow]:
        """Give what ageing looks at, of the facts above an id, in id order."""

    def forms(self, fact_ids: Sequence[int]) -> dict[int, AgedForm]:
        """Give the kept short forms, by fact; those of facts changed since are left out."""

    def tiers(self) -> dict[AgeTier, int]:
        """Count the facts that have a kept tier; every other fact is fresh."""

    def movable(self, before_us: int, limit: int) -> list[int]:
        """Give ids of facts that no longer stand, changed before an instant, text still in the row.

        Pinned ones are left out; the longest unchanged first, then by id.
        """

    def count_movable(self, before_us: int) -> int:
        """Count what ``movable`` would give without a limit."""

    def cold_rows(self, scope_ids: Sequence[str] | None) -> int:
        """Count the facts in cold blocks, of these scopes or of all."""

    def unclustered(self, after_id: int, limit: int) -> list[int]:
        """Give ids of active facts above an id that are in no cluster, in id order."""

    def clusters(self, scope_ids: Sequence[str] | None, limit: int) -> list[Cluster]:
        """Give clusters of these scopes or of all, the newest first."""

    def stale_members(self) -> int:
        """Count members of clusters whose fact is not active any more."""

    def clusters_seen(self, gate: Gate, limit: int) -> list[Cluster]:
        """Give clusters with the members that pass a gate, if at least two do.

        The largest first, then by id; at most ``limit``.
        """


class AgesWriter(AgesReader, Protocol):
    """Part of one write transaction; reads see its own writes."""

    def keep_forms(self, forms: Sequence[AgedForm]) -> None:
        """Keep short forms in place of what was kept; a fresh tier drops it."""

    def move_cold(self, fact_ids: Sequence[int]) -> int:
        """Move what these facts say into cold blocks and give how many moved.

        Only facts that no longer stand are moved, each once: a second call moves nothing. Reading
        gives the same words as before. A fact that is changed or rolled back returns to its row.
        """

    def keep_clusters(self, clusters: Sequence[NewCluster]) -> None:
        """Keep clusters, or add members to those named; a fact is in one cluster at most."""

    def drop_stale_members(self) -> int:
        """Take out members that are not active, and clusters of fewer than two; count members."""

    def drop_clusters(self) -> None:
        """Drop every cluster; facts are not touched."""
