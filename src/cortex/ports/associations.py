"""Which words of observations lead to which others, and what was said about the sources?

Canonical: where routes are used, and assessments. Derived: what each observation teaches.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cortex.model.associations import Assessed, Evidence, Support


class AssociationsReader(Protocol):
    """A consistent snapshot. Principals never learn from each other."""

    def is_on(self, principal: str, scope_id: str) -> bool:
        """Tell whether routes are used; they are not until the first ``learn``."""

    def where_on(self) -> list[tuple[str, str]]:
        """Give every (principal, scope) in which routes are used, in that order."""

    def evidence(self, principal: str, scope_id: str) -> list[Evidence]:
        """Give the newest observations that may teach, newest first.

        Of an open source of a role that teaches, not retracted, unaltered, and not too long.
        """

    def supports(self, principal: str, scope_id: str, terms: Sequence[str]) -> list[Support]:
        """Give the observations that teach one of the terms, with all they teach, by id.

        One that was retracted or altered since, or whose source was closed, is left out.
        """

    def feedback(
        self, principal: str, scope_id: str, observation_ids: Sequence[int]
    ) -> dict[int, int]:
        """Sum the active assessments of each observation; those without any are left out."""

    def find_assessment(self, principal: str, scope_id: str, event_key: str) -> Assessed | None:
        """Give what was said under a name, or None."""

    def count_assessments(self, principal: str, scope_id: str) -> int:
        """Count what was said, inactive ones too."""


class AssociationsWriter(AssociationsReader, Protocol):
    """Part of one write transaction; reads see its own writes."""

    def learn(self, principal: str, scope_id: str, taught: Sequence[Support]) -> None:
        """Use routes from now on, and make these the observations they come from, and no others."""

    def unlearn(self, principal: str, scope_id: str) -> None:
        """Use no routes until the next ``learn``; assessments stay."""

    def assess(
        self, principal: str, scope_id: str, event_key: str, assessed: Assessed, now_us: int
    ) -> None:
        """Keep what was said under a name, in place of what stood there."""
