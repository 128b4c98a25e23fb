"""Is a question for search read into the right terms?"""

import pytest

from cortex.core.search.questions import read
from cortex.model.limits import SEARCH_ASKED_TERMS_MAX


def terms(text: str) -> list[str]:
    """Give the terms of a question."""
    return [one.term for one in read(text).terms]


def test_terms_are_asked_once_and_in_order() -> None:
    """A repeated word is one term that counts more; stop words are left out."""
    reading = read("the gateway and the port of the gateway")
    assert ["gateway", "port"] == [one.term for one in reading.terms]
    gateway, port = reading.terms
    assert gateway.importance > port.importance == 1.0


def test_words_that_say_how_one_asks_count_less() -> None:
    """So does a compound beside its parts."""
    weights = {one.term: one.importance for one in read("please remember src/core/port.py").terms}
    assert weights["rememb"] < 1 == weights["port"]
    assert weights["=port.py"] < 1


@pytest.mark.parametrize(
    "text", ["", "   ", "???", "-", "/", "'\"", "AND OR NOT", "*", "(", "\x00", "\ud800"]
)
def test_odd_questions_are_read_without_error(text: str) -> None:
    """Signs, operators and broken characters are no syntax; they ask for little or nothing."""
    assert len(terms(text)) <= 3


def test_long_question_is_bounded() -> None:
    """A question of very many words asks for the first of them."""
    words = " ".join(f"word{chr(97 + place // 26)}{chr(97 + place % 26)}" for place in range(200))
    assert SEARCH_ASKED_TERMS_MAX == len(terms(words))


@pytest.mark.parametrize(
    ("text", "wants_time"),
    [
        ("When did we deploy?", True),
        ("which year was that", True),
        ("how long did it take", True),
        ("what is the whenever hook", False),
        ("why did it fail", False),
    ],
)
def test_asking_for_a_time_is_noticed(text: str, wants_time: bool) -> None:
    """A question for a time is told from others."""
    assert wants_time == read(text).wants_time
