"""What did an agent ask to be told, and what is found for it?

Canonical: needs, requirements. What is found is read from the index of search.
"""

from collections.abc import Sequence
from typing import Protocol

from cortex.model.needs import Asked, Hits, Need, NeedSpec, Sized


class NeedsReader(Protocol):
    """A consistent snapshot."""

    def find(self, principal: str, need_id: str) -> Need | None:
        """Give a need, expired or not, or None."""

    def active(self, principal: str, now_us: int) -> list[Need]:
        """Give the needs of a principal that stand at an instant, by id."""

    def hits(self, asked: Asked, limit: int) -> Hits:
        """Give what holds at least one cue and none that is excluded.

        A cue is held by whoever is indexed under each of its terms. Most cues first, then the
        highest id; without cues everything is found and holds none. Only what may be offered: the
        source is the principal's, enabled and not ``delivery_only``, its scope is one of those
        named, and the observation was not retracted, nor altered by a forgetting. Counts are of
        everything
        from ``asked.after`` on, not only of what is given.
        """

    def required_by(self, observation_ids: Sequence[int]) -> dict[int, tuple[Sized, ...]]:
        """Give what each of these requires directly, by id.

        Those that require nothing are left out.
        """

    def waiting(self, principal: str, scope_ids: Sequence[str], limit: int) -> list[int]:
        """Give observations that might be offered but are not indexed yet, newest first."""

    def never_captured(self, principal: str, scope_ids: Sequence[str]) -> list[str]:
        """Give the keys of open sources of whole files (``file:``) that handed over nothing yet."""


class NeedsWriter(NeedsReader, Protocol):
    """Part of one write transaction; reads see its own writes."""

    def keep(self, principal: str, spec: NeedSpec, now_us: int) -> Need:
        """Keep a need until its time is over, in place of an earlier one with its id."""

    def drop_expired(self, principal: str, now_us: int) -> int:
        """Delete the needs of a principal whose time is over; give how many."""

    def require(self, parent_id: int, child_id: int, now_us: int) -> None:
        """Note that one observation is not to be handed over without the other; once."""
