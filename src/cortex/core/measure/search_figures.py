"""How good are the finds of a set of questions, and what does a slip of the finger cost?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import sha256

from cortex.core.text.tokens import words
from cortex.model.search_measures import Asked, SearchFigures, SearchPool

SLIPPED_CHARS_MIN = 5
"""Letters of a word that gets a slip."""


def figures_of(asked: Sequence[Asked], session_of: dict[str, str]) -> SearchFigures:
    """Give the means over questions; there must be at least one."""
    has_sessions = any(session_of.values())

    def mean(value: Callable[[Asked], float]) -> float:
        return sum(map(value, asked)) / len(asked)

    def by_session(value: Callable[[int | None], float]) -> float | None:
        if not has_sessions:
            return None
        return mean(lambda one: value(_place(one.sessions, _sessions(one, session_of))))

    return SearchFigures(
        questions=len(asked),
        fraction_5=mean(lambda one: _fraction(one.keys, one.question.gold, 5)),
        fraction_10=mean(lambda one: _fraction(one.keys, one.question.gold, 10)),
        hit_10=mean(lambda one: float(_fraction(one.keys, one.question.gold, 10) > 0)),
        mrr=mean(lambda one: _reciprocal(_place(one.keys, one.question.gold))),
        typed_10=mean(lambda one: _fraction(one.typed_keys, one.question.gold, 10)),
        session_1=by_session(lambda place: float(place is not None and place <= 1)),
        session_5=by_session(lambda place: float(place is not None and place <= 5)),
        session_10=by_session(lambda place: float(place is not None and place <= 10)),
        session_mrr=by_session(_reciprocal),
    )


def pool_of(
    name: str, documents: int, asked: Sequence[Asked], session_of: dict[str, str]
) -> SearchPool:
    """Give the figures of one pool: over all, by group, and by category."""

    def split(label: Callable[[Asked], str]) -> tuple[tuple[str, SearchFigures], ...]:
        names = sorted({label(one) for one in asked})
        return tuple(
            (each, figures_of([one for one in asked if label(one) == each], session_of))
            for each in names
        )

    categories = split(lambda one: one.question.category)
    counted = [one for one in asked if not one.question.category.startswith("5")]
    if len(categories) > 1 and 0 < len(counted) < len(asked):
        categories = (*categories, ("without 5", figures_of(counted, session_of)))
    groups = split(lambda one: one.group)
    return SearchPool(name, documents, figures_of(asked, session_of), groups, categories)


def with_slip(text: str) -> str:
    """Give a question with one slip in its longest plain word; as it is when it has none.

    Two letters change places, one is left out, or one is typed twice; a digest of the text says
    which and where, never the first letter.
    """
    plain = [
        word
        for word in words(text)
        if word.kind == "word" and word.surface.isalpha() and len(word.surface) >= SLIPPED_CHARS_MIN
    ]
    if not plain:
        return text
    chosen = max(plain, key=lambda word: (len(word.surface), -word.start))
    surface, dice = chosen.surface, sha256(text.encode()).digest()
    at = 1 + dice[0] % (len(surface) - 2)
    slips = (
        surface[:at] + surface[at + 1] + surface[at] + surface[at + 2 :],
        surface[:at] + surface[at + 1 :],
        surface[:at] + surface[at] + surface[at:],
    )
    return text[: chosen.start] + slips[dice[1] % len(slips)] + text[chosen.end :]


def _fraction(keys: Sequence[str], gold: Sequence[str], depth: int) -> float:
    return len(set(keys[:depth]) & set(gold)) / len(gold)


def _place(keys: Sequence[str], gold: Sequence[str]) -> int | None:
    return next((place for place, key in enumerate(keys, 1) if key in gold), None)


def _reciprocal(place: int | None) -> float:
    return 1 / place if place else 0.0


def _sessions(one: Asked, session_of: dict[str, str]) -> list[str]:
    return sorted({session_of[key] for key in one.question.gold})
