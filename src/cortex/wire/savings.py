"""How is what was spared written as JSON? Source: docs/formats/savings.md."""

from __future__ import annotations

from collections.abc import Sequence

from cortex.model.audits import QUANTITY_BOOT, QUANTITY_FOCUS, Rollup

MEANINGS = {
    QUANTITY_BOOT: "characters of boot briefs, against all facts of their places as counted when "
    "they were taken in",
    QUANTITY_FOCUS: "characters of summaries, against the statements they were made from",
}


def savings_json(days: int, taken_in: int, sums: Sequence[Rollup]) -> dict[str, object]:
    """Give the sums, one object for each quantity; there is no total, because units differ."""
    return {
        "days": days,
        "taken_in": taken_in,
        "tokenizer": None,
        "reasoning_tokens": "unobserved",
        "quantities": [_quantity_json(one) for one in sums],
    }


def _quantity_json(one: Rollup) -> dict[str, object]:
    is_known = one.compared > 0
    saved = max(0, one.baseline - one.compared_served)
    return {
        "quantity": one.quantity,
        "unit": one.unit,
        "meaning": MEANINGS.get(one.quantity, ""),
        "events": one.events,
        "served": one.served,
        "compared": one.compared,
        "compared_served": one.compared_served,
        "baseline": one.baseline if is_known else None,
        "saved": saved if is_known else None,
        "percent": saved * 100 // max(1, one.baseline) if is_known else None,
    }
