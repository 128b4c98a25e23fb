"""Which other words may a question be heard in, because use taught so?

A bridge joins a word of questions with a word of the facts that answered them. It widens a question
once two reports confirmed it and none blamed it. Source: CQR 12.3 loops 2 and 4, ADR 0080.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from cortex.core.learning.questions import is_like
from cortex.core.query.generic import GENERIC_STEMS
from cortex.model.learning import Bridge, RememberedQuestion

POSITIVE_MIN = 2
"""Reports that must confirm a bridge before it is used; one may be chance."""

QUERY_TERMS_MAX = 8
DOC_TERMS_MAX = 8
SOURCES_MAX = 8
"""Words of a question, words of a fact and facts that one report may join (CQR 12.3)."""

EXPANSION_TERMS_MAX = 16
"""Words one question may gain (CQR 2.5)."""

LIKE_QUESTIONS_READ_MAX = 32
"""Remembered questions looked at for one question."""

COMMON_FACTS_MIN = 4
COMMON_SHARE = 50
"""A learned word that stands in more facts than four, and than one fact in fifty, tells nothing."""


def rarest(terms: Iterable[str], frequencies: Mapping[str, int], limit: int) -> tuple[str, ...]:
    """Give the terms that stand in the fewest facts, ties by term."""
    return tuple(sorted(set(terms), key=lambda term: (frequencies.get(term, 0), term))[:limit])


def doc_terms(
    terms: Iterable[str], asked: Iterable[str], frequencies: Mapping[str, int]
) -> tuple[str, ...]:
    """Give the words of a fact that a bridge may lead to: telling, rare, and not asked."""
    known = set(asked)
    telling = [
        term
        for term in terms
        if term not in known and term not in GENERIC_STEMS and not term.isdigit() and len(term) > 1
    ]
    return rarest(telling, frequencies, DOC_TERMS_MAX)


def pairs(
    asked: Sequence[str], answered: Iterable[Sequence[str]], frequencies: Mapping[str, int]
) -> tuple[tuple[str, str], ...]:
    """Give every (word of the question, word of a fact) one report speaks of, sorted, each once.

    Args:
        answered: the terms of each fact used.
    """
    queried = rarest(asked, frequencies, QUERY_TERMS_MAX)
    told = {term for terms in answered for term in doc_terms(terms, asked, frequencies)}
    return tuple(sorted((query, doc) for query in queried for doc in told))


def widening(
    asked: Sequence[str],
    known: Iterable[str],
    bridges: Iterable[Bridge],
    questions: Iterable[RememberedQuestion],
) -> tuple[str, ...]:
    """Give the words a question gains, bridges first, strongest first, at most 16.

    Args:
        asked: telling terms of the question.
        known: every term it is heard in already.
        bridges: confirmed ones, strongest first.
        questions: remembered ones that led to a success; those unlike this one are passed over.
    """
    heard = set(known)
    gained = [bridge.doc_term for bridge in bridges]
    for question in questions:
        if is_like(asked, question):
            gained.extend(question.terms)
    return tuple(dict.fromkeys(t for t in gained if t not in heard))[:EXPANSION_TERMS_MAX]


def telling(
    terms: Sequence[str], frequencies: Mapping[str, int], corpus_size: int
) -> tuple[str, ...]:
    """Keep the gained words that stand in some facts and in few, in the order given."""
    most = max(COMMON_FACTS_MIN, corpus_size // COMMON_SHARE)
    return tuple(term for term in terms if 0 < frequencies.get(term, 0) <= most)
