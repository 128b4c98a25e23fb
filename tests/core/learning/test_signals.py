"""How loud is use, and how does it fade?"""

import pytest

from cortex.core.learning.signals import boost, heard, use_score, vote
from cortex.model.durations import DAY_US
from cortex.model.learning import OutcomeWord, Signal

NOW_US = 1_750_000_000_000_000


@pytest.mark.parametrize(
    ("word", "is_harmful", "expected"),
    [
        (OutcomeWord.SUCCESS, False, 1.0),
        (OutcomeWord.PARTIAL, False, 0.5),
        (OutcomeWord.FAILURE, False, None),
        (OutcomeWord.SUCCESS, True, -1.0),
        (OutcomeWord.FAILURE, True, -1.0),
    ],
)
def test_signal_values(word: OutcomeWord, is_harmful: bool, expected: float | None) -> None:
    """CQR G15: success +1, partial +0.5, failure nothing, harm -1 even in a success."""
    assert expected == vote(word, is_harmful=is_harmful)


def test_a_vote_counts_half_after_thirty_days() -> None:
    """The half-life is thirty days, and an earlier vote fades before a new one is added."""
    signal = Signal(1, 1, 0, 0.2, NOW_US)
    boosts = [round(boost(signal, NOW_US + days * DAY_US), 6) for days in (0, 30, 60)]
    assert [0.2, 0.1, 0.05] == boosts
    later = heard(signal, 1, 1.0, NOW_US + 30 * DAY_US)
    assert (2, 0, 1.1) == (later.helped, later.harmed, round(later.score, 6))


def test_the_boost_stays_within_its_bounds() -> None:
    """However much is reported, the boost is -0.2 to +0.3."""
    liked = disliked = None
    for _ in range(50):
        liked = heard(liked, 1, 1.0, NOW_US)
        disliked = heard(disliked, 2, -1.0, NOW_US)
    assert liked is not None
    assert disliked is not None
    assert (300, -200) == (use_score(liked, NOW_US), use_score(disliked, NOW_US))
    assert (50, 50) == (liked.helped, disliked.harmed)


def test_fading_is_read_in_whole_days() -> None:
    """Two askers of one day get the same figure."""
    signal = Signal(1, 1, 0, 0.25, NOW_US)
    assert use_score(signal, NOW_US) == use_score(signal, NOW_US + DAY_US - 1)
    assert use_score(signal, NOW_US) > use_score(signal, NOW_US + DAY_US)


def test_a_clock_that_goes_back_never_amplifies() -> None:
    """A vote or a question from before the last vote is taken as of then."""
    signal = heard(None, 1, 0.25, NOW_US)
    again = heard(signal, 1, 0.0, NOW_US - 90 * DAY_US)
    assert (signal.score, NOW_US) == (again.score, again.at_us)
    assert use_score(signal, NOW_US) == use_score(signal, NOW_US - 90 * DAY_US)
