"""What is one revision of a record?

A fact has one record; each change of the fact writes the next revision of it. Revisions are never
changed. Source: CQR 4.2, docs/formats/threads.md.
"""

from cortex.model.lean_classes import NamedTuple

REVISIONS_TOLD_MAX = 200
"""Revisions told of one fact: it is changed a handful of times."""


class RevisionId(NamedTuple):
    """Names the ``ordinal``-th revision, counted from 1, of the record of a fact."""

    fact_id: int
    ordinal: int

    def __str__(self) -> str:
        """Give the published form, for example ``rev:12@3``."""
        return f"rev:{self.fact_id}@{self.ordinal}"


class RecordRevision(NamedTuple):
    """One revision as it was written.

    ``parents`` are the revisions it was made from: the one before it, unless it says otherwise.
    """

    revision: RevisionId
    sequence: int
    epistemic: str
    body_json: str
    recorded_us: int
    is_head: bool
    parents: tuple[RevisionId, ...]
