"""What did use teach? Signals, remembered questions, bridges between words, and the reports.

Canonical: reports and the switch. Everything else here may be dropped by ``reset`` and recall is
then as if nothing had been learned (ADR 0080).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from cortex.model.learning import (
        AgentOutcome,
        Bridge,
        LearnedCounts,
        Lesson,
        RememberedQuestion,
        Signal,
    )


class LearningReader(Protocol):
    """A consistent snapshot. Principals never see each other's lessons."""

    def votes(self) -> int | None:
        """Give how many votes were heard since the last reset; None when learning is off."""

    def signals(self, principal: str, fact_ids: Sequence[int]) -> dict[int, Signal]:
        """Give how use speaks for these facts; those never reported are left out."""

    def praised(self, fact_ids: Sequence[int], helped_min: int, since_us: int) -> set[int]:
        """Tell which facts helped some principal that often, the last time not before an instant.

        Whoever it was: a fact that serves one owner is not in the way of another.
        """

    def bridges_from(self, principal: str, terms: Sequence[str], positive_min: int) -> list[Bridge]:
        """Give the bridges from these words that were confirmed that often and never vetoed.

        By positive descending, then query term, then document term.
        """

    def find_question(self, principal: str, signature: str) -> RememberedQuestion | None:
        """Give one remembered question, or None."""

    def helped_questions(
        self, principal: str, terms: Sequence[str], limit: int
    ) -> list[RememberedQuestion]:
        """Give questions that led to a success and share a term: most shared first, signature."""

    def counts(self) -> LearnedCounts:
        """Count what was learned, over all principals; links are those that use taught."""

    def top_signals(self, limit: int) -> list[Signal]:
        """Give the signals by votes descending, fact id; of all principals."""

    def top_bridges(self, limit: int) -> list[Bridge]:
        """Give the bridges by positive descending, query term, document term; all principals."""

    def top_questions(self, limit: int) -> list[RememberedQuestion]:
        """Give the questions by successes, asks (both descending), signature; all principals."""

    def outcomes(self, since_us: int, limit: int) -> list[AgentOutcome]:
        """Give the reports recorded at or after an instant, newest first."""


class LearningWriter(LearningReader, Protocol):
    """Part of one write transaction; reads see its own writes."""

    def switch(self, *, is_on: bool) -> None:
        """Use what was learned, or leave it aside; nothing is dropped."""

    def keep_outcome(self, outcome: AgentOutcome) -> None:
        """Keep a report; the oldest beyond OUTCOMES_MAX go."""

    def keep_lesson(self, lesson: Lesson) -> None:
        """Keep a lesson; one of the same unit is there already and stays. The oldest go."""

    def keep_signals(self, principal: str, signals: Sequence[Signal]) -> None:
        """Write signals in place of the earlier ones of the same facts, and count one vote."""

    def add_to_bridges(
        self,
        principal: str,
        pairs: Sequence[tuple[str, str]],
        votes: tuple[int, int],
        now_us: int,
    ) -> None:
        """Add (positive, negative) votes to each pair; the oldest beyond BRIDGES_MAX go."""

    def remember_question(
        self,
        principal: str,
        question: tuple[str, tuple[str, ...]],
        heard: tuple[int, int],
        now_us: int,
    ) -> None:
        """Add (asks, successes) to what is remembered of a question, given as (signature, terms).

        Its first success makes it one of ``helped_questions``. Beyond QUESTIONS_MAX those without
        a success go first, then the oldest.
        """

    def forget(self, fact_ids: Sequence[int], terms: Sequence[str]) -> int:
        """Drop what was learned from these facts or holds one of these terms; give the rows.

        Reports about the facts stay, without their texts.
        """

    def reset(self) -> LearnedCounts:
        """Drop everything learned, links included, and give how much that was.

        Reports and the switch stay.
        """
