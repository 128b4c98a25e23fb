"""Why are two facts neighbours?

Links are derived: read from shared handles, or taught by use. Source: CQR 2.2, ADR 0028.
"""

from cortex.model.lean_classes import NamedTuple, StrEnum


class LinkRelation(StrEnum):
    """Why two facts are neighbours."""

    UPDATES = "updates"
    EXTENDS = "extends"
    SAME_GOAL = "same_goal"
    SAME_PATH = "same_path"
    SAME_SYMBOL = "same_symbol"
    OBSERVED_WITH = "observed_with"
    USED_WITH = "used_with"


class Link(NamedTuple):
    """Two facts that share something; endpoints are in id order."""

    low_fact_id: int
    high_fact_id: int
    relation: str
    evidence_count: int
