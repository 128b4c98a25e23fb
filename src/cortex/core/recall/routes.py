"""How many rows of each family may go on?

One loud arm must not crowd the others out: each family keeps its best, a row lives if any of its
families keeps it, and every cut is reported. Source: CQR 2.12.
"""

from __future__ import annotations

from cortex.model.cards import RouteReport
from cortex.model.evidence import Arm

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from collections.abc import Mapping

    from cortex.core.recall.pool import Candidate
    from cortex.core.recall.rank import RankKey

QUOTAS: dict[Arm, int] = {
    Arm.LEXICAL: 24,
    Arm.ANCHOR: 24,
    Arm.TRUTH: 16,
    Arm.TASK: 16,
    Arm.HISTORY: 16,
    Arm.HOP: 16,
}


def within_quotas(
    candidates: Mapping[int, Candidate],
    keys: Mapping[int, RankKey],
    wanted: int,
    capped: frozenset[Arm],
) -> tuple[frozenset[int], tuple[RouteReport, ...]]:
    """Give the ids that go on and a report for each arm that brought anything.

    Args:
        wanted: cards asked for; no quota is smaller, or a family alone could not fill the answer.
        capped: the arms that brought as many rows as they may.
    """
    kept: set[int] = set()
    reports = []
    for arm, published in QUOTAS.items():
        quota = max(published, wanted)
        family = sorted(
            (c.fact_id for c in candidates.values() if arm in c.arms), key=lambda i: keys[i]
        )
        if family:
            kept.update(family[:quota])
            collected = len(family)
            reports.append(
                RouteReport(arm.value, collected, min(quota, collected), is_capped=arm in capped)
            )
    return frozenset(kept), tuple(reports)
