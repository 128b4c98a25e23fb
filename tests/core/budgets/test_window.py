"""Does a window slide, to the microsecond?"""

from cortex.core.budgets.window import decide
from cortex.model.budgets import Budget, Endpoint
from cortex.model.durations import SECOND_US

BUDGET = Budget(2, 3600)
NOW = 1_750_000_000_000_000


def decided(uses: list[int], now_us: int) -> tuple[bool, int, int]:
    """Give (allowed, remaining, retry in seconds)."""
    decision = decide(Endpoint.STORE, BUDGET, uses, now_us)
    return decision.is_allowed, decision.remaining, decision.retry_after_seconds


def test_limit_is_used_up_one_by_one() -> None:
    """Two uses are allowed, the third is not, and says when one is free again."""
    assert (True, 1, 0) == decided([], NOW)
    assert (True, 0, 0) == decided([NOW], NOW + 1)
    assert (False, 0, 3600) == decided([NOW, NOW + 1], NOW + 2)
    assert (False, 0, 3598) == decided([NOW, NOW + 1], NOW + 2 * SECOND_US)


def test_use_is_free_when_the_oldest_leaves_the_window() -> None:
    """One microsecond before it is denied for one more second; at it it is allowed."""
    end = NOW + 3600 * SECOND_US
    assert (False, 0, 1) == decided([NOW, NOW + 5], end - 1)
    assert (True, 0, 0) == decided([NOW, NOW + 5], end)


def test_clock_set_back_denies_no_longer_than_a_window() -> None:
    """Uses that lie in the future count, and the wait is never longer than the window."""
    assert (False, 0, 3600) == decided([NOW + 10**12, NOW + 10**12], NOW)


def test_lowered_limit_waits_for_enough_to_leave() -> None:
    """With more uses than the new limit, the wait is until only one of it is left."""
    uses = [NOW, NOW + SECOND_US, NOW + 2 * SECOND_US]
    assert (False, 0, 3599) == decided(uses, NOW + 2 * SECOND_US)
