"""How old is a fact, what is left of it in a short list, and which facts say much the same?

Source: ADR 0085, docs/guide/ageing.md.
"""

from cortex.model.facts import FactStatus, RetentionClass
from cortex.model.lean_classes import NamedTuple, StrEnum


class AgeTier(StrEnum):
    """How far a fact has aged; each tier has a shorter form than the one before."""

    FRESH = "fresh"
    RECENT = "recent"
    OLD = "old"
    ANCIENT = "ancient"


class AgeRow(NamedTuple):
    """What ageing looks at: everything but what the fact says.

    ``tier`` and ``aged_us`` tell how it was aged last; None when it never was.
    """

    fact_id: int
    status: FactStatus
    retention: RetentionClass
    is_pinned: bool
    quality: int
    updated_us: int
    expires_us: int | None
    retrievals: int
    last_accessed_us: int | None
    tier: AgeTier | None
    aged_us: int | None


class AgedForm(NamedTuple):
    """The short form of one fact; ``display`` None means that the statement is short enough."""

    fact_id: int
    tier: AgeTier
    aged_us: int
    display: str | None


class NewCluster(NamedTuple):
    """Facts of one scope and owner that say much the same, to be kept; ids ascend.

    ``cluster_id`` names an existing cluster they join, None makes one.
    """

    scope_id: str
    owner_id: int | None
    label: str
    fact_ids: tuple[int, ...]
    cluster_id: int | None = None


class Cluster(NamedTuple):
    """A kept cluster: its members' ids, the oldest first."""

    cluster_id: int
    scope_id: str
    label: str
    fact_ids: tuple[int, ...]
