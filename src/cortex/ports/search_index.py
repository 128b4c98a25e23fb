"""What finds an observation: which words stand where, how long it is, and beside what?

Derived, made again by ``cortex rebuild-anchors``.
"""

from collections.abc import Sequence
from typing import Protocol

from cortex.model.search import Document, IndexEntry, Posting, SessionSize, Space


class SearchIndexReader(Protocol):
    """A consistent snapshot. A space is one scope of one principal; nothing crosses it."""

    def spaces(self, principal: str, scope_ids: Sequence[str] | None) -> list[Space]:
        """Give a principal's spaces with documents, by number; None means every scope."""

    def frequencies(self, space_nos: Sequence[int], terms: Sequence[str]) -> dict[str, int]:
        """Give how many documents of the spaces hold each term; unseen terms are left out."""

    def postings(self, space_nos: Sequence[int], term: str) -> list[Posting]:
        """Give every document of the spaces that holds a term, by session, then observation."""

    def occurrences(self, term: str, observation_ids: Sequence[int]) -> dict[int, int]:
        """Give how often a term stands in each of these documents; 0 is left out."""

    def documents(self, observation_ids: Sequence[int]) -> list[Document]:
        """Give those of these that may be offered, by observation.

        Not offered: what was retracted, and what is of a disabled source.
        """

    def session_sizes(self, session_nos: Sequence[int]) -> dict[int, SessionSize]:
        """Give how much is said in each of these sessions."""

    def session_total(self, space_nos: Sequence[int]) -> tuple[int, int]:
        """Give how many sessions the spaces have, and the sum of their lengths."""

    def words_near(self, first: str, length_min: int, length_max: int) -> list[tuple[str, str]]:
        """Give (word as written, its term) for indexed words that start with ``first``.

        Only words whose length is in the inclusive range; by word, then term.
        """

    def pending(self) -> int:
        """Count the observations that are not indexed yet."""

    def unindexed(self, limit: int) -> list[int]:
        """Give observations that are not indexed yet, the newest first."""


class SearchIndexWriter(SearchIndexReader, Protocol):
    """Part of one write transaction; reads see its own writes."""

    def put(self, observation_id: int, entry: IndexEntry) -> None:
        """Index an observation in place of what it was found by before.

        A source that only delivers is noted as indexed and found by nothing.
        """

    def clear(self) -> None:
        """Drop the whole index."""

    def forget_unused(self) -> None:
        """Drop terms and words that no document holds."""
