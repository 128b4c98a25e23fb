"""In which order do ids stand that are equal otherwise?

The contract orders by the root collation of Unicode. Its ASCII part is exact here. Other letters
sort by their base letter, then by accent, then by code point; that is the same order for Latin
letters, and a stable one for the rest.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

MARKS_MAX = 8
"""Marks above one letter that are compared; more are told apart by code point at the end."""

_PUNCTUATION = "\t\n\r _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$"
_PRIMARY = {character: place for place, character in enumerate(_PUNCTUATION)}
_PRIMARY |= {digit: len(_PRIMARY) + place for place, digit in enumerate("0123456789")}
_LETTERS_FROM = len(_PRIMARY)
_BEYOND = _LETTERS_FROM + 26

Key = tuple[tuple[int, ...], tuple[tuple[int, ...], ...], tuple[int, ...], str]


@lru_cache(maxsize=65_536)
def collation_key(text: str) -> Key:
    """Give a key that sorts ids; equal keys only for equal ids."""
    primary: list[int] = []
    accents: list[tuple[int, ...]] = []
    cases: list[int] = []
    for character in unicodedata.normalize("NFD", text):
        if unicodedata.combining(character):
            if accents and len(accents[-1]) < MARKS_MAX:
                accents[-1] = (*accents[-1], ord(character))
            continue
        folded = character.lower()
        primary.append(_weight(folded))
        accents.append(())
        cases.append(int(folded != character))
    return tuple(primary), tuple(accents), tuple(cases), text


def _weight(character: str) -> int:
    if "a" <= character <= "z":
        return _LETTERS_FROM + ord(character) - ord("a")
    place = _PRIMARY.get(character)
    return _BEYOND + ord(character[:1]) if place is None else place
