"""What did a registered source produce, exactly?

Canonical: sources, observations, cites. What they are found by is in ``ports.search_index``.
"""

from collections.abc import Iterator, Sequence
from typing import Protocol

from cortex.model.observations import Event, Grant, Observation, Redactions, Source
from cortex.model.vault import CitedRecord


class ObservationsReader(Protocol):
    """A consistent snapshot. Nothing here looks at a grant: services do, with what they read."""

    def find_source(self, principal: str, key: str) -> Source | None:
        """Give the source a principal registered under a key, or None."""

    def sources(self, principal: str) -> list[Source]:
        """Give every source of a principal, by key."""

    def find(self, observation_id: int) -> Observation | None:
        """Give one observation, retracted or not, or None."""

    def find_event(self, source_no: int, generation: str, event_key: str) -> Observation | None:
        """Give what a source handed over under this identity, or None."""

    def newest(
        self, principal: str, scope_ids: Sequence[str], limit: int, closed: Sequence[int] = ()
    ) -> list[Observation]:
        """Give the newest observations that may be offered, newest first.

        Only what may be offered: the source is enabled, not ``delivery_only`` and not one of the
        numbers in ``closed``, the scope is one of those named, and nothing was retracted.
        """

    def count(self, source_no: int, generation: str, limit: int) -> int:
        """Count what a source handed over in one generation, at most ``limit``."""

    def iter_all(self, after_id: int = 0) -> Iterator[Observation]:
        """Stream every observation above an id, in id order, retracted or not."""

    def cited_by(self, fact_ids: Sequence[int]) -> dict[int, tuple[Observation, ...]]:
        """Give what each fact cites, by observation id; facts without a cite are left out."""

    def records_cited(self, fact_ids: Sequence[int]) -> dict[int, tuple[CitedRecord, ...]]:
        """Give the records of a vault each fact cites, by path and id; others are left out."""


class ObservationsWriter(ObservationsReader, Protocol):
    """Part of one write transaction; reads see its own writes."""

    def register(self, principal: str, grant: Grant, now_us: int, policy_epoch: int = 0) -> Source:
        """Add a source, enabled under an epoch. The caller has checked that the key is free."""

    def set_enabled(
        self, source_no: int, *, is_enabled: bool, policy_epoch: int | None = None
    ) -> None:
        """Open or close a source; an epoch that is given is the one it is open under from now."""

    def add(  # An event, where it is from, and what is known of it.
        self,
        source: Source,
        generation: str,
        event: Event,
        digest: str,
        now_us: int,
        *,
        redacted: Redactions = (),
    ) -> Observation:
        """Keep an event under an identity that is free."""

    def retract(self, observation_id: int, reason: str, now_us: int) -> None:
        """Offer an observation to nobody any more; its text stays."""

    def cite(self, fact_id: int, observation_ids: Sequence[int], now_us: int) -> None:
        """Note that a fact was promoted from observations; citing again changes nothing."""

    def cite_records(self, fact_id: int, cited: Sequence[CitedRecord]) -> None:
        """Note which records a fact rests on; one that is noted already stays as it was."""
