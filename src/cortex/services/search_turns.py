"""Which observations does a search find, and how does each score beside its neighbours?

Every posting read gives its document a first look. The best of them and their neighbours are then
scored closely; the others follow in the order of the first look, so that pages go to the end.
"""

from __future__ import annotations

from bisect import bisect_right
from operator import neg
from typing import TYPE_CHECKING

from cortex.core.search.ranking import REACH, Lender, Query, Ranker, named_speaker
from cortex.core.text.tokens import index_terms
from cortex.model.lean_classes import NamedTuple
from cortex.model.search import NO_SESSION

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from cortex.model.search import Document, ScoreStory, SearchQuestion
    from cortex.model.turns import Turn
    from cortex.ports.brain import BrainReader
    from cortex.services.search_terms import Lookup

CLOSE_MAX = 200
"""Documents scored closely, their neighbours besides; deeper changes nothing in the first ten."""

ROUNDED = 6
"""Digits of a first look that count, so that rounding of the last bit moves nothing."""


class Found(NamedTuple):
    """What was found: ``stories`` of those scored closely, then ``rest`` in order.

    ``documents`` are all of them; ``session_scores`` of the sessions scored.
    """

    documents: dict[int, Document]
    stories: dict[int, ScoreStory]
    rest: tuple[Document, ...]
    session_scores: dict[int, float]


class Wish(NamedTuple):
    """What of the finds is wanted: ``sessions`` None is any, ``deep`` how many at most.

    ``closed`` are the sources of which nothing may be read, nor heard beside others.
    """

    question: SearchQuestion
    sessions: frozenset[int] | None
    deep: int
    closed: frozenset[int] = frozenset()

    def takes(self, document: Document) -> bool:
        """Tell whether a document was asked for."""
        is_there = self.sessions is None or document.session_no in self.sessions
        return is_there and self.question.takes(document.kind, document.at_us)


def find_turns(reader: BrainReader, lookup: Lookup, wish: Wish) -> Found:
    """Give observations that share a word and are wanted, best first, at least ``deep`` of them.

    Fewer when there are no more.
    """
    looks = Ranker(Query(lookup.corpus, lookup.terms), {}).first_looks(lookup.postings)
    wanted = _wanted(reader, looks, wish)
    close, rest = wanted[:CLOSE_MAX], wanted[CLOSE_MAX:]
    around = reader.turns.around(
        [one.observation_id for one in close if one.session_no is not None], 2 * REACH
    )
    known = _with_neighbours(reader, close, around, wish.closed)
    ranker = Ranker(_query(lookup, known), _occurrences(reader, lookup, known))
    scores = _session_scores(reader, lookup, known.values(), ranker)
    places = {**_places(around), **_places_beside(known)}
    chosen = {one.observation_id for one in close}
    chosen.update(other for one in close for other, _ in places.get(one.observation_id, ()))
    stories = {}
    for number in sorted(chosen & known.keys()):
        document = known[number]
        if wish.takes(document):
            session_score = scores.get(document.session_no or NO_SESSION, 0.0)
            story = ranker.score(document, _lenders(number, places, known), session_score)
            if story.terms:
                stories[number] = story
    documents = {**known, **{one.observation_id: one for one in rest}}
    left = tuple(one for one in rest if one.observation_id not in stories)
    return Found(documents, stories, left, scores)


def _wanted(reader: BrainReader, looks: Mapping[int, float], wish: Wish) -> list[Document]:
    """Give the best that may be offered and are wanted: as many as are looked at, and one more."""
    enough = max(CLOSE_MAX, wish.deep + 1)
    found: list[Document] = []
    for chunk in _in_order(looks, enough):
        known = _documents(reader, chunk, wish.closed)
        found += [known[one] for one in chunk if one in known and wish.takes(known[one])]
        if len(found) >= enough:
            break
    return found[:enough]


def _in_order(looks: Mapping[int, float], first: int) -> Iterator[list[int]]:
    """Yield documents in pieces, the best first, of equals the newer; ``first`` in the first piece.

    Only a leading part is put in order as long as nobody asks for more.
    """
    values = sorted(looks.values(), reverse=True)
    start = 0
    while start < len(values):
        end = min(len(values), 2 * start + first)
        least = values[end - 1]
        above = values[start - 1] if start else float("inf")
        piece = [one for one, value in looks.items() if least <= value < above]
        yield sorted(piece, key=lambda one: (-round(looks[one], ROUNDED), -one))
        start = bisect_right(values, -least, key=neg)


def _occurrences(
    reader: BrainReader, lookup: Lookup, known: Mapping[int, Document]
) -> dict[str, dict[int, int]]:
    """Give how often each term stands in the documents looked at closely."""
    numbers = sorted(known)
    found: dict[str, dict[int, int]] = {}
    for term in lookup.terms:
        held = lookup.postings.get(term.term)
        found[term.term] = (
            reader.search_index.occurrences(term.term, numbers)
            if held is None
            else {one[1]: one[2] for one in held if one[1] in known}
        )
    return found


def _with_neighbours(
    reader: BrainReader,
    close: Sequence[Document],
    around: Mapping[int, Sequence[Turn]],
    closed: frozenset[int],
) -> dict[int, Document]:
    """Give documents with those around them, by number."""
    numbers = {one.observation_id for one in close}
    numbers.update(turn.observation_id for turns in around.values() for turn in turns)
    numbers.update(
        one.observation_id + distance
        for one in close
        if one.session_no is None
        for distance in range(-2 * REACH, 2 * REACH + 1)
    )
    return _documents(reader, sorted(numbers), closed)


def _documents(
    reader: BrainReader, numbers: Sequence[int], closed: frozenset[int]
) -> dict[int, Document]:
    """Give those of these that may be offered, by number."""
    return {
        one.observation_id: one
        for one in reader.search_index.documents(numbers)
        if one.source_no not in closed
    }


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


def _places_beside(known: Mapping[int, Document]) -> dict[int, list[tuple[int, int]]]:
    """Give for each document outside a session what its source handed over right beside it."""
    alone = {number: one for number, one in known.items() if one.session_no is None}
    return {
        number: [
            (number + distance, distance)
            for distance in range(-REACH, REACH + 1)
            if distance
            and (other := alone.get(number + distance))
            and other.source_no == one.source_no
        ]
        for number, one in alone.items()
    }


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
        for session_no, _, occurrences, _ in held:
            if session_no in sizes:
                own = counts.setdefault(session_no, {})
                own[term] = own.get(term, 0) + occurrences
    return {
        number: ranker.session_score(own, sizes[number])
        for number, own in sorted(counts.items())
        if sizes[number].documents > 1
    }
