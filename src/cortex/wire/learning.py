"""How is what was learned written as JSON? Source: docs/formats/learning.md."""

from __future__ import annotations

from collections.abc import Sequence

from cortex.model.learning import (
    AgentFigures,
    Bridge,
    LearnedCounts,
    LearnedSummary,
    RememberedQuestion,
    Signal,
)
from cortex.wire.facts import id_reference
from cortex.wire.instants import instant_json


def learned_json(summary: LearnedSummary) -> dict[str, object]:
    """Give the switch, the counts and the strongest of each kind."""
    return {
        "learning": "on" if summary.is_on else "off",
        "counts": counts_json(summary.counts),
        "signals": [_signal_json(signal) for signal in summary.signals],
        "bridges": [_bridge_json(bridge) for bridge in summary.bridges],
        "questions": [_question_json(question) for question in summary.questions],
    }


def switch_json(*, is_on: bool) -> dict[str, object]:
    """Give where the switch stands now."""
    return {"learning": "on" if is_on else "off"}


def reset_json(counts: LearnedCounts, *, is_applied: bool) -> dict[str, object]:
    """Give what was dropped; when ``applied`` is false, what would be."""
    return {"applied": is_applied, "dropped": counts_json(counts)}


def agents_json(rows: Sequence[AgentFigures]) -> dict[str, object]:
    """Give the figures of every agent; reports of different agents are never summed."""
    return {
        "agents": [
            {
                "agent": row.agent,
                "reports": row.reports,
                "reliability": row.reliability,
                "source_coverage": row.coverage,
                "task_classes": [of._asdict() for of in row.classes],
                "sources": [
                    {"reference": id_reference(fact_id), "reports": reports}
                    for fact_id, reports in row.sources
                ],
                "advice": row.advice,
                "recommended_k": row.recommended_k,
            }
            for row in rows
        ]
    }


def counts_json(counts: LearnedCounts) -> dict[str, object]:
    """Give how much was learned, each kind by itself."""
    return dict(counts._asdict())


def _signal_json(signal: Signal) -> dict[str, object]:
    return {
        "reference": id_reference(signal.fact_id),
        "helped": signal.helped,
        "harmed": signal.harmed,
        "score": round(signal.score, 4),
        "at": instant_json(signal.at_us),
    }


def _bridge_json(bridge: Bridge) -> dict[str, object]:
    return {
        "query_term": bridge.query_term,
        "fact_term": bridge.doc_term,
        "positive": bridge.positive,
        "negative": bridge.negative,
        "last": instant_json(bridge.last_us),
    }


def _question_json(question: RememberedQuestion) -> dict[str, object]:
    return {
        "signature": question.signature,
        "terms": list(question.terms),
        "asks": question.asks,
        "successes": question.successes,
        "first": instant_json(question.first_us),
        "last": instant_json(question.last_us),
    }
