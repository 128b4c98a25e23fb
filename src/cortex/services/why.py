"""Why is one fact no answer to a question?

The question is asked as always, in one snapshot; then it is told at which step the fact dropped
out. Nothing counts as served. Source: docs/formats/why.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.core.recall.cards import rejection_of
from cortex.core.recall.pool import Candidate
from cortex.core.recall.refusals import gate_reasons
from cortex.model.cards import Obstacle, Reason, Rejection, View
from cortex.services.find import is_rolled_back, successors
from cortex.services.recall import answer, judge_question

if TYPE_CHECKING:
    from cortex.model.facts import Fact
    from cortex.model.questions import Question
    from cortex.ports.brain import Brain, BrainReader
    from cortex.services.judgement import Judgement
    from cortex.services.recall import Asker


def why_not(brain: Brain, fact_id: int, question: Question, asker: Asker) -> View:
    """Give the answer to a question, with a ``rejection`` unless the fact is one of its cards.

    The caller has made sure that the asker may see the fact; one that does not exist is not
    rejected.
    """
    with brain.reading() as reader:
        verdict = judge_question(reader, question, asker)
        view = answer(reader, verdict, question, asker)
        fact = reader.find_fact(fact_id)
        if fact is None or any(card.fact.fact_id == fact_id for card in view.cards):
            return view
        return view._replace(rejection=_rejection(reader, verdict, fact))


def _rejection(reader: BrainReader, verdict: Judgement, fact: Fact) -> Rejection:
    """Give the gates that hide a fact; when none does, the step at which it dropped out."""
    reasons = gate_reasons(
        fact,
        verdict.gate,
        is_rolled_back=is_rolled_back(reader, fact),
        successors=successors(reader, fact, verdict.gate.owner_id),
    )
    heard = Candidate(fact.fact_id)
    if not reasons:
        heard = verdict.gathered.pool.candidates.get(fact.fact_id, heard)
        reasons = (verdict.reasons.get(fact.fact_id) or _never_heard(verdict),)
    return rejection_of(heard, fact, verdict.gathered.units, reasons)


def _never_heard(verdict: Judgement) -> Reason:
    """Tell an arm that found nothing from one that stopped before it could have found it."""
    full = tuple(route.arm for route in verdict.routes if route.is_capped)
    return Reason(Obstacle.CAP, full) if full else Reason(Obstacle.UNHEARD)
