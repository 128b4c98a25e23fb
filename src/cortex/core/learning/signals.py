"""How does use speak for a fact, and how fast does that fade?

A success speaks for the facts it used, a partial one half as loud; a failure says nothing, because
a failed task does not indict its sources; harm speaks against a fact even when the task succeeded.
Source: CQR 12.3 loop 1, ADR 0080.
"""

from cortex.model.durations import DAY_US
from cortex.model.learning import OutcomeWord, Signal

HALF_LIFE_DAYS = 30
"""Days after which a vote counts half."""

BOOST_MIN = -0.2
BOOST_MAX = 0.3
"""Bounds of what use may do to a fact's place, whatever was reported."""

PERMILLE = 1000
HARM = -1.0
VOTES = {OutcomeWord.SUCCESS: 1.0, OutcomeWord.PARTIAL: 0.5}


def vote(outcome: OutcomeWord, *, is_harmful: bool) -> float | None:
    """Give what one report says of each fact it used; None when it says nothing."""
    return HARM if is_harmful else VOTES.get(outcome)


def heard(signal: Signal | None, fact_id: int, amount: float, now_us: int) -> Signal:
    """Give the signal of a fact after one more vote.

    A vote that comes with an earlier clock than the last one counts as if given then.
    """
    known = signal or Signal(fact_id, 0, 0, 0.0, now_us)
    at_us = max(known.at_us, now_us)
    faded = known.score * 0.5 ** ((at_us - known.at_us) / (HALF_LIFE_DAYS * DAY_US))
    return Signal(
        fact_id, known.helped + (amount > 0), known.harmed + (amount < 0), faded + amount, at_us
    )


def boost(signal: Signal, now_us: int) -> float:
    """Give what use adds to a fact at an instant, within its bounds.

    Fading is read in whole days, so that two askers of one day get the same bytes.
    """
    days = max(0, now_us - signal.at_us) // DAY_US
    faded: float = signal.score * 0.5 ** (days / HALF_LIFE_DAYS)
    return min(BOOST_MAX, max(BOOST_MIN, faded))


def use_score(signal: Signal, now_us: int) -> int:
    """Give the boost in permille, as the order of cards reads it: -200..300."""
    return round(PERMILLE * boost(signal, now_us))
