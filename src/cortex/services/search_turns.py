"""Which observations does a search find, and how does each score beside its neighbours?

Every posting read gives its document a first look. The best of them and their neighbours are then
scored closely; the others follow in the order of the first look, so that pages go to the end.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from cortex.core.search.ranking import REACH, Lender, Query, Ranker, named_speaker
from cortex.core.text.tokens import index_terms

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from cortex.model.search import Document, ScoreStory, SearchQuestion
    from cortex.model.turns import Turn
    from cortex.ports.brain import BrainReader
    from cortex.services.search_terms import Lookup

CLOSE_MAX = 200
"""Documents scored closely, their neighbours besides; deeper changes nothing in the first ten."""

CHUNK = 500
"""Documents asked at a time whether they may be offered."""


class Found(NamedTuple):
    """What was found: ``stories`` of those scored closely, then ``rest`` in order.

    ``documents`` are all of them; ``session_scores`` of the sessions scored.
    """

    documents: dict[int, Document]
    stories: dict[int, ScoreStory]
    rest: tuple[Document, ...]
    session_scores: dict[int, float]


def find_turns(
    reader: BrainReader,
    lookup: Lookup,
    question: SearchQuestion,
    sessions: frozenset[int] | None,
) -> Found:
    """Give every observation that shares a word and was asked for, best first."""
    occurrences: dict[str, dict[int, int]] = {
        term: {one.observation_id: one.occurrences for one in held}
        for term, held in lookup.postings.items()
    }
    looks = _first_looks(lookup)
    wanted = _offered(reader, looks, question, sessions)
    close, rest = wanted[:CLOSE_MAX], wanted[CLOSE_MAX:]
    around = reader.turns.around(
        [one.observation_id for one in close if one.session_no is not None], 2 * REACH
    )
    known = _with_neighbours(reader, close, around)
    for term in lookup.terms:
        if term.term not in occurrences:
            held = reader.search_index.occurrences(term.term, sorted(known))
            occurrences[term.term] = held
    ranker = Ranker(_query(lookup, known), occurrences)
    scores = _session_scores(reader, lookup, known.values(), ranker)
    stories = {}
    places = _places(around)
    for number, document in known.items():
        if not _is_asked(document, question, sessions):
            continue
        lenders = _lenders(number, places, known)
        session = scores.get(document.session_no or 0, 0.0)
        story = ranker.score(document, lenders, session)
        if story.terms:
            stories[number] = story
    documents = {**known, **{one.observation_id: one for one in rest}}
    left = tuple(one for one in rest if one.observation_id not in stories)
    return Found(documents, stories, left, scores)


def _first_looks(lookup: Lookup) -> list[int]:
    """Give the documents of all postings read, by what their own words are worth."""
    ranker = Ranker(Query(lookup.corpus, lookup.terms), {})
    looks: dict[int, float] = {}
    for place, term in enumerate(lookup.terms):
        for one in lookup.postings.get(term.term, ()):
            value = ranker.first_look(one.occurrences, one.length, place)
            looks[one.observation_id] = looks.get(one.observation_id, 0.0) + value
    return sorted(looks, key=lambda number: (-round(looks[number], 6), number))


def _offered(
    reader: BrainReader,
    numbers: Sequence[int],
    question: SearchQuestion,
    sessions: frozenset[int] | None,
) -> list[Document]:
    """Give those that may be offered and were asked for, in the given order."""
    found = []
    for start in range(0, len(numbers), CHUNK):
        chunk = numbers[start : start + CHUNK]
        known = {one.observation_id: one for one in reader.search_index.documents(chunk)}
        found += [
            known[number]
            for number in chunk
            if number in known and _is_asked(known[number], question, sessions)
        ]
    return found


def _is_asked(
    document: Document, question: SearchQuestion, sessions: frozenset[int] | None
) -> bool:
    return (sessions is None or document.session_no in sessions) and question.takes(
        document.kind, document.at_us
    )


def _with_neighbours(
    reader: BrainReader, close: Sequence[Document], around: Mapping[int, Sequence[Turn]]
) -> dict[int, Document]:
    """Give documents with those around them, by number."""
    numbers = {one.observation_id for one in close}
    numbers.update(turn.observation_id for turns in around.values() for turn in turns)
    return {one.observation_id: one for one in reader.search_index.documents(sorted(numbers))}


def _places(around: Mapping[int, Sequence[Turn]]) -> dict[int, list[tuple[int, int]]]:
    """Give for each turn that was read its neighbours as (observation, distance)."""
    places: dict[int, dict[int, int]] = {}
    for turns in around.values():
        for place, turn in enumerate(turns):
            own = places.setdefault(turn.observation_id, {})
            for other in range(max(0, place - REACH), min(len(turns), place + REACH + 1)):
                if other != place:
                    own[turns[other].observation_id] = other - place
    return {number: sorted(own.items()) for number, own in places.items()}


def _lenders(
    number: int,
    places: Mapping[int, Sequence[tuple[int, int]]],
    known: Mapping[int, Document],
) -> list[Lender]:
    return [
        Lender(known[other], distance)
        for other, distance in places.get(number, ())
        if other in known
    ]


def _query(lookup: Lookup, known: Mapping[int, Document]) -> Query:
    speakers = {
        one.speaker.casefold(): frozenset(index_terms(one.speaker))
        for one in known.values()
        if one.is_person
    }
    speaker = named_speaker([term.term for term in lookup.terms], speakers)
    return Query(lookup.corpus, lookup.terms, lookup.wants_time, speaker)


def _session_scores(
    reader: BrainReader, lookup: Lookup, documents: Iterable[Document], ranker: Ranker
) -> dict[int, float]:
    """Score the sessions of the documents that have more than one turn."""
    wanted = {one.session_no for one in documents if one.session_no is not None}
    sizes = reader.search_index.session_sizes(sorted(wanted))
    counts: dict[int, dict[str, int]] = {}
    for term, held in lookup.postings.items():
        for one in held:
            if one.session_no in sizes and one.session_no is not None:
                own = counts.setdefault(one.session_no, {})
                own[term] = own.get(term, 0) + one.occurrences
    return {
        number: ranker.session_score(own, sizes[number])
        for number, own in sorted(counts.items())
        if sizes[number].documents > 1
    }
