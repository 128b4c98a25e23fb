"""Do the forms of one English word share a stem, and do other words pass?"""

import pytest

from cortex.core.text.irregular import IRREGULAR
from cortex.core.text.stems import stem
from cortex.core.text.stop_words import NEGATIONS, STOP_WORDS

PUBLISHED_STOP_WORDS = """
    a i an as at be by do if in is it me my no of on or so to we all and any are but can did few
    for had has her his how its may not our the was who why you been both does each from have
    into more most some that then they this were what when will with your about being could
    every might shall their where which would should
    """.split()


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("cache", "caching"),
        ("deploy", "deployment"),
        ("authenticate", "authentication"),
        ("go", "went"),
        ("buying", "bought"),
        ("children", "child"),
        ("choosing", "chose"),
        ("made", "making"),
        ("indices", "indexes"),
        ("ids", "id"),
    ],
)
def test_forms_share_a_stem(left: str, right: str) -> None:
    """CQR A15: a word finds its inflections, regular and irregular, both ways."""
    assert stem(left) == stem(right)


@pytest.mark.parametrize(
    "word", ["gas", "bed", "", "k8s", "1.2.3", "путь", "数据", "elasticsearch2"]
)
def test_other_words_pass_unchanged(word: str) -> None:
    """Short words, names with digits and other scripts have no English suffix."""
    assert word == stem(word)


def test_irregular_forms_lead_to_bases() -> None:
    """No base is itself an irregular form of another word, and no form is a stop word."""
    assert set() == set(IRREGULAR) & set(IRREGULAR.values())
    assert set() == set(IRREGULAR) & STOP_WORDS


def test_stop_words_hold_the_published_list() -> None:
    """CQR 2.1: every stop word of the contract is one here, negations included."""
    assert set() == set(PUBLISHED_STOP_WORDS) - STOP_WORDS
    assert {"not", "no", "never", "without", "dont"} <= NEGATIONS <= STOP_WORDS
    assert "id" not in STOP_WORDS
