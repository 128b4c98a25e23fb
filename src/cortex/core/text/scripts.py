"""What part does a character play in a word?

``shape_of`` draws a text as ASCII of the same length: letters, digits, separators, and one mark for
each script that is written without spaces. One small pattern then reads every script, and what it
finds at an offset of the shape stands at that offset of the text.
"""

import unicodedata

from cortex.core.text.folding import APOSTROPHES, HYPHENS

LOWER = "a"
UPPER = "A"
DIGIT = "0"
SEPARATOR = " "
CJK = "\x01"
HANGUL = "\x02"
THAI = "\x03"
LAO = "\x04"
KHMER = "\x05"
MYANMAR = "\x06"
EMOJI = "\x07"
INVISIBLE = "\x0e"
MARK = "\x0f"

# Start and end, both included, of the scripts written without spaces; in code point order.
_RUNS = (
    (0x0E01, 0x0E3A, THAI),
    (0x0E40, 0x0E4E, THAI),
    (0x0E81, 0x0ECE, LAO),
    (0x0EDC, 0x0EDF, LAO),
    (0x1000, 0x103F, MYANMAR),
    (0x1050, 0x109D, MYANMAR),
    (0x1100, 0x11FF, HANGUL),
    (0x1780, 0x17D3, KHMER),
    (0x17DC, 0x17DD, KHMER),
    (0x2E80, 0x2FDF, CJK),
    (0x3005, 0x3007, CJK),
    (0x3021, 0x302F, CJK),
    (0x3031, 0x303B, CJK),
    (0x3041, 0x309F, CJK),
    (0x30A1, 0x30FA, CJK),
    (0x30FC, 0x312F, CJK),
    (0x3131, 0x318E, HANGUL),
    (0x31A0, 0x31BF, CJK),
    (0x31F0, 0x31FF, CJK),
    (0x3400, 0x4DBF, CJK),
    (0x4E00, 0x9FFF, CJK),
    (0xA960, 0xA97C, HANGUL),
    (0xA9E0, 0xA9EF, MYANMAR),
    (0xAA60, 0xAA7F, MYANMAR),
    (0xAC00, 0xD7FB, HANGUL),
    (0xF900, 0xFAFF, CJK),
    (0xFF66, 0xFF9F, CJK),
    (0xFFA0, 0xFFDC, HANGUL),
    (0x1B000, 0x1B16F, CJK),
    (0x20000, 0x3FFFD, CJK),
)
_EMOJI = (
    (0x231A, 0x231B),
    (0x23E9, 0x23FA),
    (0x2600, 0x27BF),
    (0x2B05, 0x2B07),
    (0x2B1B, 0x2B1C),
    (0x2B50, 0x2B55),
    (0x1F000, 0x1FAFF),
)
_INVISIBLE = ((0x115F, 0x1160), (0x17B4, 0x17B5), (0xFE00, 0xFE0F), (0xE0100, 0xE01EF))


def shape_of(text: str) -> str:
    """Give a text of the same length in which each character says what part it plays."""
    if text.isascii() and text.isprintable():
        return text
    return text.translate(_shapes)


def graphemes(run: str) -> list[str]:
    """Split a text into base characters, each with the marks that follow it, in order."""
    units: list[str] = []
    for character in run:
        if units and unicodedata.category(character)[0] == "M":
            units[-1] += character
        else:
            units.append(character)
    return units


def is_a_word_alone(character: str) -> bool:
    """Tell whether one character of a run is commonly a word: Han and Hangul, not kana."""
    code = ord(character)
    return 0x3400 <= code <= 0x9FFF or 0xAC00 <= code <= 0xD7A3 or code >= 0x20000


class _Shapes(dict[int, str]):
    """Code point -> shape, worked out on first use; bounded by the size of Unicode."""

    def __missing__(self, code: int) -> str:
        shape = _shape(chr(code), code)
        self[code] = shape
        return shape


def _shape(character: str, code: int) -> str:
    if code < 0x80:
        return character if character.isprintable() else SEPARATOR
    for first, last in _INVISIBLE:
        if first <= code <= last:
            return INVISIBLE
    for first, last, mark in _RUNS:
        if first <= code <= last:
            return mark
    if character in APOSTROPHES:
        return "'"
    if character in HYPHENS:
        return "-"
    return _shape_by_category(character, code)


_BY_CATEGORY = {
    "Ll": LOWER, "Lo": LOWER, "Lm": LOWER, "Lu": UPPER, "Lt": UPPER, "Nl": UPPER, "Nd": DIGIT,
    "Mn": MARK, "Mc": MARK, "Me": MARK, "Cf": INVISIBLE, "Sc": "$",
}  # fmt: skip


def _shape_by_category(character: str, code: int) -> str:
    """Read the part from the character's compatibility form, else from its general category."""
    category = unicodedata.category(character)
    plain = unicodedata.normalize("NFKC", character)
    if len(plain) == 1 and plain.isascii() and category != "So":
        return plain if plain.isprintable() else SEPARATOR
    if any(first <= code <= last for first, last in _EMOJI):
        return EMOJI
    return _BY_CATEGORY.get(category, SEPARATOR)


_shapes = _Shapes()
