"""What did use teach?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from cortex.model.learning import (
    AgentOutcome,
    Bridge,
    LearnedCounts,
    Lesson,
    RememberedQuestion,
    Signal,
)
from cortex.model.limits import BRIDGES_MAX, LESSONS_MAX, OUTCOMES_MAX, QUESTIONS_MAX
from cortex.stores.memory.rows import Rows

Key = TypeVar("Key", bound=tuple[Any, ...])


@dataclass(slots=True)
class LearningRows(Rows):
    """What is kept; every key begins with the principal."""

    is_on: bool = True
    votes: int = 0
    outcomes: list[AgentOutcome] = field(default_factory=list)
    lessons: dict[tuple[str, str], Lesson] = field(default_factory=dict)
    signals: dict[tuple[str, int], Signal] = field(default_factory=dict)
    questions: dict[tuple[str, str], RememberedQuestion] = field(default_factory=dict)
    bridges: dict[tuple[str, str, str], Bridge] = field(default_factory=dict)


class MemoryLearning:
    """Implements ``cortex.ports.learning``.

    ``links`` are the learned links of the brain by (low id, high id, relation).
    """

    def __init__(self, rows: LearningRows, links: dict[tuple[int, int, str], Any]) -> None:
        self._rows = rows
        self._links = links

    def votes(self) -> int | None:
        """Give how many votes were heard since the last reset; None when learning is off."""
        return self._rows.votes if self._rows.is_on else None

    def signals(self, principal: str, fact_ids: Sequence[int]) -> dict[int, Signal]:
        """Give how use speaks for these facts."""
        known = self._rows.signals
        return {i: known[principal, i] for i in sorted(set(fact_ids)) if (principal, i) in known}

    def praised(self, fact_ids: Sequence[int], helped_min: int, since_us: int) -> set[int]:
        """Tell which facts helped some principal that often, and lately."""
        return {
            fact_id
            for (_, fact_id), signal in self._rows.signals.items()
            if fact_id in fact_ids
            and signal.helped >= helped_min
            and signal.helped > signal.harmed
            and signal.at_us >= since_us
        }

    def bridges_from(self, principal: str, terms: Sequence[str], positive_min: int) -> list[Bridge]:
        """Give the confirmed bridges from these words, strongest first."""
        found = [
            bridge
            for (owner, query_term, _), bridge in self._rows.bridges.items()
            if owner == principal
            and query_term in terms
            and bridge.positive >= positive_min
            and not bridge.negative
        ]
        return sorted(found, key=_by_strength)

    def find_question(self, principal: str, signature: str) -> RememberedQuestion | None:
        """Give one remembered question, or None."""
        return self._rows.questions.get((principal, signature))

    def helped_questions(
        self, principal: str, terms: Sequence[str], limit: int
    ) -> list[RememberedQuestion]:
        """Give questions that led to a success and share a term, most shared first."""
        asked = set(terms)
        found = [
            question
            for (owner, _), question in self._rows.questions.items()
            if owner == principal and question.successes and asked & set(question.terms)
        ]
        found.sort(key=lambda q: (-len(asked & set(q.terms)), q.signature))
        return found[:limit]

    def counts(self) -> LearnedCounts:
        """Count what was learned, over all principals."""
        rows = self._rows
        links = sum(relation == "used_with" for _, _, relation in self._links)
        return LearnedCounts(
            len(rows.lessons), len(rows.signals), len(rows.questions), len(rows.bridges), links
        )

    def top_signals(self, limit: int) -> list[Signal]:
        """Give the signals by votes descending, fact id."""
        ordered = sorted(
            self._rows.signals.items(),
            key=lambda item: (-(item[1].helped + item[1].harmed), item[1].fact_id, item[0][0]),
        )
        return [signal for _, signal in ordered][:limit]

    def top_bridges(self, limit: int) -> list[Bridge]:
        """Give the bridges by positive descending, query term, document term."""
        ordered = sorted(
            self._rows.bridges.items(), key=lambda item: (*_by_strength(item[1]), item[0][0])
        )
        return [bridge for _, bridge in ordered][:limit]

    def top_questions(self, limit: int) -> list[RememberedQuestion]:
        """Give the questions by successes, asks, signature."""
        ordered = sorted(
            self._rows.questions.items(),
            key=lambda item: (-item[1].successes, -item[1].asks, item[0][1], item[0][0]),
        )
        return [question for _, question in ordered][:limit]

    def outcomes(self, since_us: int, limit: int) -> list[AgentOutcome]:
        """Give the reports recorded at or after an instant, newest first."""
        kept = [o for o in reversed(self._rows.outcomes) if o.recorded_us >= since_us]
        return sorted(kept, key=lambda o: -o.recorded_us)[:limit]

    def switch(self, *, is_on: bool) -> None:
        """Use what was learned, or leave it aside."""
        self._rows.is_on = is_on

    def keep_outcome(self, outcome: AgentOutcome) -> None:
        """Keep a report; the oldest beyond the limit go."""
        self._rows.outcomes.append(outcome)
        del self._rows.outcomes[:-OUTCOMES_MAX]

    def keep_lesson(self, lesson: Lesson) -> None:
        """Keep a lesson; one of the same unit is there already and stays."""
        lessons = self._rows.lessons
        lessons.setdefault((lesson.principal, lesson.unit), lesson)
        _trim(lessons, LESSONS_MAX, lambda key: (lessons[key].at_us, *key))

    def keep_signals(self, principal: str, signals: Sequence[Signal]) -> None:
        """Write signals in place of the earlier ones of the same facts."""
        for signal in signals:
            self._rows.signals[principal, signal.fact_id] = signal
        self._rows.votes += 1

    def add_to_bridges(
        self,
        principal: str,
        pairs: Sequence[tuple[str, str]],
        votes: tuple[int, int],
        now_us: int,
    ) -> None:
        """Add (positive, negative) votes to each pair; the oldest beyond the limit go."""
        bridges = self._rows.bridges
        for pair in pairs:
            known = bridges.get((principal, *pair), Bridge(*pair, 0, 0, now_us))
            bridges[principal, *pair] = known._replace(
                positive=known.positive + votes[0],
                negative=known.negative + votes[1],
                last_us=max(known.last_us, now_us),
            )
        _trim(bridges, BRIDGES_MAX, lambda key: (bridges[key].last_us, *key))

    def remember_question(
        self,
        principal: str,
        question: tuple[str, tuple[str, ...]],
        heard: tuple[int, int],
        now_us: int,
    ) -> None:
        """Add (asks, successes) to what is remembered of a question."""
        questions = self._rows.questions
        key = (principal, question[0])
        known = questions.get(key, RememberedQuestion(*question, 0, 0, now_us, now_us))
        questions[key] = known._replace(
            asks=known.asks + heard[0],
            successes=known.successes + heard[1],
            last_us=max(known.last_us, now_us),
        )
        _trim(
            questions,
            QUESTIONS_MAX,
            lambda key: (questions[key].successes > 0, questions[key].last_us, *key),
        )

    def forget(self, fact_ids: Sequence[int], terms: Sequence[str]) -> int:
        """Drop what was learned from these facts or holds one of these terms; give the rows."""
        rows, ids, words = self._rows, set(fact_ids), set(terms)
        before = self.counts()
        rows.signals = {k: v for k, v in rows.signals.items() if v.fact_id not in ids}
        rows.bridges = {k: v for k, v in rows.bridges.items() if not words & set(k[1:])}
        rows.questions = {k: v for k, v in rows.questions.items() if not words & set(v.terms)}
        rows.lessons = {
            k: v
            for k, v in rows.lessons.items()
            if not (ids & set(v.fact_ids) or words & set(v.cues))
        }
        rows.outcomes = [
            o._replace(task=None, notes=None, selected_action=None)
            if ids & {*o.used, *o.exposed}
            else o
            for o in rows.outcomes
        ]
        return sum(before) - sum(self.counts())

    def reset(self) -> LearnedCounts:
        """Drop everything learned, links included, and give how much that was."""
        counts = self.counts()
        rows = self._rows
        for kept in (rows.lessons, rows.signals, rows.questions, rows.bridges):
            kept.clear()
        for key in [key for key in self._links if key[2] == "used_with"]:
            del self._links[key]
        rows.votes = 0
        return counts


def _by_strength(bridge: Bridge) -> tuple[int, str, str]:
    return (-bridge.positive, bridge.query_term, bridge.doc_term)


def _trim(rows: dict[Key, Any], limit: int, age: Callable[[Key], tuple[Any, ...]]) -> None:
    """Drop the rows with the smallest ages beyond a limit."""
    if len(rows) > limit:
        for key in sorted(rows, key=age)[: len(rows) - limit]:
            del rows[key]
