"""What does one name, number or word of a text mean to a search?

A reading holds the terms a piece of text is found by. ``names`` and ``numbers`` make readings,
``tokens`` hands them out.
"""

from __future__ import annotations

from cortex.core.text.folding import fold
from cortex.core.text.stems import stem
from cortex.core.text.stop_words import STOP_WORDS

WORD = "word"
NUMBER = "number"
IDENTIFIER = "identifier"
RUN = "run"

TERM_CHARS_MAX = 128
"""Characters of one term. A longer token is data, not a name; its beginning is found all the same,
because questions are cut alike."""


class Reading:
    """The terms of one piece of text.

    Attributes:
        kind: ``WORD``, ``NUMBER``, ``IDENTIFIER`` or ``RUN``.
        parts: terms it is stored under, in text order; empty for a stop word.
        asked: terms a question looks up; differs from ``parts`` only for runs.
        whole: "=" and the folded compound, or None when there is nothing to hold together.
        spare: terms of a stop word, for a text that says nothing else.
    """

    __slots__ = ("asked", "kind", "parts", "spare", "whole")

    def __init__(
        self,
        kind: str,
        parts: tuple[str, ...],
        whole: str | None = None,
        *,
        asked: tuple[str, ...] | None = None,
        spare: tuple[str, ...] = (),
    ) -> None:
        self.kind = kind
        self.parts = parts
        self.whole = whole
        self.asked = parts if asked is None else asked
        self.spare = spare


def term_of(raw: str) -> str | None:
    """Give the term of one plain word, or None for a stop word or for nothing visible.

    English stop words are met in plain ASCII only: folded, the Vietnamese for "eat" is "an".
    """
    folded = fold(raw)
    if not folded or (folded in STOP_WORDS and raw.isascii()):
        return None
    return stem(folded)[:TERM_CHARS_MAX]


def word_reading(raw: str) -> Reading:
    """Read a plain word; a stop word keeps its term in reserve."""
    term = term_of(raw)
    if term is not None:
        return Reading(WORD, (term,))
    folded = fold(raw)[:TERM_CHARS_MAX]
    return Reading(WORD, (), spare=(folded,) if folded else ())


def whole_of(folded: str) -> str | None:
    """Give the term of a compound found whole, or None when nothing of it is visible."""
    return "=" + folded[:TERM_CHARS_MAX] if folded else None
