"""Does a text hold an accepted answer?

Literal on purpose: no stemming and no tokenizer, which recall itself uses, so that the measure
cannot agree with the measured by construction. Source: docs/formats/bench-report.md.
"""

from collections.abc import Iterable
from unicodedata import normalize


def comparable(text: str) -> str:
    """Give a text without the differences that do not count: case, and the kind of white space.

    Runs of white space become one space, and composed and decomposed accents are the same. Digits,
    punctuation and the letters themselves stay as they are.
    """
    return " ".join(normalize("NFC", text).casefold().split())


def holds_any(text: str, answers: Iterable[str]) -> bool:
    """Tell whether one of the answers stands in the text; blank answers stand in nothing."""
    read = comparable(text)
    return any(answer and answer in read for answer in map(comparable, answers))
