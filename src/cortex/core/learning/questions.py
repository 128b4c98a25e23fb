"""What is remembered of a question?

Its terms, so that a like one can be recognised; never its words. A question that held a secret or a
private span is not remembered at all. Source: CQR 12.3 loop 2, ADR 0080.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from cortex.core.query.frame import read_question
from cortex.core.text.cleaning import clean
from cortex.core.text.digests import digest
from cortex.core.text.folding import fold
from cortex.model.questions import Question

if TYPE_CHECKING:
    from cortex.core.query.units import Unit
    from cortex.model.learning import RememberedQuestion

SIGNATURE_DOMAIN = "cortex/question/1"
SIGNATURE_DIGITS = 16
"""Hexadecimal digits of a signature: 64 bits, for at most 10,000 questions."""

TERMS_MAX = 64
"""Terms kept of one question or lesson (CQR 12.3)."""

LIKE_PERMILLE = 500
"""Shared terms among all terms of two questions that make them alike."""


def signature_of(text: str) -> str:
    """Give the short name of a question; case and spacing do not matter."""
    folded = " ".join(fold(text).split())
    return digest(SIGNATURE_DOMAIN, folded.encode("utf-8", "replace"))[:SIGNATURE_DIGITS]


def terms_of(units: Iterable[Unit]) -> tuple[str, ...]:
    """Give the telling terms of a question, sorted."""
    return tuple(sorted({unit.terms[0][0] for unit in units if unit.is_telling}))[:TERMS_MAX]


def memorable_terms(text: str) -> tuple[str, ...]:
    """Give the terms by which a question may be remembered; empty when it may not be."""
    cleaned = clean(text)
    if cleaned.counts:
        return ()
    return terms_of(read_question(Question(cleaned.text)).units)


def is_like(terms: Iterable[str], other: RememberedQuestion) -> bool:
    """Tell whether two questions share at least half of all their terms."""
    mine, theirs = set(terms), set(other.terms)
    return 1000 * len(mine & theirs) >= LIKE_PERMILLE * len(mine | theirs) > 0
