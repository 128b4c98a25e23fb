"""Does the passage of a lead show why it was found, at exact offsets?"""

import pytest

from cortex.core.search.passages import BLOCK_CHARS, best_passage
from cortex.model.limits import PASSAGE_CHARS_MAX

FILLER = "nothing of note happened here and the work went on "


def test_short_text_is_its_own_passage() -> None:
    """A text that fits is given whole, whether a word is in it or not."""
    text = "port 8443 of gateway"
    assert (0, len(text)) == best_passage(text, {"port": 1.0})
    assert (0, len(text)) == best_passage(text, {})
    assert (0, 0) == best_passage("", {"port": 1.0})
    assert (0, 0) == best_passage("  \n ", {"port": 1.0})


def test_heaviest_words_together_win() -> None:
    """The passage holds the place where most of the asked weight stands close by."""
    text = FILLER * 10 + "port alone. " + FILLER * 10 + "port of the gateway. " + FILLER * 10
    span = best_passage(text, {"port": 1.0, "gateway": 1.0})
    assert "port of the gateway" in text[span.start : span.end]
    assert PASSAGE_CHARS_MAX >= span.end - span.start


def test_first_of_equal_places_is_shown() -> None:
    """A text that says it twice is opened where it says it first."""
    text = FILLER * 10 + "gateway one. " + FILLER * 20 + "gateway two. " + FILLER * 10
    span = best_passage(text, {"gateway": 1.0})
    assert "gateway one" in text[span.start : span.end]


def test_words_stay_whole_at_both_ends() -> None:
    """A passage begins and ends where words do."""
    text = FILLER * 20 + "gateway " + FILLER * 20
    span = best_passage(text, {"gateway": 1.0})
    assert {" "} == {text[span.start - 1], text[span.end]}
    assert text[span.start : span.end].strip() == text[span.start : span.end]


@pytest.mark.parametrize("text", ["x" * 5000, "端口" * 3000, "\n" * 400 + "gateway"])
def test_text_without_gaps_is_cut_all_the_same(text: str) -> None:
    """No white space, another script, many breaks: the span stays inside its limit."""
    span = best_passage(text, {"gateway": 1.0, "端口": 1.0})
    assert 0 <= span.start <= span.end <= len(text)
    assert PASSAGE_CHARS_MAX >= span.end - span.start


def test_word_far_inside_a_large_text_is_shown() -> None:
    """Text is read in pieces, and a word behind the first piece is found."""
    text = FILLER * (2 * BLOCK_CHARS // len(FILLER)) + "the gateway"
    span = best_passage(text, {"gateway": 1.0})
    assert "gateway" in text[span.start : span.end]
