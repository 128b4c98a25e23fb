"""What does a search look for: which terms, and does it ask for a time?"""

from __future__ import annotations

import re
from typing import NamedTuple

from cortex.core.text.tokens import query_words
from cortex.model.limits import QUERY_BYTES_MAX, SEARCH_ASKED_TERMS_MAX

SLIPS_MAX = 2
"""Stored words that one unknown word may stand for; more are guesses."""

_WHEN = r"\bwhen\b|\b(?:what|which) (?:date|day|month|year|time)\b|\bhow long\b"


class Asked(NamedTuple):
    """A term of the question, and the word it came from.

    ``word`` is the asker's spelling; ``plain`` is the folded word when it may be a slip of another,
    else empty; ``through`` is the stored word it was taken for.
    """

    term: str
    word: str
    plain: str = ""
    through: str = ""


class Reading(NamedTuple):
    """A question read once: its terms in order, each once, and whether it asks for a time."""

    terms: tuple[Asked, ...]
    wants_time: bool


def read(text: str) -> Reading:
    """Read a question; an empty one, or one of signs only, has no terms."""
    bounded = text.encode("utf-8", "replace")[:QUERY_BYTES_MAX].decode("utf-8", "ignore")
    found: dict[str, Asked] = {}
    for word in query_words(bounded):
        plain = word.surface.casefold() if word.kind == "word" and len(word.parts) == 1 else ""
        for term in (*word.parts, *((word.whole,) if word.whole else ())):
            found.setdefault(term, Asked(term, word.surface, plain))
    wants_time = re.search(_WHEN, bounded, re.IGNORECASE) is not None
    return Reading(tuple(found.values())[:SEARCH_ASKED_TERMS_MAX], wants_time)
