"""Which words of observations lead to which others?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from cortex.model.associations import LEARNING_ROLES, Assessed, Evidence, Support
from cortex.model.limits import (
    ASSOCIATION_OPENING_CHARS_MAX,
    ASSOCIATION_SOURCE_BYTES_MAX,
    ASSOCIATION_SOURCES_MAX,
)
from cortex.model.observations import Observation
from cortex.stores.memory.observations import ALTERED, MemoryObservations, ObservationsRows
from cortex.stores.memory.rows import Rows

Where = tuple[str, str]


@dataclass(slots=True)
class AssociationsRows(Rows):
    """What is kept; keys are (principal, scope), assessments have the event's key as well."""

    states: dict[Where, bool] = field(default_factory=dict)
    assessments: dict[tuple[str, str, str], Assessed] = field(default_factory=dict)
    taught: dict[Where, tuple[Support, ...]] = field(default_factory=dict)


class MemoryAssociations:
    """Implements ``cortex.ports.associations``."""

    def __init__(self, rows: AssociationsRows, observations: ObservationsRows) -> None:
        self._rows = rows
        self._observations = MemoryObservations(observations)

    def is_on(self, principal: str, scope_id: str) -> bool:
        """Tell whether routes are used."""
        return self._rows.states.get((principal, scope_id), False)

    def where_on(self) -> list[Where]:
        """Give every (principal, scope) in which routes are used."""
        return sorted(where for where, is_on in self._rows.states.items() if is_on)

    def evidence(self, principal: str, scope_id: str) -> list[Evidence]:
        """Give the newest observations that may teach, newest first."""
        kept = [
            seen for seen in self._observations.iter_all() if _is_fit(seen, principal, scope_id)
        ]
        return [
            Evidence(
                seen.observation_id,
                seen.source.source_no,
                seen.source.role,
                seen.generation,
                seen.digest,
                seen.event.text[:ASSOCIATION_OPENING_CHARS_MAX],
            )
            for seen in kept[::-1]
            if len(seen.event.text.encode()) <= ASSOCIATION_SOURCE_BYTES_MAX
        ][:ASSOCIATION_SOURCES_MAX]

    def supports(self, principal: str, scope_id: str, terms: Sequence[str]) -> list[Support]:
        """Give the observations that teach one of the terms, with all they teach, by id."""
        found = []
        for one in self._rows.taught.get((principal, scope_id), ()):
            seen = self._observations.find(one.observation_id)
            assert seen is not None
            if _is_fit(seen, principal, scope_id) and set(terms).intersection(one.terms):
                found.append(one._replace(terms=tuple(sorted(one.terms))))
        return sorted(found)

    def feedback(
        self, principal: str, scope_id: str, observation_ids: Sequence[int]
    ) -> dict[int, int]:
        """Sum the active assessments of each observation."""
        summed: dict[int, int] = {}
        for key, said in self._rows.assessments.items():
            number = said.observation_id
            if key[:2] == (principal, scope_id) and said.is_active and number in observation_ids:
                summed[number] = summed.get(number, 0) + said.assessment.weight
        return summed

    def find_assessment(self, principal: str, scope_id: str, event_key: str) -> Assessed | None:
        """Give what was said under a name, or None."""
        return self._rows.assessments.get((principal, scope_id, event_key))

    def count_assessments(self, principal: str, scope_id: str) -> int:
        """Count what was said, inactive ones too."""
        return sum(key[:2] == (principal, scope_id) for key in self._rows.assessments)

    def learn(self, principal: str, scope_id: str, taught: Sequence[Support]) -> None:
        """Use routes from now on, and make these the observations they come from."""
        self._rows.states[principal, scope_id] = True
        self._rows.taught[principal, scope_id] = tuple(taught)

    def unlearn(self, principal: str, scope_id: str) -> None:
        """Use no routes until the next ``learn``; assessments stay."""
        self._rows.states[principal, scope_id] = False
        self._rows.taught.pop((principal, scope_id), None)

    def assess(
        self,
        principal: str,
        scope_id: str,
        event_key: str,
        assessed: Assessed,
        now_us: int,  # noqa: ARG002  # No instant is kept here.
    ) -> None:
        """Keep what was said under a name, in place of what stood there."""
        self._rows.assessments[principal, scope_id, event_key] = assessed


def _is_fit(seen: Observation, principal: str, scope_id: str) -> bool:
    source = seen.source
    return (
        (source.principal, source.scope_id) == (principal, scope_id)
        and source.is_enabled
        and source.role in LEARNING_ROLES
        and seen.retracted_us is None
        and seen.digest != ALTERED
    )
