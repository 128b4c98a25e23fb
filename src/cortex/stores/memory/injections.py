"""What was put beside which prompt, and was it used?"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from cortex.core.boot.calendar import day_text
from cortex.model.injections import USE_WINDOW_US, CapturedDay, Injection, Use
from cortex.stores.memory.rows import Rows

if TYPE_CHECKING:
    from cortex.stores.memory.observations import ObservationsRows


@dataclass(slots=True)
class InjectionsRows(Rows):
    """What is kept, by instant and process."""

    injections: dict[tuple[int, int], Injection] = field(default_factory=dict)


class MemoryInjections:
    """Implements ``cortex.ports.injections``."""

    def __init__(self, rows: InjectionsRows, observed: ObservationsRows) -> None:
        self._rows = rows
        self._observed = observed

    def since(self, owner_id: int, since_us: int) -> list[Injection]:
        """Give an owner's prompts from an instant on, by instant, then process."""
        return [
            one
            for _, one in sorted(self._rows.injections.items())
            if one.owner_id == owner_id and one.seen_us >= since_us
        ]

    def captured(self, principal: str, since_us: int) -> list[CapturedDay]:
        """Count the events that hosts handed over from an instant on, by host, then day."""
        counts: dict[tuple[str, str], int] = {}
        for seen in self._observed.observations.values():
            prefix, _, rest = seen.source.key.partition(":")
            is_host = prefix == "host" and bool(rest)
            if is_host and seen.source.principal == principal and seen.captured_us >= since_us:
                place = (rest.partition(":")[0], day_text(seen.captured_us))
                counts[place] = counts.get(place, 0) + 1
        return [CapturedDay(*place, counts[place]) for place in sorted(counts)]

    def add(self, injection: Injection) -> bool:
        """Keep what became of a prompt; False, and nothing kept, when it is known already."""
        key = (injection.seen_us, injection.process_id)
        if key in self._rows.injections:
            return False
        told = tuple(sorted(set(injection.fact_ids)))
        self._rows.injections[key] = injection._replace(fact_ids=told, used_ids=())
        return True

    def mark_used(self, use: Use) -> int:
        """Note that a session came back to facts it had been told before that instant."""
        count = 0
        for key, one in self._rows.injections.items():
            is_meant = (
                one.session_id == use.session_id
                if use.session_id
                else one.seen_us >= use.at_us - USE_WINDOW_US
            )
            is_its = bool(one.host) and use.agent.startswith(one.host)
            if not is_its or one.seen_us >= use.at_us or not is_meant:
                continue
            fresh = (set(one.fact_ids) & set(use.fact_ids)) - set(one.used_ids)
            if fresh:
                used = tuple(sorted({*one.used_ids, *fresh}))
                self._rows.injections[key] = one._replace(used_ids=used)
                count += len(fresh)
        return count

    def prune(self, kept: int) -> None:
        """Drop all but the newest prompts, with what was told beside the others."""
        for key in sorted(self._rows.injections, reverse=True)[kept:]:
            del self._rows.injections[key]
