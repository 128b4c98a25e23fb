"""What did a registered source produce, exactly?"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from cortex.model.observations import Event, Grant, Observation, Redactions, Role, Source
from cortex.model.vault import CitedRecord
from cortex.stores.memory.rows import Rows

ALTERED = "00" * 32
"""Digest of an observation that words were cut out of."""


@dataclass(slots=True)
class ObservationsRows(Rows):
    """What is kept; keys are ids, cites are (fact id, observation id)."""

    sources: dict[int, Source] = field(default_factory=dict)
    observations: dict[int, Observation] = field(default_factory=dict)
    cites: dict[tuple[int, int], int] = field(default_factory=dict)
    records: dict[tuple[int, str, str], CitedRecord] = field(default_factory=dict)


class MemoryObservations:
    """Implements ``cortex.ports.observations``."""

    def __init__(self, rows: ObservationsRows) -> None:
        self._rows = rows

    def find_source(self, principal: str, key: str) -> Source | None:
        """Give the source a principal registered under a key, or None."""
        found = (s for s in self._rows.sources.values() if (s.principal, s.key) == (principal, key))
        return next(found, None)

    def sources(self, principal: str) -> list[Source]:
        """Give every source of a principal, by key."""
        own = [s for s in self._rows.sources.values() if s.principal == principal]
        return sorted(own, key=lambda source: source.key)

    def find(self, observation_id: int) -> Observation | None:
        """Give one observation, or None."""
        kept = self._rows.observations.get(observation_id)
        return None if kept is None else self._current(kept)

    def find_event(self, source_no: int, generation: str, event_key: str) -> Observation | None:
        """Give what a source handed over under this identity, or None."""
        asked = (source_no, generation, event_key)
        for kept in self._rows.observations.values():
            if asked == (kept.source.source_no, kept.generation, kept.event.key):
                return self._current(kept)
        return None

    def newest(
        self, principal: str, scope_ids: Sequence[str], limit: int, closed: Sequence[int] = ()
    ) -> list[Observation]:
        """Give the newest observations that may be offered, newest first."""
        return self._offered(principal, scope_ids, closed)[::-1][:limit]

    def count(self, source_no: int, generation: str, limit: int) -> int:
        """Count what a source handed over in one generation, at most ``limit``."""
        held = [
            row
            for row in self._rows.observations.values()
            if (row.source.source_no, row.generation) == (source_no, generation)
        ]
        return min(limit, len(held))

    def iter_all(self, after_id: int = 0) -> Iterator[Observation]:
        """Stream every observation above an id, in id order."""
        for observation_id in sorted(self._rows.observations):
            if observation_id > after_id:
                yield self._current(self._rows.observations[observation_id])

    def cited_by(self, fact_ids: Sequence[int]) -> dict[int, tuple[Observation, ...]]:
        """Give what each fact cites, by observation id."""
        cited: dict[int, tuple[Observation, ...]] = {}
        for fact_id, observation_id in sorted(self._rows.cites):
            if fact_id in fact_ids:
                kept = self._current(self._rows.observations[observation_id])
                cited[fact_id] = (*cited.get(fact_id, ()), kept)
        return cited

    def records_cited(self, fact_ids: Sequence[int]) -> dict[int, tuple[CitedRecord, ...]]:
        """Give the records of a vault each fact cites, by path and id."""
        cited: dict[int, tuple[CitedRecord, ...]] = {}
        for key in sorted(self._rows.records):
            if key[0] in fact_ids:
                cited[key[0]] = (*cited.get(key[0], ()), self._rows.records[key])
        return cited

    def register(self, principal: str, grant: Grant, now_us: int, policy_epoch: int = 0) -> Source:
        """Add a source, enabled under an epoch."""
        number = len(self._rows.sources) + 1
        source = Source(
            *(number, principal, grant.key, grant.scope_id, grant.role, grant.bytes_max, now_us),
            on_secret=grant.on_secret,
            policy_epoch=policy_epoch,
        )
        self._rows.sources[number] = source
        return source

    def set_enabled(
        self, source_no: int, *, is_enabled: bool, policy_epoch: int | None = None
    ) -> None:
        """Open or close a source."""
        source = self._rows.sources[source_no]
        epoch = source.policy_epoch if policy_epoch is None else policy_epoch
        self._rows.sources[source_no] = source._replace(is_enabled=is_enabled, policy_epoch=epoch)

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
        observation_id = len(self._rows.observations) + 1
        kept = Observation(
            *(observation_id, source, generation, event, now_us, digest), redacted=redacted
        )
        self._rows.observations[observation_id] = kept
        return kept

    def retract(self, observation_id: int, reason: str, now_us: int) -> None:
        """Offer an observation to nobody any more."""
        kept = self._rows.observations[observation_id]
        if kept.retracted_us is None:
            self._rows.observations[observation_id] = kept._replace(
                retracted_us=now_us, retraction=reason
            )

    def cite(self, fact_id: int, observation_ids: Sequence[int], now_us: int) -> None:
        """Note that a fact was promoted from observations."""
        for observation_id in observation_ids:
            self._rows.cites.setdefault((fact_id, observation_id), now_us)

    def cite_records(self, fact_id: int, cited: Sequence[CitedRecord]) -> None:
        """Note which records a fact rests on."""
        for one in cited:
            self._rows.records.setdefault((fact_id, one.path, one.record_id), one)

    def _current(self, kept: Observation) -> Observation:
        return kept._replace(source=self._rows.sources[kept.source.source_no])

    def _offered(
        self, principal: str, scope_ids: Sequence[str], closed: Sequence[int]
    ) -> list[Observation]:
        return [
            seen
            for seen in map(self._current, self._rows.observations.values())
            if seen.source.principal == principal
            and seen.source.is_enabled
            and seen.source.source_no not in closed
            and seen.source.role is not Role.DELIVERY_ONLY
            and seen.source.scope_id in scope_ids
            and seen.retracted_us is None
        ]
