"""Do any of many texts stand in another one, and what is left without them?

A text is looked for as it is and as JSON writes it, because logs and kept answers are JSON. A few
are looked for one after the other; many by the first characters they share, in one pass.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

FEW_WORDS_MAX = 32
"""Spellings looked for one by one; each such pass runs at the speed of memory."""

KEY_CHARS_MAX = 12
"""Characters by which many spellings are told apart first."""

LEVELS_MAX = 4
"""Times a text may have been written as a text in JSON: by what a tool read, by the tool, as a line
of the spool, and as a row in its quarantine."""


class Finder:
    """Looks for texts in other texts; nothing is found when it was given none."""

    __slots__ = ("_by_key", "_key_chars", "spellings")

    def __init__(self, exact: Iterable[str]) -> None:
        self.spellings = sorted(set(exact), key=lambda one: (-len(one), one))
        self._key_chars = min([KEY_CHARS_MAX, *map(len, self.spellings)])
        self._by_key: dict[str, list[str]] = {}
        for one in self.spellings:
            self._by_key.setdefault(one[: self._key_chars], []).append(one)

    def is_in(self, text: str | None) -> bool:
        """Tell whether any of the texts stands in this one."""
        if not text or not self.spellings:
            return False
        if len(self.spellings) <= FEW_WORDS_MAX:
            return any(one in text for one in self.spellings)
        return next(self._places(text), None) is not None

    def cut(self, text: str) -> str:
        """Give a text without any of them, the longest first where two start alike."""
        if not self.is_in(text):
            return text
        kept: list[str] = []
        end = 0
        for start, length in self._places(text):
            if start >= end:
                kept.append(text[end:start])
                end = start + length
        return "".join((*kept, text[end:]))

    def _places(self, text: str) -> Iterator[tuple[int, int]]:
        width = self._key_chars
        for start in range(len(text) - width + 1):
            for one in self._by_key.get(text[start : start + width], ()):
                if text.startswith(one, start):
                    yield start, len(one)
                    break


def spellings(words: Iterable[str]) -> set[str]:
    """Give each text as it is and as JSON writes it, also inside JSON that is a text in JSON."""
    found = {one for one in words if one}
    level = found
    for _ in range(LEVELS_MAX):
        level = {
            json.dumps(one, ensure_ascii=form)[1:-1] for one in level for form in (True, False)
        }
        found |= level
    return found


def of_texts(words: Iterable[str]) -> Finder:
    """Give a finder for texts."""
    return Finder(spellings(words))


def of_bytes(words: Iterable[str]) -> Finder:
    """Give a finder for files: decode their bytes as Latin-1, one character a byte."""
    return Finder(
        one.encode("utf-8", "surrogatepass").decode("latin-1") for one in spellings(words)
    )
