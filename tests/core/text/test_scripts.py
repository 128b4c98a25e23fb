"""Are words of scripts without spaces found, alone and glued to others?"""

import unicodedata

import pytest
from hypothesis import given

from cortex.core.text.scripts import graphemes, shape_of
from cortex.core.text.tokens import index_terms, query_words, words
from tests.core.text.samples import any_text


def finds_all(question: str, text: str) -> bool:
    wanted = {
        term
        for word in query_words(question)
        for term in (*word.parts, *((word.whole,) if word.whole else ()))
    }
    return wanted <= set(index_terms(text))


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("用户身份", "数据库路径和用户身份已确认"),  # case 67
        ("数据", "数据库路径和用户身份已确认"),
        ("库", "数据库路径和用户身份已确认"),
        ("サンドボックス", "サンドボックス修正テスト"),  # case 68
        ("データ", "ﾃﾞｰﾀを消す"),
        ("itgc", "重跑gen-itgc后50条悬空引用清零"),  # case 70
        ("gen-itgc", "重跑gen-itgc后50条悬空引用清零"),
        ("悬空", "重跑gen-itgc后50条悬空引用清零"),
        ("50", "重跑gen-itgc后50条悬空引用清零"),
        ("끝말잇기", "오늘 끝말잇기 게임을 했다"),  # case 71
        ("게임", "오늘 끝말잇기 게임을 했다"),
        ("책", "책을 읽다"),
        ("ไทย", "ภาษาไทยง่าย"),
        ("ພາສາ", "ພາສາລາວ"),
        ("ភាសា", "ភាសាខ្មែរ"),
        ("မြန်မာ", "မြန်မာဘာသာ"),
        ("हिन्दी", "हिन्दी भाषा"),
        ("שלום", "שָׁלוֹם"),
    ],
)
def test_a_word_inside_a_run_is_found(question: str, text: str) -> None:
    """Cases 67, 68, 70, 71: two characters find their text, Latin between them separates."""
    assert finds_all(question, text)


def test_a_run_asks_for_pairs_only() -> None:
    """Single characters are stored for questions of one character; longer questions are exact."""
    (stored,) = words("身份")
    (asked,) = query_words("身份")
    assert ("run", ("身份", "身", "份")) == (stored.kind, stored.parts)
    assert ("身份",) == asked.parts
    assert not finds_all("身份", "份身")


def test_kana_alone_are_no_words() -> None:
    """One kana is a sound, so it is stored only where it stands alone."""
    assert {"サン", "ンド"} == set(index_terms("サンド"))
    assert {"ン"} == set(index_terms("ン"))


def test_a_vowel_sign_stays_with_its_letter() -> None:
    """Pairs are made of what a reader calls characters, so no pair begins with a mark."""
    assert ["น้ำ"[:2], "ำ", "ม"] == graphemes("น้ำม")
    assert not any(
        unicodedata.category(term[0]).startswith("M") for term in index_terms("น้ำมันမြန်မာភាសា")
    )


def test_cjk_punctuation_separates() -> None:
    """Full-width commas, brackets and the middle dot end a run."""
    assert ["路径", "身份"] == [word.surface for word in words("路径，「身份」。")]


@given(any_text)
def test_a_shape_is_as_long_as_its_text(text: str) -> None:
    """Offsets of the shape are offsets of the text, and a shape is ASCII."""
    assert len(text) == len(shape_of(text))
    assert shape_of(text).isascii()
