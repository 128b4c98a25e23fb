"""Which spellings are one word, and which marks are letters?"""

import pytest
from hypothesis import given

from cortex.core.text.folding import fold
from tests.core.text.samples import any_text


@given(any_text)
def test_folding_twice_changes_nothing(text: str) -> None:
    """A folded text is its own folded form."""
    assert fold(text) == fold(fold(text))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Đường ộ", "duong o"),
        ("ÆØÅ łódź", "aeoa lodz"),
        ("İstanbul ışık", "istanbul isik"),
        ("Ёлка й", "елка й"),
        ("Ἀθῆναι", "αθηναι"),
        ("ﬀ Ⅳ ½", "ff iv 1\u20442"),
        ("が か\u3099", "が が"),
        ("한글", "한글"),
        ("हिन्दी", "हिन्दी"),
        ("\u0e19\u0e49\u0e33", "\u0e19\u0e49\u0e4d\u0e32"),  # Thai "water", in its parts
        ("a\u00adb\u200cc", "abc"),
        ("don\u2019t", "don't"),
        ("re\u2011use", "re-use"),
        ("\u06f1\u06f2", "12"),
    ],
)
def test_one_form_for_many_spellings(text: str, expected: str) -> None:
    """Accents of Latin, Greek and Cyrillic fold; letters and signs of other scripts stay."""
    assert expected == fold(text)
