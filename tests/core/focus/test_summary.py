"""Is the summary of a focus session the statements that tell something, and short?"""

import pytest

from cortex.core.focus.summary import ENDING, SUMMARY_CHARS_MAX, summarise


def test_nothing_stored_gives_no_summary() -> None:
    """A session without statements ends without one."""
    assert None is summarise([])


def test_up_to_three_are_kept_whole() -> None:
    """Three are joined as they are; line breaks become spaces."""
    assert "a | b c | d" == summarise(["a", "b\nc", "d"])


def test_of_four_only_the_telling_ones_stay() -> None:
    """With more than three, a signal word decides, in any case and beside punctuation."""
    entries = ["one", "Fixed: the port", "two", "It MUST stay", "affixed label"]
    assert "Fixed: the port | It MUST stay" == summarise(entries)


def test_without_signal_the_first_and_last_stay() -> None:
    """Nothing telling: where it began and where it ended."""
    assert "one | four" == summarise(["one", "two", "three", "four"])


def test_at_most_five_are_kept() -> None:
    """The sixth telling statement is left out."""
    assert 5 == str(summarise([f"bug {n}" for n in range(6)])).count("bug")


@pytest.mark.parametrize("length", [SUMMARY_CHARS_MAX, SUMMARY_CHARS_MAX + 1])
def test_longer_than_the_limit_is_cut_with_a_mark(length: int) -> None:
    """Exactly the limit stays whole; one more ends in three dots."""
    cut = SUMMARY_CHARS_MAX < length
    expected = "a" * SUMMARY_CHARS_MAX + (ENDING if cut else "")
    assert expected == summarise(["a" * length])
