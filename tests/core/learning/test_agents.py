"""How reliable was an agent, and how many cards should it ask for?"""

import pytest

from cortex.core.learning.agents import figures, recommended_k
from cortex.model.durations import DAY_US
from cortex.model.learning import AgentOutcome, OutcomeWord

NOW_US = 1_750_000_000_000_000


def told(
    word: OutcomeWord = OutcomeWord.SUCCESS,
    quality: float = 0.9,
    days: int = 0,
    used: tuple[int, ...] = (),
    agent: str = "a",
    task_class: str = "general",
) -> AgentOutcome:
    """Give a report made some days ago."""
    score = {OutcomeWord.SUCCESS: 1.0, OutcomeWord.PARTIAL: 0.5, OutcomeWord.FAILURE: 0.0}[word]
    return AgentOutcome(
        principal="solo",
        agent=agent,
        scope_id=None,
        task_class=task_class,
        outcome=word,
        outcome_score=score,
        quality=quality,
        is_harmful=False,
        is_wrong_scope=False,
        task=None,
        notes=None,
        selected_action=None,
        receipt=None,
        latency_ms=None,
        retries=None,
        tokens_used=None,
        recorded_us=NOW_US - days * DAY_US,
        used=used,
    )


def test_reliability_weighs_outcome_and_quality_and_fades() -> None:
    """Six tenths outcome, four tenths quality, and a report of 21 days ago counts half."""
    one = figures([told(quality=0.5)], NOW_US, 12)[0]
    assert pytest.approx(0.8) == one.reliability
    faded = figures([told(quality=1.0), told(OutcomeWord.FAILURE, 0.0, days=21)], NOW_US, 12)[0]
    assert pytest.approx(2 / 3, abs=1e-4) == faded.reliability


def test_agents_are_told_apart_and_never_summed() -> None:
    """CQR C13: each agent has figures of its own; nothing is added across them."""
    rows = figures([told(agent="b"), told(agent="a", used=(3,)), told(agent="a")], NOW_US, 12)
    assert [("a", 2, 0.5), ("b", 1, 0.0)] == [(r.agent, r.reports, r.coverage) for r in rows]
    assert ((3, 1),) == rows[0].sources


def test_at_most_ten_sources_are_named_most_used_first() -> None:
    """Ties go by id."""
    outcomes = [told(used=tuple(range(1, 13))), told(used=(12,))]
    sources = figures(outcomes, NOW_US, 12)[0].sources
    assert (10, (12, 2), (1, 1)) == (len(sources), *sources[:2])


def test_task_classes_are_listed_most_reports_first() -> None:
    """Each with its own reliability."""
    rows = [told(task_class="fix"), told(task_class="doc"), told(task_class="fix")]
    assert [("fix", 2), ("doc", 1)] == [c[:2] for c in figures(rows, NOW_US, 12)[0].classes]


@pytest.mark.parametrize(
    ("failures", "partials", "successes", "quality", "expected"),
    [
        (0, 0, 7, 0.9, 12),
        (3, 0, 7, 0.9, 16),
        (2, 0, 8, 0.9, 10),
        (2, 0, 8, 0.8, 12),
        (0, 5, 6, 0.9, 16),
        (0, 4, 6, 0.9, 12),
    ],
)
def test_more_cards_after_failures_and_fewer_after_good_work(
    failures: int, partials: int, successes: int, quality: float, expected: int
) -> None:
    """Eight reports at least; 30 % failures or 45 % partials ask for more, 75 % successes less."""
    rows = [
        *[told(OutcomeWord.FAILURE, quality)] * failures,
        *[told(OutcomeWord.PARTIAL, quality)] * partials,
        *[told(OutcomeWord.SUCCESS, quality)] * successes,
    ]
    assert expected == recommended_k(rows, NOW_US, 12)


def test_cards_stay_within_six_and_twenty_four() -> None:
    """Whatever the default was; and reports of more than thirty days ago say nothing."""
    good, bad = [told()] * 8, [told(OutcomeWord.FAILURE)] * 8
    assert (6, 24) == (recommended_k(good, NOW_US, 7), recommended_k(bad, NOW_US, 22))
    assert 12 == recommended_k([told(OutcomeWord.FAILURE, days=31)] * 8, NOW_US, 12)


def test_no_reports_give_no_rows() -> None:
    """Nobody is judged who reported nothing."""
    assert () == figures([], NOW_US, 12)
