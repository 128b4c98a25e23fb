"""In what order do admitted facts stand?

All integers, a total order, no clock: the same store and question give the same order for ever.
Source: CQR 2.7 (``rank/2``), ADR 0034.
"""

from __future__ import annotations

from cortex.core.recall.quorum import independent_origins
from cortex.model.boot import BINDING_TYPES
from cortex.model.evidence import TieBreak

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from cortex.core.recall.pool import Candidate
    from cortex.model.facts import Fact

ANSWERED_STEP = 100
"""Permille of the question in one step of the rank: finer differences are noise."""

RankKey = tuple[int | str, ...]


def rank_key(
    candidate: Candidate,
    fact: Fact,
    *,
    is_contradicted: bool,
    is_from_elsewhere: bool = False,
) -> RankKey:
    """Give the sort key of a candidate; the smallest key ranks first.

    Args:
        is_from_elsewhere: it was stated in another checkout of the asker's project. Of two facts
            with the same evidence the asker's own comes first.
    """
    votes = candidate.votes
    return (
        -int(fact.content.type in BINDING_TYPES),
        -int(candidate.is_hard),
        -(candidate.match.permille // ANSWERED_STEP),
        -independent_origins(candidate.witnesses),
        -votes.clock_count,
        -int(is_contradicted),
        -votes.strength,
        -candidate.specificity,
        candidate.hops,
        int(is_from_elsewhere),
        -candidate.use_score,
        -candidate.fts_rank,
        -recency_ms(fact),
        fact.content.kind.value,
        fact.fact_id,
    )


def recency_ms(fact: Fact) -> int:
    """Give the creation instant in milliseconds; never the last access."""
    return fact.content.created_us // 1000


def tie_break(candidate: Candidate, fact: Fact) -> TieBreak:
    """Give the figures shown in ``why`` that ordered this fact."""
    return TieBreak(
        clock_count=candidate.votes.clock_count,
        strength=candidate.votes.strength,
        hops=candidate.hops,
        specificity=candidate.specificity,
        fts_rank=candidate.fts_rank,
        recency=recency_ms(fact),
        target_type=fact.content.kind.value,
        target_id=fact.fact_id,
        use_score=candidate.use_score,
    )


def relevance(candidate: Candidate) -> float:
    """Give the figure shown to callers, 0.05..1.0 with four decimals."""
    votes = candidate.votes
    raw = 4.0 * candidate.is_hard + votes.clock_count + 0.25 * votes.strength
    raw += 0.15 * candidate.specificity
    return round(min(1.0, max(0.05, raw / 10)), 4)
