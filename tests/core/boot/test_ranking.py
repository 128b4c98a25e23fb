"""Does what matters most to a session come first, and always in the same order?"""

import random

import pytest

from cortex.core.boot.ranking import HOUR_US, applies_here, rank, recency, relevance, score
from tests.core.boot.facts import DAY_US, NOW_US, SCOPE, fact


def test_score_is_the_sum_of_its_four_shares() -> None:
    """The best fact there can be scores a million; each share is what the format page says."""
    best = fact(retrievals=10, last_accessed_us=NOW_US)
    assert 1_000_000 == score(best, SCOPE, "", NOW_US)
    assert 850_000 == score(fact(), SCOPE, "", NOW_US)
    assert 850_000 - 240_000 == score(fact(retention="ephemeral"), SCOPE, "", NOW_US)
    assert 850_000 - 285_000 == score(fact(updated_us=NOW_US - 91 * DAY_US), SCOPE, "", NOW_US)
    assert 850_000 - 162_500 == score(fact(scope_id="user"), SCOPE, "", NOW_US)
    assert 850_000 + 82_500 == score(fact(retrievals=25), SCOPE, "", NOW_US)


@pytest.mark.parametrize(
    ("hours", "worth"),
    [(0, 100), (1, 100), (2, 85), (24, 85), (168, 60), (720, 35), (2160, 15), (2161, 5)],
)
def test_recency_falls_in_steps(hours: int, worth: int) -> None:
    """A step's last hour still belongs to it."""
    assert worth == recency(hours * HOUR_US)


def test_nearness_goes_from_branch_to_person() -> None:
    """Case 50: own branch before own checkout before another checkout, folder and person."""
    places = [
        fact(),
        fact(branch="other"),
        fact(worktree="/srv/zurich"),
        fact(scope_id="folder:/srv"),
        fact(scope_id="user"),
    ]
    assert [100, 90, 75, 50, 35] == [relevance(place, SCOPE, "") for place in places]
    assert 100 == relevance(fact(branch=None, worktree=None), SCOPE, "")


def test_a_named_path_beats_the_place_it_was_said_in() -> None:
    """A fact from elsewhere that names this folder is as near as one said right here."""
    assert 100 == relevance(fact(scope_id="user", paths=("web/**",)), SCOPE, "web/app")
    assert 35 == relevance(fact(scope_id="user", paths=("api",)), SCOPE, "web/app")


@pytest.mark.parametrize(
    ("paths", "here", "expected"),
    [
        ((), "web", True),
        (("web",), "", True),
        (("web/**",), "web/app", True),
        (("web/app/main.py",), "web", True),
        (("web/*/main.py",), "web/app", True),
        (("webs",), "web", False),
        (("api/**", "docs"), "web", False),
        (("api", "web"), "web", True),
        (("**/*.py",), "web", True),
        (("/etc/hosts",), "web", True),
        (("../other",), "web", True),
        ((".",), "web", True),
        (("Web",), "web", False),
    ],
)
def test_path_applies_when_it_is_the_folder_holds_it_or_lies_in_it(
    paths: tuple[str, ...], here: str, expected: bool
) -> None:
    """Paths compare by whole segments and case; what lies outside the project always counts."""
    assert expected == applies_here(paths, here)


def test_order_does_not_depend_on_the_order_of_rows() -> None:
    """Equal scores are ordered by change, creation, family and id, whatever order they came in."""
    facts = [
        fact(1, updated_us=NOW_US - 5),
        fact(2),
        fact(3, created_us=NOW_US - 1),
        fact(4, kind="memory"),
        fact(5),
        fact(6, retention="ephemeral"),
    ]
    expected = [2, 5, 4, 3, 1, 6]
    shuffled = list(facts)
    for seed in range(5):
        random.Random(seed).shuffle(shuffled)
        assert expected == [one.fact_id for one in rank(shuffled, SCOPE, "", NOW_US)]
