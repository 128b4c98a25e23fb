"""What did a new statement turn out to be to a stored one, and has anybody decided?

Source: CQR 4.1, docs/formats/facts.md.
"""

from cortex.model.lean_classes import NamedTuple, StrEnum


class ConflictClass(StrEnum):
    """What a new statement is to the nearest stored one."""

    AGREES = "AGREES"
    CONTRADICTS = "CONTRADICTS"
    REFINES = "REFINES"
    UNRELATED = "UNRELATED"


class ConflictStatus(StrEnum):
    """Whether somebody still has to decide."""

    OPEN = "open"
    AUTO_RESOLVED = "auto_resolved"
    USER_RESOLVED = "user_resolved"


class ConflictRecord(NamedTuple):
    """One recorded verdict between two facts; ``source`` is the newer statement."""

    conflict_id: int
    source_fact_id: int
    target_fact_id: int
    classification: ConflictClass
    similarity: float
    status: ConflictStatus
    strategy: str
    created_us: int
    resolved_by: str | None = None
    resolved_us: int | None = None
