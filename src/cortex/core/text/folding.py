"""Which spellings are the same word?

Folded text is NFKC, without case, without the accents of Latin, Greek and Cyrillic, without marks
that only help reading (Arabic and Hebrew points) and without invisible characters. Marks that are
letters of their script (Thai, Indic, kana) stay.
Source: docs/formats/text-analysis.md.
"""

import unicodedata

# Letters whose stroke or shape is no accent to Unicode, but is one to whoever types without it.
_PLAIN = {
    "Æ": "ae", "æ": "ae", "Œ": "oe", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "ħ": "h", "ı": "i",
    "ł": "l", "ŋ": "n", "ŧ": "t", "þ": "th", "ƒ": "f",
}  # fmt: skip
APOSTROPHES = frozenset("\u2018\u2019\u201b\u02bc\u02b9\u2032")
"""Characters people and editors write for the ASCII apostrophe."""

HYPHENS = frozenset("\u2010\u2011\u2012\u2013\u2212")
"""Characters people and editors write for the ASCII hyphen; the long dash joins nothing."""

# Short i and short u of Cyrillic are letters of their own alphabets.
_LETTERS_WITH_BREVE = frozenset("\u0439\u045e")
_ACCENTS_END = 0x370
_FOLDED_SCRIPTS_END = 0x530  # Latin, Greek and Cyrillic letters all stand below.
_ARABIC_TATWEEL = 0x640


def fold(text: str) -> str:
    """Give the folded form of a text; folding twice gives the same as folding once."""
    if text.isascii():
        return text.lower()
    composed = unicodedata.normalize("NFKC", text).casefold()
    plain = unicodedata.normalize("NFKC", composed).translate(_folds)
    return unicodedata.normalize("NFC", plain).lower()


class _Folds(dict[int, str]):
    """Code point -> folded form, worked out on first use; bounded by the size of Unicode."""

    def __missing__(self, code: int) -> str:
        folded = _folded(chr(code), code)
        self[code] = folded
        return folded


def _folded(character: str, code: int) -> str:
    """Fold one character that is already NFKC and without case."""
    if character in _PLAIN:
        return _PLAIN[character]
    if character in APOSTROPHES:
        return "'"
    if character in HYPHENS:
        return "-"
    category = unicodedata.category(character)
    if category == "Cf" or code == _ARABIC_TATWEEL or _is_optional_mark(code, category):
        return ""
    if category == "Nd":
        return str(unicodedata.decimal(character))
    return _without_accent(character)


def _without_accent(character: str) -> str:
    """Give the base letter of an accented Latin, Greek or Cyrillic letter, or the character."""
    if character in _LETTERS_WITH_BREVE:
        return character
    base = unicodedata.normalize("NFD", character)[0]
    if base == character or ord(base) >= _FOLDED_SCRIPTS_END:
        return character
    return _PLAIN.get(base, base)


def _is_optional_mark(code: int, category: str) -> bool:
    """Tell whether a combining mark may be left out by whoever writes the same word."""
    if category not in {"Mn", "Me"}:
        return False
    return (
        0x300 <= code < _ACCENTS_END  # Accents that found no letter to melt into.
        or 0x483 <= code <= 0x489  # Old Cyrillic titles.
        or 0x591 <= code <= 0x5C7  # Hebrew points.
        or 0x610 <= code <= 0x61A  # Arabic signs of honour.
        or 0x64B <= code <= 0x65F  # Arabic short vowels.
        or code == 0x670
        or 0x6D6 <= code <= 0x6ED  # Marks of recitation.
        or 0x1DC0 <= code <= 0x1DFF
        or 0x20D0 <= code <= 0x20FF  # Frames around a symbol: keycaps.
        or 0xFE00 <= code <= 0xFE2F  # Variation selectors and half marks.
        or 0xE0100 <= code <= 0xE01EF
    )


_folds = _Folds()
