"""Do the middle and the spread of measurements mean what they say?"""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tools.bench.samples import Sample, in_turns


def test_median_and_spread_are_interpolated() -> None:
    """Between two values lies their middle, and a tenth is a tenth of the way."""
    sample = Sample((4.0, 1.0, 3.0, 2.0), "ms")
    assert 2.5 == sample.median
    assert pytest.approx(1.3) == sample.low
    assert pytest.approx(3.7) == sample.high


def test_one_measurement_is_its_own_spread() -> None:
    """A single value is median, low and high at once."""
    sample = Sample((7.0,), "ms")
    assert (7.0, 7.0, 7.0) == (sample.low, sample.median, sample.high)


@given(st.lists(st.floats(0, 1e9), min_size=1))
def test_spread_surrounds_the_median(values: list[float]) -> None:
    """Low, median and high are in order and within what was measured."""
    sample = Sample(tuple(values), "ms")
    ordered = [min(values), sample.low, sample.median, sample.high, max(values)]
    assert all(a <= b or a == pytest.approx(b) for a, b in pairwise(ordered))


def test_things_take_turns_and_the_first_round_does_not_count() -> None:
    """Each round runs every action once, in order, and round -1 only warms up."""
    seen: list[tuple[str, int]] = []
    samples = in_turns(
        [lambda at: seen.append(("ours", at)), lambda at: seen.append(("theirs", at))], 2
    )
    expected = [(name, at) for at in (-1, 0, 1) for name in ("ours", "theirs")]
    assert expected == seen
    assert [2, 2] == [len(sample.values) for sample in samples]
