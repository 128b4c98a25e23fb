"""What was forgotten, so that it stays forgotten, and how is a fact taken out of every row?

Nothing of what is kept here holds a word that was forgotten. Source: ADR 0100, ADR 0101.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:  # Every commit loads the ports, and needs none of these.
    from collections.abc import Sequence

    from cortex.model.erasure import Erasure, ForgottenBase, Proof, Scrubbed, Tombstone


class ErasureReader(Protocol):
    """A consistent snapshot."""

    def tombstones(self) -> list[Tombstone]:
        """Give every tombstone, by digest, then scope."""

    def tombstone_keys(self) -> list[bytes]:
        """Give the keys tombstones were made with, ascending; empty when nothing is kept out."""

    def find_tombstones(self, digests: Sequence[bytes]) -> list[Tombstone]:
        """Give the tombstones with any of these digests, by digest, then scope."""

    def is_forgotten(self, fact_id: int) -> bool:
        """Tell whether this number belonged to a fact that was forgotten."""

    def bases_of(self, fact_id: int) -> list[ForgottenBase]:
        """Give the forgotten facts that a standing one was built on, by id, then relation."""

    def unfinished(self) -> list[Erasure]:
        """Give the forgettings whose words may still lie in pages of the file, oldest first."""

    def holders(self, words: Sequence[str]) -> list[int]:
        """Give the ids of the facts with any of these words in text, context or names, ascending.

        Exactly as written, or as JSON writes them.
        """

    def dependents(self, fact_ids: Sequence[int]) -> list[ForgottenBase]:
        """Give the other facts that replaced, extend, dispute or were replaced by one of these.

        By fact, then base, then relation.
        """


class ErasureWriter(ErasureReader, Protocol):
    """Part of one write transaction; reads see its own writes."""

    def open_erasure(self, agent: str, facts: int, now_us: int) -> int:
        """Enter a forgetting as unfinished and give its id."""

    def finish_erasures(self, last_id: int, now_us: int) -> int:
        """Note that the pages are clean of forgettings up to an id; gives how many there were."""

    def erase(
        self, fact_ids: Sequence[int], words: Sequence[str], erasure_id: int
    ) -> dict[str, int]:
        """Take facts out of every row, and these words out of every row that quotes them.

        A forgotten fact is found by no read any more; its number is never given again, its log
        entries stay without their summaries. An observation that quotes the words keeps the rest,
        is found by it, and is not intact any more. Gives the number of rows by place; a place
        without any is left out. Other facts are not touched; see ``holders``.
        """

    def erase_observations(self, observation_ids: Sequence[int], now_us: int) -> int:
        """Take the whole text of observations away; gives how many had any.

        Each stays as a shell that is taken back and not intact: found by nothing, cited anew by
        nobody, and its event is not taken in again.
        """

    def cut_context(self, fact_id: int, context: str | None, words: Sequence[str]) -> int:
        """Give a standing fact another context, and cut the words out of its revisions too.

        No log entry and no earlier state keeps what was there; gives the number of revisions.
        """

    def keep_tombstones(self, tombstones: Sequence[Tombstone]) -> int:
        """Add tombstones that are not there yet, and give how many were added."""

    def lift_tombstones(self, digests: Sequence[bytes], fact_ids: Sequence[int]) -> int:
        """Drop the tombstones with these digests, or of these facts; gives how many there were."""

    def mark_bases(self, bases: Sequence[ForgottenBase]) -> None:
        """Note which standing facts were built on forgotten ones; twice is the same as once."""


class Scrubber(Protocol):
    """Rewrites a file so that nothing deleted is left in it, and looks whether that is so."""

    def scrub(self, wait_ms: int) -> Scrubbed:
        """Rewrite every page and empty the log; a reader that stays is waited for that long.

        Never raises: what could not be done is told.
        """

    def search(self, words: Sequence[str]) -> Proof:
        """Look for words in every value of the file, inside deflated ones too."""


class Residue(Protocol):
    """Files around the brain in which words may lie: journals, spools, marks, copies."""

    def search(self, words: Sequence[str]) -> Proof:
        """Look for words in the bytes of every file, compressed ones unpacked."""

    def copies(self, words: Sequence[str]) -> tuple[str, ...]:
        """Give the files with these words that a forgetting does not touch, such as backups."""

    def own_copies(self, places: Sequence[str]) -> tuple[str, ...]:
        """Give those of the files that Cortex made: copies of a brain, and what gave way to one."""

    def drop_copies(self, places: Sequence[str]) -> None:
        """Delete files that ``own_copies`` gave; one that is gone already is as well."""

    def drop_lines(self, words: Sequence[str], *, is_applied: bool) -> int:
        """Take out the lines of Cortex's own line files that hold words; gives how many."""
