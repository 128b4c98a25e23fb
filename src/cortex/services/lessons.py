"""What did use teach that matters for this question?

One row is read to learn that nothing was; only then more. Learning belongs to the present: a past
answer never changes because somebody learned something since. Source: ADR 0080.
"""

from __future__ import annotations

from cortex.core.recall.arms import hear_learned
from cortex.model.callers import principal_of
from cortex.model.gates import Gate, TemporalMode

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from collections.abc import Sequence

    from cortex.core.query.units import Unit
    from cortex.core.recall.pool import Pool
    from cortex.ports.brain import BrainReader


class Lessons:
    """What use taught for one question. A plain class: every question makes one (ADR 0051).

    Args:
        is_on: whether what use taught counts at all, its links included.
        principal: whose lessons are heard; None when there are none to hear.
        terms: words the question gains.
        now_us: the instant votes have faded to.
    """

    __slots__ = ("is_on", "now_us", "principal", "terms")

    def __init__(
        self,
        *,
        is_on: bool,
        principal: str | None = None,
        terms: tuple[str, ...] = (),
        now_us: int = 0,
    ) -> None:
        self.is_on = is_on
        self.principal = principal
        self.terms = terms
        self.now_us = now_us


def lessons_for(reader: BrainReader, units: Sequence[Unit], gate: Gate) -> Lessons:
    """Give what use taught for a question; nothing for one about the past."""
    votes = reader.learning.votes()
    if not votes or gate.mode is not TemporalMode.CURRENT:
        return Lessons(is_on=votes is not None)
    principal = principal_of(gate.owner_id)
    gained = _gained(reader, units, principal)
    return Lessons(is_on=True, principal=principal, terms=gained, now_us=gate.at_us)


def widened_hits(reader: BrainReader, taught: Lessons, gate: Gate, limit: int) -> list[int]:
    """Give the facts that hold a learned word, at most ``limit``, best first."""
    if not taught.terms:
        return []
    weighted = [(term, 1) for term in taught.terms]
    return [fact_id for fact_id, _ in reader.lexical_hits(weighted, gate, limit)]


def hear_lessons(reader: BrainReader, pool: Pool, taught: Lessons, ids: Sequence[int]) -> None:
    """Let learned words and earlier use speak for the facts found."""
    if taught.principal is None:
        return
    from cortex.core.learning.signals import use_score

    if taught.terms:
        hear_learned(pool, len(taught.terms), reader.term_presence(ids, taught.terms))
    for fact_id, signal in reader.learning.signals(taught.principal, ids).items():
        pool.of(fact_id).use_score = use_score(signal, taught.now_us)


def _gained(reader: BrainReader, units: Sequence[Unit], principal: str) -> tuple[str, ...]:
    from cortex.core.learning import bridges
    from cortex.core.learning.questions import terms_of
    from cortex.core.query.units import all_terms

    asked = terms_of(units)
    gained = bridges.widening(
        asked,
        all_terms(units),
        reader.learning.bridges_from(principal, asked, bridges.POSITIVE_MIN),
        reader.learning.helped_questions(principal, asked, bridges.LIKE_QUESTIONS_READ_MAX),
    )
    if not gained:
        return ()
    return bridges.telling(gained, reader.term_frequencies(gained), reader.corpus_size())
