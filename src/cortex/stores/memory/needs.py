"""What did an agent ask to be told, and what is found for it?"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from cortex.core.observe.cues import held
from cortex.model.durations import SECOND_US
from cortex.model.needs import Asked, Hit, Hits, Need, NeedSpec, Rank, Sized
from cortex.model.observations import Observation, Role
from cortex.stores.memory.observations import ObservationsRows
from cortex.stores.memory.rows import Rows
from cortex.stores.memory.search_index import SearchIndexRows

ALTERED = "0" * 64
"""The digest of an observation that a forgetting took words out of."""


@dataclass(slots=True)
class NeedsRows(Rows):
    """What is kept: needs by (principal, id), requirements by (parent, child)."""

    needs: dict[tuple[str, str], Need] = field(default_factory=dict)
    requirements: dict[tuple[int, int], int] = field(default_factory=dict)


class MemoryNeeds:
    """Implements ``cortex.ports.needs``."""

    def __init__(self, rows: NeedsRows, observed: ObservationsRows, index: SearchIndexRows) -> None:
        self._rows = rows
        self._observed = observed
        self._index = index

    def find(self, principal: str, need_id: str) -> Need | None:
        """Give a need, expired or not, or None."""
        return self._rows.needs.get((principal, need_id))

    def active(self, principal: str, now_us: int) -> list[Need]:
        """Give the needs of a principal that stand at an instant, by id."""
        own = (need for key, need in sorted(self._rows.needs.items()) if key[0] == principal)
        return [need for need in own if need.expires_us > now_us]

    def hits(self, asked: Asked, limit: int) -> Hits:
        """Give what holds at least one cue and none that is excluded."""
        found = []
        for seen in self._offered(asked.principal, asked.scope_ids):
            entry = self._index.entries.get(seen.observation_id)
            terms = dict(entry.terms) if entry else {}
            rank = Rank(held(asked.cues, terms), seen.observation_id)
            if held(asked.excluded, terms) or (asked.cues and not rank.cues):
                continue
            if asked.after is None or rank < asked.after:
                found.append(Hit(rank, _size(seen)))
        found.sort(key=lambda hit: hit.rank, reverse=True)
        return Hits(tuple(found[:limit]), len(found), sum(hit.text_bytes for hit in found))

    def required_by(self, observation_ids: Sequence[int]) -> dict[int, tuple[Sized, ...]]:
        """Give what each of these requires directly, by id."""
        required: dict[int, tuple[Sized, ...]] = {}
        for parent, child in sorted(self._rows.requirements):
            if parent in observation_ids:
                size = _size(self._observed.observations[child])
                required[parent] = (*required.get(parent, ()), Sized(child, size))
        return required

    def waiting(self, principal: str, scope_ids: Sequence[str], limit: int) -> list[int]:
        """Give observations that might be offered but are not indexed yet."""
        offered = {seen.observation_id for seen in self._offered(principal, scope_ids)}
        return sorted(offered - self._index.entries.keys(), reverse=True)[:limit]

    def never_captured(self, principal: str, scope_ids: Sequence[str]) -> list[str]:
        """Give the keys of open sources of whole files that handed over nothing yet."""
        heard = {seen.source.source_no for seen in self._observed.observations.values()}
        return sorted(
            source.key
            for source in self._observed.sources.values()
            if source.principal == principal
            and source.scope_id in scope_ids
            and source.is_enabled
            and source.key.startswith("file:")
            and source.source_no not in heard
        )

    def keep(self, principal: str, spec: NeedSpec, now_us: int) -> Need:
        """Keep a need until its time is over."""
        need = Need(principal, spec, now_us, now_us + spec.ttl_seconds * SECOND_US)
        self._rows.needs[principal, spec.need_id] = need
        return need

    def drop_expired(self, principal: str, now_us: int) -> int:
        """Delete the needs of a principal whose time is over."""
        over = [
            key
            for key, need in self._rows.needs.items()
            if key[0] == principal and need.expires_us <= now_us
        ]
        for key in over:
            del self._rows.needs[key]
        return len(over)

    def require(self, parent_id: int, child_id: int, now_us: int) -> None:
        """Note that one observation is not to be handed over without the other."""
        self._rows.requirements.setdefault((parent_id, child_id), now_us)

    def _offered(self, principal: str, scope_ids: Sequence[str]) -> Iterator[Observation]:
        for seen in self._observed.observations.values():
            source = self._observed.sources[seen.source.source_no]
            if (
                source.principal == principal
                and source.is_enabled
                and source.role is not Role.DELIVERY_ONLY
                and source.scope_id in scope_ids
                and seen.retracted_us is None
                and seen.digest != ALTERED
            ):
                yield seen


def _size(seen: Observation) -> int:
    return len(seen.event.text.encode("utf-8", "surrogatepass"))
