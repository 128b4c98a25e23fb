"""Is one more use allowed, after those there were? A window that slides with every instant."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from cortex.model.budgets import Budget, BudgetDecision, Endpoint
from cortex.model.durations import SECOND_US


def recent(instants_us: Sequence[int], budget: Budget, now_us: int) -> int:
    """Count the instants (ascending) that lie within the window that ends now."""
    start_us = now_us - budget.window_seconds * SECOND_US
    return len(instants_us) - bisect_right(instants_us, start_us)


def decide(
    endpoint: Endpoint, budget: Budget, uses_us: Sequence[int], now_us: int
) -> BudgetDecision:
    """Decide about a use now.

    Args:
        uses_us: instants of the allowed uses so far, ascending. One that lies in the future,
            because the clock was set back, counts as one of now.
    """
    count = recent(uses_us, budget, now_us)
    if count < budget.limit:
        remaining = budget.limit - count - 1
        return BudgetDecision(endpoint, *budget, remaining=remaining)
    # So many uses are over the limit as have to leave the window before one fits again.
    frees_us = uses_us[-budget.limit] + budget.window_seconds * SECOND_US
    wait_seconds = -(-(frees_us - now_us) // SECOND_US)
    retry_seconds = max(1, min(wait_seconds, budget.window_seconds))
    return BudgetDecision(endpoint, *budget, is_allowed=False, retry_after_seconds=retry_seconds)
