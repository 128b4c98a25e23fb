"""Is a summary kept without what its host wrote around it, and recognised when it comes again?"""

import pytest

from cortex.core.seat.summary import is_same_summary, keywords, summary_of
from tests.wiring.seat_sessions import FRAMED, SUMMARY

OLDER = (
    "This session is being continued from a previous conversation that ran out of context. The "
    f"conversation is summarized below:\n{SUMMARY}\nPlease continue the conversation from where we "
    "left it off."
)


@pytest.mark.parametrize(
    "raw",
    [
        SUMMARY,
        FRAMED,
        OLDER,
        f"<analysis>thinking aloud</analysis>\n<summary>\n{SUMMARY}\n</summary>",
        f"<summary>{SUMMARY}",
    ],
)
def test_a_frame_is_taken_off(raw: str) -> None:
    """In each form of the host the summary itself is left, and none of its orders."""
    assert SUMMARY == summary_of(raw)


def test_two_summaries_in_one_frame_differ() -> None:
    """What a host writes around every summary makes no two of them the same."""
    other = FRAMED.replace(SUMMARY, "Tea: sencha was bought, oolong was not, matcha waits.")
    assert not is_same_summary(summary_of(FRAMED), summary_of(other))
    assert is_same_summary(summary_of(FRAMED), summary_of(OLDER))


def test_nothing_is_like_nothing() -> None:
    """Texts without a word are never the same."""
    assert not is_same_summary("", "")
    assert not is_same_summary("...", "word")


def test_keywords_come_twice_and_carry_sense() -> None:
    """Four letters, twice, no function words and no bare numbers; twenty, most frequent first."""
    text = "Gateway gateway GATEWAY port ports port with with 8443 8443 which which schön schön"
    assert ("gateway", "port", "schön") == keywords(text)
    many = " ".join(f"word{chr(97 + n)} word{chr(97 + n)}" for n in range(26))
    assert 20 == len(keywords(many))
    assert () == keywords("each word stands once here")
