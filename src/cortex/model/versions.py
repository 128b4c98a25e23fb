"""What is one step of a brain's log, and what may it change about a fact?

Source: CQR 4.1, docs/formats/history.md.
"""

from cortex.model.facts import FactStatus, Naming
from cortex.model.lean_classes import NamedTuple
from cortex.model.text import CleanText


class Version(NamedTuple):
    """One entry of the brain's log; ``orphaned`` after a rollback to an earlier one."""

    version_id: int
    operation: str
    summary: str
    fact_id: int
    is_orphaned: bool
    created_us: int


class FactChange(NamedTuple):
    """A later change of a stored fact; a field left ``None`` stays as it is.

    ``valid_until_us`` can only be set, never opened again, except by a rollback which restores
    whole rows.
    """

    status: FactStatus | None = None
    context: "CleanText | None" = None  # A function at run time, which no `|` takes.
    valid_from_us: int | None = None
    valid_until_us: int | None = None
    merged_count: int | None = None
    quality: int | None = None
    is_pinned: bool | None = None
    naming: Naming | None = None
    disputes_id: int | None = None
    supersedes_id: int | None = None
