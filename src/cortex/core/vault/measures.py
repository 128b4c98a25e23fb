"""How good is a ranking against a label, and how slow were the slow ones?

Source: docs/formats/vault-programs.md.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations

from cortex.model.vault_bench import Label, Quality

PERCENTILE = 0.95


def quality(labels: Sequence[Label], rankings: Sequence[Sequence[str]]) -> Quality:
    """Give the averages over all labels.

    Args:
        labels: at least one.
        rankings: for each label the ids found, best first, already cut.
    """
    pairs = list(zip(labels, rankings, strict=True))

    def mean(values: Sequence[float]) -> float:
        # Summed in the order of the labels, as the published program does: the same last digit.
        total = 0.0
        for value in values:
            total += value
        return total / len(pairs)

    return Quality(
        mean([share(label.expected_ids, ids) for label, ids in pairs]),
        mean([_reciprocal_rank(label.expected_ids, ids) for label, ids in pairs]),
        mean([in_order(label.order or label.expected_ids, ids) if label.order != ()
              else 1.0 for label, ids in pairs]),
        mean([share(label.false_ids, ids) for label, ids in pairs]),
    )  # fmt: skip


def share(wanted: Sequence[str], ids: Sequence[str]) -> float:
    """Give the part of what was wanted that is there; 0 when nothing was wanted."""
    return sum(1 for one in wanted if one in ids) / len(wanted) if wanted else 0.0


def in_order(expected: Sequence[str], ids: Sequence[str]) -> float:
    """Give the part of all pairs that stand in the expected order; of one id, whether it stands."""
    if len(expected) == 1:
        return float(expected[0] in ids)
    place = {name: at for at, name in enumerate(ids)}
    pairs = list(combinations(expected, 2))
    absent = len(ids)
    right = sum(place.get(first, absent) < place.get(then, -1) for first, then in pairs)
    return right / len(pairs)


def _reciprocal_rank(expected: Sequence[str], ids: Sequence[str]) -> float:
    at = next((at for at, name in enumerate(ids, start=1) if name in expected), None)
    return 0.0 if at is None else 1 / at


def p95(values: Sequence[float]) -> float:
    """Give the value that 95 of 100 do not exceed, by nearest rank; 0 of none."""
    if not values:
        return 0.0
    return sorted(values)[max(0, math.ceil(len(values) * PERCENTILE) - 1)]
