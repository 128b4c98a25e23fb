"""Which facts say much the same, and what is a group of them called?

Source: CQR 12.5, ADR 0086.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from cortex.core.text.tokens import words
from cortex.model.ages import NewCluster
from cortex.model.lean_classes import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from cortex.model.facts import Fact

ALIKE_PERCENT = 30
"""Percent of their words that two statements share at least to be in one cluster (CQR 12.5)."""

LABEL_WORDS = 4
"""Words of a cluster's label (CQR 12.5)."""

MEMBERS_MIN = 2
"""Facts of a cluster at least; one alone is no cluster."""


class Seed(NamedTuple):
    """A cluster there is already, with its first fact, which newcomers are compared with."""

    cluster_id: int
    first: Fact


class _Group:
    """A cluster while it grows."""

    __slots__ = ("cluster_id", "first", "members", "terms")

    def __init__(self, first: Fact, terms: frozenset[str], cluster_id: int | None) -> None:
        self.first = first
        self.terms = terms
        self.cluster_id = cluster_id
        self.members = [first] if cluster_id is None else []


def clusters_of(facts: Sequence[Fact], seeds: Iterable[Seed] = ()) -> list[NewCluster]:
    """Give the clusters these facts form or join, in the order of their first fact.

    Each fact joins the first cluster whose first fact shares three tenths of its words; only facts
    of one scope and one owner are put together. The order of the facts decides, and nothing else.
    """
    groups: list[_Group] = []
    holding: dict[tuple[object, str], list[int]] = {}
    for seed in seeds:
        _open(groups, holding, _Group(seed.first, terms_of(seed.first), seed.cluster_id))
    for fact in facts:
        terms = terms_of(fact)
        joined = _nearest(groups, holding, _place(fact), terms)
        if joined is not None:
            joined.members.append(fact)
        elif terms:
            _open(groups, holding, _Group(fact, terms, None))
    return [
        NewCluster(
            group.first.content.scope_id,
            group.first.content.owner_id,
            label_of(group.members),
            tuple(sorted(fact.fact_id for fact in group.members)),
            group.cluster_id,
        )
        for group in groups
        if len(group.members) >= (MEMBERS_MIN if group.cluster_id is None else 1)
    ]


def terms_of(fact: Fact) -> frozenset[str]:
    """Give the terms of a statement, without words of grammar."""
    return frozenset(
        word.whole or " ".join(word.parts) for word in words(fact.content.text) if not word.is_stop
    )


def label_of(facts: Iterable[Fact]) -> str:
    """Give the words most of these facts use, the most used first, then by alphabet."""
    counts: Counter[str] = Counter()
    for fact in facts:
        counts.update(
            {word.surface.casefold() for word in words(fact.content.text) if not word.is_stop}
        )
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return " ".join(word for word, _ in ordered[:LABEL_WORDS])


def speaker_of(facts: Iterable[Fact]) -> Fact:
    """Give the fact that speaks for its cluster: the best, and of equals the newest."""
    return max(facts, key=lambda fact: (fact.content.quality, fact.fact_id))


def _place(fact: Fact) -> tuple[str, int | None]:
    return fact.content.scope_id, fact.content.owner_id


def _open(groups: list[_Group], holding: dict[tuple[object, str], list[int]], new: _Group) -> None:
    place = _place(new.first)
    for term in new.terms:
        holding.setdefault((place, term), []).append(len(groups))
    groups.append(new)


def _nearest(
    groups: Sequence[_Group],
    holding: Mapping[tuple[object, str], list[int]],
    place: tuple[str, int | None],
    terms: frozenset[str],
) -> _Group | None:
    """Give the first group that is alike, counting shared words through those who hold them."""
    shared: Counter[int] = Counter()
    for term in terms:
        shared.update(holding.get((place, term), ()))
    for index in sorted(shared):
        either = len(terms) + len(groups[index].terms) - shared[index]
        if shared[index] * 100 >= either * ALIKE_PERCENT:
            return groups[index]
    return None
