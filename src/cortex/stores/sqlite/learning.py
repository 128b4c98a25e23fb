"""What did use teach, in rows?

Canonical: ``agent_outcomes``, ``outcome_facts``, ``learning_state``. The other tables are what was
learned and may be dropped whole. Source: ADR 0080.
"""

from __future__ import annotations

from cortex.stores.sqlite.lists import packed, unpacked
from cortex.stores.sqlite.session import Row, Session, numbers, texts

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from collections.abc import Sequence

    from cortex.model.learning import (
        AgentOutcome,
        Bridge,
        LearnedCounts,
        Lesson,
        RememberedQuestion,
        Signal,
    )

_USED_WITH = "used_with"


class SqliteLearning:
    """Implements ``cortex.ports.learning``."""

    __slots__ = ("_session",)

    def __init__(self, session: Session) -> None:
        self._session = session

    # --- reading ------------------------------------------------------------------------------

    def votes(self) -> int | None:
        """Give how many votes were heard since the last reset; None when learning is off."""
        row = self._session.row("SELECT is_on, votes FROM learning_state WHERE singleton = 1")
        if row is None:
            return 0
        is_on, votes = row
        return votes if is_on else None

    def signals(self, principal: str, fact_ids: Sequence[int]) -> dict[int, Signal]:
        """Give how use speaks for these facts."""
        if not fact_ids:
            return {}
        rows = self._session.rows(
            "SELECT fact_id, helped, harmed, score, at_us FROM learned_signals"
            " WHERE principal = ? AND fact_id IN (SELECT value FROM carray(?)) ORDER BY fact_id",
            (principal, numbers(fact_ids)),
        )
        return {row[0]: _signal(row) for row in rows}

    def praised(self, fact_ids: Sequence[int], helped_min: int, since_us: int) -> set[int]:
        """Tell which facts helped some principal that often, and lately."""
        if not fact_ids:
            return set()
        return set(
            self._session.values(
                "SELECT fact_id FROM learned_signals INDEXED BY learned_signals_by_fact"
                " WHERE fact_id IN (SELECT value FROM carray(?))"
                " AND helped >= ? AND helped > harmed AND at_us >= ?",
                (numbers(fact_ids), helped_min, since_us),
            )
        )

    def bridges_from(self, principal: str, terms: Sequence[str], positive_min: int) -> list[Bridge]:
        """Give the confirmed bridges from these words, strongest first."""
        if not terms:
            return []
        rows = self._session.rows(
            "SELECT query_term, doc_term, positive, negative, last_us FROM term_bridges"
            " WHERE principal = ? AND query_term IN (SELECT value FROM carray(?))"
            " AND positive >= ? AND negative = 0 ORDER BY positive DESC, query_term, doc_term",
            (principal, texts(terms), positive_min),
        )
        return [_bridge(row) for row in rows]

    def find_question(self, principal: str, signature: str) -> RememberedQuestion | None:
        """Give one remembered question, or None."""
        row = self._session.row(
            "SELECT q.signature, q.terms, q.asks, q.successes, q.first_us, q.last_us"
            " FROM remembered_questions AS q WHERE q.principal = ? AND q.signature = ?",
            (principal, signature),
        )
        return None if row is None else _question(row)

    def helped_questions(
        self, principal: str, terms: Sequence[str], limit: int
    ) -> list[RememberedQuestion]:
        """Give questions that led to a success and share a term, most shared first."""
        if not terms:
            return []
        rows = self._session.rows(
            "SELECT q.signature, q.terms, q.asks, q.successes, q.first_us, q.last_us"
            " FROM remembered_question_terms AS t CROSS JOIN remembered_questions AS q"
            " ON q.principal = t.principal AND q.signature = t.signature"
            " WHERE t.principal = ? AND t.term IN (SELECT value FROM carray(?))"
            " GROUP BY q.signature ORDER BY count(*) DESC, q.signature LIMIT ?",
            (principal, texts(terms), limit),
        )
        return [_question(row) for row in rows]

    def counts(self) -> LearnedCounts:
        """Count what was learned, over all principals."""
        from cortex.model.learning import LearnedCounts

        row = self._session.row(
            "SELECT (SELECT count(*) FROM learning_events), (SELECT count(*) FROM learned_signals),"
            " (SELECT count(*) FROM remembered_questions), (SELECT count(*) FROM term_bridges),"
            " (SELECT count(*) FROM clock_links WHERE relation = ?)",
            (_USED_WITH,),
        )
        assert row is not None
        return LearnedCounts(*row)

    def top_signals(self, limit: int) -> list[Signal]:
        """Give the signals by votes descending, fact id."""
        rows = self._session.rows(
            "SELECT fact_id, helped, harmed, score, at_us FROM learned_signals"
            " ORDER BY helped + harmed DESC, fact_id, principal LIMIT ?",
            (limit,),
        )
        return [_signal(row) for row in rows]

    def top_bridges(self, limit: int) -> list[Bridge]:
        """Give the bridges by positive descending, query term, document term."""
        rows = self._session.rows(
            "SELECT query_term, doc_term, positive, negative, last_us FROM term_bridges"
            " ORDER BY positive DESC, query_term, doc_term, principal LIMIT ?",
            (limit,),
        )
        return [_bridge(row) for row in rows]

    def top_questions(self, limit: int) -> list[RememberedQuestion]:
        """Give the questions by successes, asks, signature."""
        rows = self._session.rows(
            "SELECT q.signature, q.terms, q.asks, q.successes, q.first_us, q.last_us"
            " FROM remembered_questions AS q"
            " ORDER BY q.successes DESC, q.asks DESC, q.signature, q.principal LIMIT ?",
            (limit,),
        )
        return [_question(row) for row in rows]

    def outcomes(self, since_us: int, limit: int) -> list[AgentOutcome]:
        """Give the reports recorded at or after an instant, newest first."""
        from cortex.stores.sqlite import agent_outcomes

        return agent_outcomes.since(self._session, since_us, limit)

    # --- writing ------------------------------------------------------------------------------

    def switch(self, *, is_on: bool) -> None:
        """Use what was learned, or leave it aside."""
        self._session.rows(
            "INSERT INTO learning_state (singleton, is_on, votes) VALUES (1, ?, 0)"
            " ON CONFLICT (singleton) DO UPDATE SET is_on = excluded.is_on",
            (int(is_on),),
        )

    def keep_outcome(self, outcome: AgentOutcome) -> None:
        """Keep a report; the oldest beyond the limit go."""
        from cortex.stores.sqlite import agent_outcomes

        agent_outcomes.keep(self._session, outcome)

    def keep_lesson(self, lesson: Lesson) -> None:
        """Keep a lesson; one of the same unit is there already and stays."""
        from cortex.model.limits import LESSONS_MAX

        kept = self._session.rows(
            "INSERT INTO learning_events (principal, training_unit, kind, reward, signature, cues,"
            " at_us) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING RETURNING reward",
            (
                lesson.principal,
                lesson.unit,
                lesson.kind.value,
                lesson.reward,
                lesson.signature,
                packed(lesson.cues),
                lesson.at_us,
            ),
        )
        if not kept:
            return
        self._session.run_many(
            "INSERT INTO learning_event_facts (fact_id, principal, training_unit) VALUES (?, ?, ?)",
            [(fact_id, lesson.principal, lesson.unit) for fact_id in lesson.fact_ids],
        )
        self._trim_lessons(LESSONS_MAX)

    def keep_signals(self, principal: str, signals: Sequence[Signal]) -> None:
        """Write signals in place of the earlier ones of the same facts."""
        self._session.run_many(
            "INSERT OR REPLACE INTO learned_signals"
            " (principal, fact_id, helped, harmed, score, at_us) VALUES (?, ?, ?, ?, ?, ?)",
            [(principal, *signal) for signal in signals],
        )
        self._session.rows(
            "INSERT INTO learning_state (singleton, is_on, votes) VALUES (1, 1, 1)"
            " ON CONFLICT (singleton) DO UPDATE SET votes = votes + 1"
        )

    def add_to_bridges(
        self,
        principal: str,
        pairs: Sequence[tuple[str, str]],
        votes: tuple[int, int],
        now_us: int,
    ) -> None:
        """Add (positive, negative) votes to each pair; the oldest beyond the limit go."""
        from cortex.model.limits import BRIDGES_MAX

        self._session.run_many(
            "INSERT INTO term_bridges"
            " (principal, query_term, doc_term, positive, negative, last_us)"
            " VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET"
            " positive = positive + excluded.positive, negative = negative + excluded.negative,"
            " last_us = max(last_us, excluded.last_us)",
            [(principal, *pair, *votes, now_us) for pair in pairs],
        )
        self._session.rows(
            "DELETE FROM term_bridges WHERE (principal, query_term, doc_term) IN"
            " (SELECT principal, query_term, doc_term FROM term_bridges"
            "  ORDER BY last_us, principal, query_term, doc_term"
            "  LIMIT max(0, (SELECT count(*) FROM term_bridges) - ?))",
            (BRIDGES_MAX,),
        )

    def remember_question(
        self,
        principal: str,
        question: tuple[str, tuple[str, ...]],
        heard: tuple[int, int],
        now_us: int,
    ) -> None:
        """Add (asks, successes) to what is remembered of a question."""
        from cortex.model.limits import QUESTIONS_MAX

        signature, terms = question
        asks, successes = heard
        self._session.rows(
            "INSERT INTO remembered_questions"
            " (principal, signature, terms, asks, successes, first_us, last_us)"
            " VALUES (:principal, :signature, :terms, :asks, :successes, :now_us, :now_us)"
            " ON CONFLICT DO UPDATE SET asks = asks + excluded.asks,"
            " successes = successes + excluded.successes,"
            " last_us = max(last_us, excluded.last_us)",
            {
                "principal": principal,
                "signature": signature,
                "terms": packed(terms),
                "asks": asks,
                "successes": successes,
                "now_us": now_us,
            },
        )
        if successes:
            self._session.run_many(
                "INSERT OR IGNORE INTO remembered_question_terms (principal, term, signature)"
                " VALUES (?, ?, ?)",
                [(principal, term, signature) for term in terms],
            )
        self._drop_questions(
            "SELECT principal, signature, successes FROM remembered_questions"
            " ORDER BY successes > 0, last_us, principal, signature"
            " LIMIT max(0, (SELECT count(*) FROM remembered_questions) - ?)",
            (QUESTIONS_MAX,),
        )

    def forget(self, fact_ids: Sequence[int], terms: Sequence[str]) -> int:
        """Drop what was learned from these facts or holds one of these terms; give the rows."""
        from cortex.stores.sqlite import agent_outcomes

        gone = 0
        if fact_ids:
            ids = sorted(set(fact_ids))
            gone += len(
                self._session.rows(
                    "DELETE FROM learned_signals WHERE fact_id IN (SELECT value FROM carray(?))"
                    " RETURNING fact_id",
                    (numbers(ids),),
                )
            )
            gone += self._drop_lessons(
                "SELECT DISTINCT principal, training_unit FROM learning_event_facts"
                " WHERE fact_id IN (SELECT value FROM carray(?))",
                (numbers(ids),),
            )
            agent_outcomes.blank(self._session, ids)
        if terms:
            gone += self._forget_terms(sorted(set(terms)))
        return gone

    def reset(self) -> LearnedCounts:
        """Drop everything learned, links included, and give how much that was."""
        counts = self.counts()
        for statement in _RESET:
            self._session.rows(statement)
        self._session.rows("DELETE FROM clock_links WHERE relation = ?", (_USED_WITH,))
        return counts

    def _forget_terms(self, terms: Sequence[str]) -> int:
        gone = len(
            self._session.rows(
                "DELETE FROM term_bridges WHERE query_term IN (SELECT value FROM carray(:terms))"
                " OR doc_term IN (SELECT value FROM carray(:terms)) RETURNING positive",
                {"terms": texts(terms)},
            )
        )
        gone += self._drop_questions(
            "SELECT principal, signature, successes FROM remembered_questions"
            " WHERE EXISTS (SELECT 1 FROM carray(?) AS asked WHERE instr("
            "char(10) || terms || char(10), char(10) || asked.value || char(10)))",
            (texts(terms),),
        )
        gone += self._drop_lessons(
            "SELECT principal, training_unit FROM learning_events"
            " WHERE EXISTS (SELECT 1 FROM carray(?) AS asked WHERE instr("
            "char(10) || cues || char(10), char(10) || asked.value || char(10)))",
            (texts(terms),),
        )
        return gone

    def _drop_questions(self, victims: str, bindings: Sequence[object]) -> int:
        doomed = self._session.rows(victims, bindings)
        self._session.run_many(
            "DELETE FROM remembered_question_terms WHERE principal = ? AND signature = ?",
            [row[:2] for row in doomed if row[2]],  # Others have none.
        )
        self._session.run_many(
            "DELETE FROM remembered_questions WHERE principal = ? AND signature = ?",
            [row[:2] for row in doomed],
        )
        return len(doomed)

    def _drop_lessons(self, victims: str, bindings: Sequence[object]) -> int:
        doomed = self._session.rows(victims, bindings)
        self._session.run_many(
            "DELETE FROM learning_event_facts WHERE principal = ? AND training_unit = ?", doomed
        )
        self._session.run_many(
            "DELETE FROM learning_events WHERE principal = ? AND training_unit = ?", doomed
        )
        return len(doomed)

    def _trim_lessons(self, limit: int) -> None:
        self._drop_lessons(
            "SELECT principal, training_unit FROM learning_events"
            " ORDER BY at_us, principal, training_unit"
            " LIMIT max(0, (SELECT count(*) FROM learning_events) - ?)",
            (limit,),
        )


_RESET = (
    "DELETE FROM learning_event_facts",
    "DELETE FROM learning_events",
    "DELETE FROM learned_signals",
    "DELETE FROM remembered_question_terms",
    "DELETE FROM remembered_questions",
    "DELETE FROM term_bridges",
    "UPDATE learning_state SET votes = 0",
)


def _signal(row: Row) -> Signal:
    from cortex.model.learning import Signal

    return Signal(*row)


def _bridge(row: Row) -> Bridge:
    from cortex.model.learning import Bridge

    return Bridge(*row)


def _question(row: Row) -> RememberedQuestion:
    from cortex.model.learning import RememberedQuestion

    return RememberedQuestion(row[0], unpacked(row[1]), *row[2:])
