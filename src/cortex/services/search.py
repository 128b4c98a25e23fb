"""Where could the answer be? Leads from observations, turns and facts, best first.

Reads one snapshot and writes nothing. Recall first: what shares a word is found, ranked and
labelled as a lead; admission of facts is another matter. Source: ADR 0168, docs/formats/search.md.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from cortex.core.search.passages import best_passage
from cortex.core.search.ranking import rarity, session_order, total
from cortex.model.capture_policy import EVERYTHING_ALLOWED
from cortex.model.lean_classes import NamedTuple
from cortex.model.limits import SEARCH_LEADS_MAX
from cortex.model.search import (
    Document,
    LeadKind,
    ScoreStory,
    SearchCoverage,
    SearchLead,
    SearchPage,
    SearchQuestion,
    SessionLead,
)
from cortex.model.text import CleanText
from cortex.services.closed_sources import closed_sources
from cortex.services.search_facts import FoundFact, found_facts
from cortex.services.search_terms import Lookup, look_up
from cortex.services.search_turns import Found, Wish, find_turns

if TYPE_CHECKING:
    from cortex.model.capture_policy import CapturePolicy
    from cortex.model.gates import Gate
    from cortex.model.observations import Observation
    from cortex.ports.brain import Brain, BrainReader

SESSIONS_SHOWN_MAX = 10
"""Sessions named beside the leads."""

KIND_ORDER = {kind: place for place, kind in enumerate(LeadKind)}


class _Ranked(NamedTuple):
    """A find of either sort; ``story`` is None for what was not looked at closely."""

    kind: LeadKind
    number: int
    score: int
    story: ScoreStory | None


def search(
    brain: Brain,
    question: SearchQuestion,
    principal: str,
    gate: Gate,
    policy: CapturePolicy = EVERYTHING_ALLOWED,
) -> SearchPage:
    """Give a page of leads for a question. ``gate`` holds the scopes, and judges facts.

    The same store, question and policy give the same bytes. A question without words finds nothing.
    """
    with brain.reading() as reader:
        closed = frozenset(closed_sources(reader, principal, policy))
        return _searched(reader, question, principal, gate, closed)


def _searched(
    reader: BrainReader,
    question: SearchQuestion,
    principal: str,
    gate: Gate,
    closed: frozenset[int],
) -> SearchPage:
    lookup = look_up(reader, question.text, principal, gate.scope_ids)
    sessions = _sessions_asked(reader, question, principal)
    deep = question.skip + min(question.limit, SEARCH_LEADS_MAX)
    turns = find_turns(reader, lookup, Wish(question, sessions, deep, closed))
    facts = _facts(reader, lookup, question, gate, deep)
    order = _merged(turns, facts)
    page = order[question.skip : deep]
    return SearchPage(
        question=question,
        leads=tuple(_leads(reader, page, turns, facts, lookup)),
        sessions=tuple(_session_leads(reader, turns)),
        coverage=_coverage(reader, lookup, gate),
        has_more=len(order) > deep,
    )


def ranked_observations(
    reader: BrainReader,
    text: str,
    principal: str,
    scope_ids: Sequence[str],
    limit: int,
    closed: Sequence[int] = (),
) -> list[Observation]:
    """Give the observations that share a word with a text, best first.

    Without facts, without what is found through its neighbours alone, and without those of the
    ``closed`` sources.
    """
    lookup = look_up(reader, text, principal, scope_ids)
    turns = find_turns(reader, lookup, Wish(SearchQuestion(text), None, limit, frozenset(closed)))
    holding = [one for one in _merged(turns, ()) if one.story is None or one.story.own]
    found = (reader.observations.find(one.number) for one in holding[:limit])
    return [seen for seen in found if seen is not None]


def _sessions_asked(
    reader: BrainReader, question: SearchQuestion, principal: str
) -> frozenset[int] | None:
    """Give the sessions a search is held to, or None when it is held to none."""
    if question.session is None:
        return None
    named = reader.turns.sessions_named(principal, question.session)
    return frozenset(one.session_no for one in named)


def _facts(
    reader: BrainReader, lookup: Lookup, question: SearchQuestion, gate: Gate, deep: int
) -> tuple[FoundFact, ...]:
    is_wanted = not question.kinds or LeadKind.FACT in question.kinds
    if question.session is not None or not is_wanted:
        return ()
    return found_facts(reader, lookup, question, gate, deep)


def _merged(turns: Found, facts: Sequence[FoundFact]) -> list[_Ranked]:
    """Give one order: what was scored closely, then the rest by its first look.

    Of equals a fact comes first, and then the newer one.
    """
    close = [
        _Ranked(turns.documents[number].kind, number, total(story), story)
        for number, story in turns.stories.items()
    ]
    close += [
        _Ranked(LeadKind.FACT, one.fact.fact_id, total(one.story), one.story) for one in facts
    ]
    close.sort(key=lambda one: (-one.score, KIND_ORDER[one.kind], -one.number))
    least = close[-1].score if close else 0
    rest = [_Ranked(one.kind, one.observation_id, least, None) for one in turns.rest]
    return close + rest


def _leads(
    reader: BrainReader,
    page: Sequence[_Ranked],
    turns: Found,
    facts: Sequence[FoundFact],
    lookup: Lookup,
) -> list[SearchLead]:
    known = {one.fact.fact_id: one for one in facts}
    weights = {term.term: rarity(lookup.documents, term.documents) for term in lookup.terms}
    leads = []
    for one in page:
        if one.kind is LeadKind.FACT:
            leads.append(_fact_lead(known[one.number], one, weights))
        else:
            leads.append(_observation_lead(reader, one, turns.documents, weights))
    return leads


def _fact_lead(found: FoundFact, ranked: _Ranked, weights: Mapping[str, float]) -> SearchLead:
    content = found.fact.content
    span = best_passage(content.text, weights)
    return SearchLead(
        kind=LeadKind.FACT,
        reference=found.fact.reference,
        score=ranked.score,
        passage=CleanText(content.text[span.start : span.end]),
        start=span.start,
        end=span.end,
        text_length=len(content.text),
        at_us=content.created_us,
        scope_id=content.scope_id,
        speaker=content.provenance.source_agent,
        story=ranked.story,
    )


def _observation_lead(
    reader: BrainReader,
    ranked: _Ranked,
    documents: Mapping[int, Document],
    weights: Mapping[str, float],
) -> SearchLead:
    seen = reader.observations.find(ranked.number)
    assert seen is not None
    document = documents[ranked.number]
    session = (
        None if document.session_no is None else reader.turns.find_session(document.session_no)
    )
    text = str(seen.event.text)
    span = best_passage(text, weights)
    return SearchLead(
        kind=ranked.kind,
        reference=seen.reference,
        score=ranked.score,
        passage=CleanText(text[span.start : span.end]),
        start=span.start,
        end=span.end,
        text_length=len(text),
        at_us=document.at_us,
        scope_id=seen.source.scope_id,
        speaker=document.speaker,
        source=seen.source.key,
        session=session.key if session else "",
        host=session.host if session else "",
        story=ranked.story,
    )


def _session_leads(reader: BrainReader, turns: Found) -> list[SessionLead]:
    """Give the sessions of what was scored closely, best first."""
    best: dict[int, int] = {}
    for number, story in turns.stories.items():
        session_no = turns.documents[number].session_no
        if session_no is not None:
            best[session_no] = max(best.get(session_no, 0), total(story))
    leads = []
    for session_no, score in session_order(best, turns.session_scores)[:SESSIONS_SHOWN_MAX]:
        session = reader.turns.find_session(session_no)
        assert session is not None
        leads.append(SessionLead(session.key, session.host, session.scope_id, score))
    return leads


def _coverage(reader: BrainReader, lookup: Lookup, gate: Gate) -> SearchCoverage:
    return SearchCoverage(
        scope_ids=gate.scope_ids,
        documents=lookup.documents,
        facts=lookup.facts,
        pending=reader.search_index.pending(),
        unseen=lookup.unseen,
        replaced=lookup.replaced,
        common=lookup.common,
    )
