"""What does a search look for: which terms, and does it ask for a time?"""

from __future__ import annotations

import math
import re
from collections import Counter

from cortex.core.query.generic import GENERIC_STEMS
from cortex.core.text.tokens import query_words
from cortex.model.lean_classes import NamedTuple
from cortex.model.limits import QUERY_BYTES_MAX, SEARCH_ASKED_TERMS_MAX

SLIPS_MAX = 2
"""Stored words that one unknown word may stand for; more are guesses."""

GENERIC_SHARE = 0.7
"""What a word counts that says how one asks more than what about."""

COMPOUND_MARK = "="
COMPOUND_SHARE = 0.7
"""What a compound as one term counts, whose parts are asked for as well."""

REPEATED_SHARE = 0.5
"""How much a word gains that a long question repeats."""

_WHEN = r"\bwhen\b|\b(?:what|which) (?:date|day|month|year|time)\b|\bhow long\b"


class Asked(NamedTuple):
    """A term of the question, the word it came from, and what it counts beside others.

    ``word`` is the asker's spelling; ``plain`` is the folded word when it may be a slip of another,
    else empty; ``through`` is the stored word it was taken for.
    """

    term: str
    word: str
    plain: str = ""
    through: str = ""
    importance: float = 1.0


class Reading(NamedTuple):
    """A question read once: its terms in order, each once, and whether it asks for a time."""

    terms: tuple[Asked, ...]
    wants_time: bool


def read(text: str) -> Reading:
    """Read a question; an empty one, or one of signs only, has no terms."""
    bounded = text.encode("utf-8", "replace")[:QUERY_BYTES_MAX].decode("utf-8", "ignore")
    found: dict[str, Asked] = {}
    times: Counter[str] = Counter()
    for word in query_words(bounded):
        plain = word.surface.casefold() if word.kind == "word" and len(word.parts) == 1 else ""
        for term in (*word.parts, *((word.whole,) if word.whole else ())):
            found.setdefault(term, Asked(term, word.surface, plain))
            times[term] += 1
    terms = tuple(
        one._replace(importance=_importance(one.term, times[one.term])) for one in found.values()
    )
    wants_time = re.search(_WHEN, bounded, re.IGNORECASE) is not None
    return Reading(terms[:SEARCH_ASKED_TERMS_MAX], wants_time)


def _importance(term: str, times: int) -> float:
    """Give what a term counts, however rare it is: how often it is asked for, and what it is."""
    share = 1 + REPEATED_SHARE * math.log(times)
    if term in GENERIC_STEMS:
        share *= GENERIC_SHARE
    return share * COMPOUND_SHARE if term.startswith(COMPOUND_MARK) else share
