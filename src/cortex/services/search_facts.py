"""Which facts does a search find? By the same form as everything else, from their own postings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.core.search.ranking import UNIT, Query, Ranker, rarity
from cortex.core.text.tokens import index_terms
from cortex.model.lean_classes import NamedTuple
from cortex.model.search import Document, LeadKind

if TYPE_CHECKING:
    from cortex.model.facts import Fact
    from cortex.model.gates import Gate
    from cortex.model.search import ScoreStory, SearchQuestion
    from cortex.ports.brain import BrainReader
    from cortex.services.search_terms import Lookup

FACTS_MIN = 200
"""Facts scored at least, so that the first pages hold the same ones."""


class FoundFact(NamedTuple):
    """A fact and why it was found."""

    fact: Fact
    story: ScoreStory


def found_facts(
    reader: BrainReader, lookup: Lookup, question: SearchQuestion, gate: Gate, deep: int
) -> tuple[FoundFact, ...]:
    """Give the facts that share a word, as far as the gate lets them through, by number.

    ``deep`` is how many leads are looked at at most.
    """
    weighted = [
        (term.term, round(UNIT * rarity(lookup.corpus.documents, term.documents)))
        for term in lookup.terms
    ]
    hits = reader.lexical_hits(weighted, gate, max(FACTS_MIN, deep))
    facts = [
        fact
        for fact in reader.facts(sorted(number for number, _ in hits), gate)
        if question.takes(LeadKind.FACT, fact.content.created_us)
    ]
    counted = [(fact, index_terms(_said(fact))) for fact in facts]
    lengths = [sum(counts.values()) for _, counts in counted]
    corpus = lookup.corpus
    if not lookup.documents and lengths:
        corpus = corpus._replace(length=sum(lengths) / len(lengths))
    occurrences: dict[str, dict[int, int]] = {}
    for fact, counts in counted:
        for term, count in counts.items():
            occurrences.setdefault(term, {})[fact.fact_id] = count
    ranker = Ranker(Query(corpus, lookup.terms), occurrences)
    return tuple(
        FoundFact(fact, story)
        for (fact, _), length in zip(counted, lengths, strict=True)
        if (story := ranker.score(_document(fact, length), ())).terms
    )


def _said(fact: Fact) -> str:
    content = fact.content
    parts = (content.naming.subject, content.text, content.context)
    return "\n".join(str(part) for part in parts if part)


def _document(fact: Fact, length: int) -> Document:
    at_us = fact.content.created_us
    return Document(
        fact.fact_id, None, LeadKind.FACT, "", at_us, length, is_question=False, has_time=False
    )
