"""Which words lead to which others, judged from what independent sources wrote?

A route needs two origins that use both words. Copies are one origin: the same text joins the
sources it stands in, and what those share with others, so that repeating a thing never makes it
more likely. Source: CQR 6.5, ADR 0130.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from cortex.core.text.tokens import query_words
from cortex.model.associations import Alias, Evidence, Support
from cortex.model.limits import (
    ASSOCIATION_CUES_MAX,
    ASSOCIATION_OPENING_CHARS_MAX,
    ASSOCIATION_TERMS_MAX,
    ASSOCIATIONS_MAX,
)
from cortex.model.observations import Role
from cortex.model.text import REDACTED

ORIGINS_MIN = 2
"""Independent origins below which two words beside each other are a coincidence (CQR 6.5)."""

SUPPORT_FULL = 8
"""Origins that make a route as strong as support alone can (CQR 6.5)."""

FEEDBACK_MAX = 2
"""Most that what was said about its sources counts, in eighths, either way (CQR 6.5)."""

TERM_CHARS_MIN = 3
"""Letters of a word of the Latin alphabet; other scripts say more with fewer (CQR 6.3)."""

TERM_CHARS_MAX = 64


def terms_in(text: str) -> Iterator[str]:
    """Yield the words of a text that can lead anywhere, as terms, in text order, repeats too."""
    for word in query_words(text):
        for term in word.parts:
            is_long_enough = len(term) >= TERM_CHARS_MIN or not term.isascii()
            if is_long_enough and len(term) <= TERM_CHARS_MAX and not word.is_stop:
                yield term


def features(text: str) -> tuple[str, ...]:
    """Give the first distinct terms of a text, at most ``ASSOCIATION_TERMS_MAX``."""
    found: dict[str, None] = {}
    beginning = text[:ASSOCIATION_OPENING_CHARS_MAX].replace(REDACTED, " ")
    for term in terms_in(beginning):
        found.setdefault(term)
        if len(found) == ASSOCIATION_TERMS_MAX:
            break
    return tuple(found)


def cue_terms(cues: Iterable[str]) -> tuple[str, ...]:
    """Give the distinct terms of a question that routes are looked up for, in its order."""
    found = dict.fromkeys(term for cue in cues for term in terms_in(cue))
    return tuple(found)[:ASSOCIATION_CUES_MAX]


def supports(evidence: Sequence[Evidence]) -> list[Support]:
    """Give what each observation teaches, and to which origin it belongs, by id."""
    origins = _origins(evidence)
    return [
        Support(
            one.observation_id,
            origins[_lineage(one)],
            features(one.opening),
            one.source_no,
        )
        for one in sorted(evidence)
    ]


def aliases(
    asked: Sequence[str], supporting: Sequence[Support], feedback: Mapping[int, int]
) -> list[Alias]:
    """Give the routes from the terms asked for to terms that were not, strongest first.

    Args:
        asked: as ``cue_terms`` gives them.
        supporting: the observations that hold any of them and may still be offered.
        feedback: what was said about each observation, summed.
    """
    together: dict[tuple[str, str], list[Support]] = defaultdict(list)
    wanted = set(asked)
    for support in supporting:
        held = wanted.intersection(support.terms)
        for cue in held:
            for term in set(support.terms) - wanted:
                together[cue, term].append(support)
    several = [(pair, both) for pair, both in together.items() if len(both) >= ORIGINS_MIN]
    routes = [_route(pair, both, feedback) for pair, both in several]
    found = [route for route in routes if route.support >= ORIGINS_MIN and route.score > 0]
    found.sort(key=lambda route: (-route.score, route.alias, route.cue))
    return found[:ASSOCIATIONS_MAX]


def _route(pair: tuple[str, str], both: Sequence[Support], feedback: Mapping[int, int]) -> Alias:
    origins = len({support.origin for support in both})
    ids = tuple(sorted(support.observation_id for support in both))
    said = sum(feedback.get(observation_id, 0) for observation_id in ids)
    said = max(-FEEDBACK_MAX, min(FEEDBACK_MAX, said))
    score = (min(origins, SUPPORT_FULL) + said) / SUPPORT_FULL
    return Alias(*pair, max(0.0, min(1.0, score)), origins, said, ids)


def _lineage(one: Evidence) -> tuple[int, str]:
    """Give who says it: a document is one voice for ever, a person is one in each session."""
    return one.source_no, one.generation if one.role is Role.USER_STATEMENT else ""


def _origins(evidence: Sequence[Evidence]) -> dict[tuple[int, str], int]:
    """Number the lineages; those that share a text, directly or through others, are one."""
    numbered: dict[tuple[int, str], int] = {}
    joined: dict[int, int] = {}

    def top(number: int) -> int:
        while number in joined:
            number = joined[number]
        return number

    first_with: dict[str, int] = {}
    for one in sorted(evidence):
        mine = top(numbered.setdefault(_lineage(one), len(numbered) + 1))
        other = top(first_with.setdefault(one.digest, mine))
        if mine != other:
            joined[max(mine, other)] = min(mine, other)
    return {lineage: top(number) for lineage, number in numbered.items()}
