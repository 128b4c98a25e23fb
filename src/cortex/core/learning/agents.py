"""How reliable was an agent's work lately, and how many cards should it ask for?

Source: CQR 12.3 (agent statistics).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from cortex.model.durations import DAY_US
from cortex.model.learning import AgentFigures, AgentOutcome, OutcomeWord, ReliabilityRow

HORIZON_DAYS = 30
HORIZON_DAYS_MAX = 180
REPORTS_DEFAULT = 400
REPORTS_MAX = 2000
HALF_LIFE_DAYS = 21
OUTCOME_SHARE = 0.6
QUALITY_SHARE = 0.4
SOURCES_SHOWN = 10

GOOD = 0.80
FAIR = 0.65

RECENT_REPORTS = 40
RECENT_DAYS = 30
REPORTS_MIN = 8
FAILURES_MANY = 0.30
PARTIALS_MANY = 0.45
SUCCESSES_MANY = 0.75
QUALITY_HIGH = 0.82
K_MORE, K_MAX = 4, 24
K_LESS, K_MIN = 2, 6


def figures(
    outcomes: Sequence[AgentOutcome], now_us: int, k_default: int
) -> tuple[AgentFigures, ...]:
    """Give the figures of every agent, by name.

    Args:
        outcomes: reports, newest first.
        k_default: cards asked for when nothing speaks for more or fewer.
    """
    by_agent: dict[str, list[AgentOutcome]] = {}
    for outcome in outcomes:
        by_agent.setdefault(outcome.agent, []).append(outcome)
    return tuple(_figures(name, by_agent[name], now_us, k_default) for name in sorted(by_agent))


def recommended_k(outcomes: Sequence[AgentOutcome], now_us: int, k_default: int) -> int:
    """Give the cards to ask for: more after failures, fewer after good work.

    Only the newest 40 reports of the last 30 days count, and fewer than 8 say nothing.
    """
    oldest_us = now_us - RECENT_DAYS * DAY_US
    recent = [o for o in outcomes if o.recorded_us >= oldest_us][:RECENT_REPORTS]
    if len(recent) < REPORTS_MIN:
        return k_default
    shares = {word: sum(o.outcome is word for o in recent) / len(recent) for word in OutcomeWord}
    quality = sum(o.quality for o in recent) / len(recent)
    if shares[OutcomeWord.FAILURE] >= FAILURES_MANY or shares[OutcomeWord.PARTIAL] >= PARTIALS_MANY:
        return min(K_MAX, k_default + K_MORE)
    if shares[OutcomeWord.SUCCESS] >= SUCCESSES_MANY and quality >= QUALITY_HIGH:
        return max(K_MIN, k_default - K_LESS)
    return k_default


def _figures(
    agent: str, outcomes: Sequence[AgentOutcome], now_us: int, k_default: int
) -> AgentFigures:
    reliability = _reliability(outcomes, now_us)
    classes: dict[str, list[AgentOutcome]] = {}
    for outcome in outcomes:
        classes.setdefault(outcome.task_class, []).append(outcome)
    rows = [ReliabilityRow(name, len(of), _reliability(of, now_us)) for name, of in classes.items()]
    used = Counter(fact_id for outcome in outcomes for fact_id in outcome.used)
    return AgentFigures(
        agent=agent,
        reports=len(outcomes),
        reliability=reliability,
        coverage=round(sum(bool(o.used) for o in outcomes) / len(outcomes), 4),
        classes=tuple(sorted(rows, key=lambda row: (-row.reports, row.name))),
        sources=tuple(sorted(used.items(), key=lambda item: (-item[1], item[0]))[:SOURCES_SHOWN]),
        advice=_advice(reliability),
        recommended_k=recommended_k(outcomes, now_us, k_default),
    )


def _reliability(outcomes: Iterable[AgentOutcome], now_us: int) -> float:
    """Give the weighted mean of outcome and quality, newer reports counting more."""
    total = weighted = 0.0
    for outcome in outcomes:
        age_days = max(0, now_us - outcome.recorded_us) / DAY_US
        weight = 0.5 ** (age_days / HALF_LIFE_DAYS)
        value = OUTCOME_SHARE * outcome.outcome_score + QUALITY_SHARE * outcome.quality
        total += weight
        weighted += weight * value
    return round(weighted / total, 4) if total else 0.0


def _advice(reliability: float) -> str:
    if reliability < FAIR:
        return "check its answers against their sources before relying on them"
    if reliability < GOOD:
        return "reliable with gaps: look at the task classes that went worst"
    return "reliable: nothing to change"
