"""What did a record say, revision by revision, and which are its heads?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cortex.model.revisions import RecordRevision, RevisionId


class RevisionsReader(Protocol):
    """A consistent snapshot."""

    def of_fact(self, fact_id: int, limit: int) -> list[RecordRevision]:
        """Give the newest revisions of a fact's record, newest first."""

    def find(self, revision: RevisionId) -> RecordRevision | None:
        """Give one revision, or None."""

    def latest(self, fact_ids: Sequence[int]) -> dict[int, int]:
        """Give the number of the latest revision of each fact, by id; 0 is never a number."""


class RevisionsWriter(RevisionsReader, Protocol):
    """Part of one write transaction; reads see its own writes."""

    def add_parents(self, revision: RevisionId, parents: Sequence[RevisionId]) -> None:
        """Say which revisions one was made from, when that is not the one before it; once.

        Raises:
            NotFound: one of the facts does not exist.
        """
