"""Does the finder see words wherever they stand, few or many?"""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cortex.core.erasure.finder import FEW_WORDS_MAX, LEVELS_MAX, of_bytes, of_texts

MANY = [f"word number {place} of many" for place in range(FEW_WORDS_MAX)]
SHORT = st.text("ab\n", min_size=1, max_size=3)


@given(st.lists(SHORT, max_size=3), st.text("ab\n", max_size=9))
def test_few_and_many_say_the_same(words: list[str], text: str) -> None:
    """Which way it looks is no matter of the answer."""
    expected = any(one in text for one in of_texts(words).spellings)
    assert expected == of_texts(words).is_in(text)
    assert expected == of_texts([*words, *MANY]).is_in(text)


def test_json_spelling_is_found_and_cut() -> None:
    """A line break, a quote or a letter beyond ASCII stands otherwise in JSON."""
    said = 'Grüße\n"Anna"'
    for form in (True, False):
        line = json.dumps({"reason": f"see {said}."}, ensure_ascii=form)
        assert of_texts([said]).is_in(line)
        assert {"reason": "see ."} == json.loads(of_texts([said]).cut(line))


def test_longest_is_cut_first() -> None:
    """A word that begins another one does not leave its rest behind."""
    assert "<>" == of_texts(["Anna", "Anna Berg"]).cut("<Anna Berg>")


def test_nothing_is_found_without_words() -> None:
    """No word, no text and an absent text hold nothing."""
    assert [False] * 3 == [of_texts(words).is_in("a") for words in ([], [""], ["b"])]
    assert not of_texts(["a"]).is_in(None)


def test_bytes_are_looked_at_as_they_are() -> None:
    """A file that is no text is searched all the same."""
    finder = of_bytes(["Grüße"])
    assert finder.is_in(b"\xff\x00Gr\xc3\xbc\xc3\x9fe\xff".decode("latin-1"))


@pytest.mark.parametrize("ascii_at", range(LEVELS_MAX + 1))
def test_json_inside_json_is_found(ascii_at: int) -> None:
    """What a tool printed as JSON stands in a line as JSON of JSON, whoever escaped what."""
    told = 'Grüße\n"Anna"'
    for level in range(LEVELS_MAX):
        told = json.dumps({"text": told}, ensure_ascii=level == ascii_at)
    finder = of_bytes(['Grüße\n"Anna"'])
    assert finder.is_in(told.encode().decode("latin-1"))
