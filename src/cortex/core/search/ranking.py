"""In which order are documents shown for a question, and why?

BM25 in which a turn of a session is also heard through its neighbours, inside the saturation, and
gains from what its whole session says. A document outside a session is heard through what its
source handed over beside it: one form for conversations and for developer text.
Source: ADR 0168, docs/formats/search.md.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from cortex.model.lean_classes import NamedTuple
from cortex.model.search import USER, Document, Posting, ScoreStory, SessionSize, TermShare

SATURATION = 1.2
"""How fast more of the same word stops counting (k1 of BM25)."""

LENGTH_SHARE = 0.75
"""How much of a text's length counts against it (b of BM25)."""

NEIGHBOUR_SHARE = 0.5
"""What a word of a neighbour counts, for a turn of no length."""

GATE_TERMS = 60
"""Terms of a turn at which its neighbours count half of that: a long message needs no context."""

SESSION_SHARE = 0.7
"""What the score of its session adds to a turn."""

PERSON_WEIGHTS = {-2: 0.5, -1: 1.0, 1: 0.5, 2: 0.25}
"""What a neighbour lends, by its place: people answer what was said just before."""

PART_WEIGHTS = {-2: 0.5, -1: 1.0, 1: 1.0, 2: 0.5}
"""What a user's, an assistant's or a tool's turn lends: either side may hold the subject."""

DOCUMENT_WEIGHTS = {-2: 0.2, -1: 0.4, 1: 0.4, 2: 0.2}
"""What the documents lend that a source handed over just before and after: the entries of a log
belong together more often than not. Less than a talk's, since a folder's do not."""

PERSON_WEIGHTS_SUM = sum(PERSON_WEIGHTS.values())
PART_WEIGHTS_SUM = sum(PART_WEIGHTS.values())
DOCUMENT_WEIGHTS_SUM = sum(DOCUMENT_WEIGHTS.values())
"""What a turn with all its neighbours is lent, the measure of their length."""

ANSWERED_WEIGHT = 3.0
"""What a person's question lends to the turn right behind it, which answers it."""

REACH = 2
"""Turns on either side that lend."""

SPEAKER_FACTOR = 1.15
"""For a turn of the one speaker whom the question names."""

USER_FACTOR = 1.3
"""For a user's turn in a talk with an assistant: what was wanted, in few words."""

QUESTION_FACTOR = 0.9
"""For a person's turn that ends as a question: it asks and does not tell."""

WHEN_FACTOR = 1.2
"""For a turn that speaks of a time, when a time is asked for."""

LENGTH_POWER = 0.3
"""How much a person's longer turn gains: small talk is short."""

SESSION_MIX = 0.3
"""How much a session's place among sessions rests on its own score, the rest on its best turn's."""

UNIT = 1000
"""Scores are whole thousandths, so that rounding of the last digit moves nothing."""


class Corpus(NamedTuple):
    """What is searched: how many documents and sessions, and how long they are on average."""

    documents: int
    length: float
    sessions: int
    session_length: float


class Term(NamedTuple):
    """A term that something holds: in how many documents and sessions, and what it was asked as.

    ``importance`` is what it counts beside equally rare ones.
    """

    term: str
    documents: int
    sessions: int
    word: str
    through: str = ""
    importance: float = 1.0


Occurrences = Mapping[str, Mapping[int, int]]
"""Term -> observation -> how often it stands there."""


class Lender(NamedTuple):
    """A neighbour and how many turns away it is, before (below 0) or after."""

    document: Document
    distance: int


class Query(NamedTuple):
    """A question against a corpus. ``speaker`` is the one known speaker it names, or empty."""

    corpus: Corpus
    terms: tuple[Term, ...]
    wants_time: bool = False
    speaker: str = ""


class Ranker:
    """Scores documents for one question."""

    def __init__(self, query: Query, occurrences: Occurrences) -> None:
        self._query = query
        corpus = query.corpus
        self._length = max(corpus.length, 1.0)
        self._session_length = max(corpus.session_length, 1.0)
        self._weights = [
            (
                term,
                occurrences.get(term.term, {}),
                term.importance * rarity(corpus.documents, term.documents),
            )
            for term in query.terms
        ]
        self._session_weights = {
            term.term: term.importance * rarity(corpus.sessions, term.sessions)
            for term in query.terms
        }

    def first_looks(self, postings: Mapping[str, Sequence[Posting]]) -> dict[int, float]:
        """Give what the own words of every document are worth, as far as postings were read."""
        looks: dict[int, float] = {}
        fixed = SATURATION * (1 - LENGTH_SHARE)
        by_length = SATURATION * LENGTH_SHARE / self._length
        for term, _, weight in self._weights:
            whole = weight * (1 + SATURATION)
            for _, number, count, length in postings.get(term.term, ()):
                value = whole * count / (count + fixed + by_length * length)
                looks[number] = looks.get(number, 0.0) + value
        return looks

    def session_score(self, counts: Mapping[str, int], size: SessionSize) -> float:
        """Score a session as one document; ``counts`` are the occurrences of each term in it."""
        norm = self._norm(size.length / self._session_length)
        return sum(
            self._session_weights[term] * saturated(count / norm)
            for term, count in sorted(counts.items())
        )

    def score(
        self, document: Document, lenders: Sequence[Lender], session_score: float = 0.0
    ) -> ScoreStory:
        """Score one document beside its neighbours, and say what gave how much."""
        length = document.length / self._length
        norm = self._norm(length)
        is_person = document.is_person
        shares = [(one.document.observation_id, weight_of(one)) for one in lenders]
        lent = sum(
            share * one.document.length for one, (_, share) in zip(lenders, shares, strict=True)
        )
        usual = PERSON_WEIGHTS_SUM if is_person else PART_WEIGHTS_SUM
        if document.session_no is None:
            usual = DOCUMENT_WEIGHTS_SUM
        near_norm = self._norm(lent / (usual * self._length))
        gate = NEIGHBOUR_SHARE / (1 + document.length / GATE_TERMS)
        factors = self._factors(document, length, is_person=is_person)
        factor = math.prod(permille / UNIT for _, permille in factors)
        own = whole = 0.0
        told: list[TermShare] = []
        for term, holders, weight in self._weights:
            count = holders.get(document.observation_id, 0)
            near = 0.0
            for number, share in shares:
                if number in holders:
                    near += share * holders[number]
            if not count and not near:
                continue
            mine = count / norm
            value = weight * saturated(mine + gate * near / near_norm)
            own += weight * saturated(mine)
            whole += value
            told.append(TermShare(term.word, round(UNIT * value * factor), term.through))
        return ScoreStory(
            own=round(UNIT * own * factor),
            neighbours=round(UNIT * whole * factor) - round(UNIT * own * factor),
            session=round(UNIT * SESSION_SHARE * session_score),
            terms=tuple(told),
            factors=tuple(factors),
        )

    def _factors(
        self, document: Document, length: float, *, is_person: bool
    ) -> list[tuple[str, int]]:
        found: list[tuple[str, int]] = []
        speaker = document.speaker.casefold()
        if speaker == USER:
            found.append(("user", round(UNIT * USER_FACTOR)))
        elif is_person:
            found.append(("length", round(UNIT * (1 + length) ** LENGTH_POWER)))
            if document.is_question:
                found.append(("question", round(UNIT * QUESTION_FACTOR)))
            if speaker == self._query.speaker:
                found.append(("speaker", round(UNIT * SPEAKER_FACTOR)))
        if speaker and self._query.wants_time and document.has_time:
            found.append(("when", round(UNIT * WHEN_FACTOR)))
        return found

    @staticmethod
    def _norm(relative_length: float) -> float:
        return 1 - LENGTH_SHARE + LENGTH_SHARE * relative_length


def rarity(total: int, holding: int) -> float:
    """Give how much a term tells: much when few of all hold it, never less than nothing."""
    return math.log(1 + (total - holding + 0.5) / (holding + 0.5))


def saturated(share: float) -> float:
    """Give what a frequency counts: less and less for each more, 1 for an average one."""
    return (1 + SATURATION) * share / (SATURATION + share)


def weight_of(lender: Lender) -> float:
    """Give what a neighbour lends, by where it stands and who speaks."""
    document = lender.document
    if document.session_no is None:
        return DOCUMENT_WEIGHTS[lender.distance]
    if not document.is_person:
        return PART_WEIGHTS[lender.distance]
    if lender.distance == -1 and document.is_question:
        return ANSWERED_WEIGHT
    return PERSON_WEIGHTS[lender.distance]


def total(story: ScoreStory) -> int:
    """Give the score a story adds up to."""
    return story.own + story.neighbours + story.session


def session_order(best: Mapping[int, int], scores: Mapping[int, float]) -> list[tuple[int, int]]:
    """Give (session, permille) of sessions: their best turn's score mixed with their own."""
    highest = max(best.values(), default=0) or 1
    widest = max(scores.values(), default=0.0) or 1.0
    mixed = [
        (
            number,
            round(UNIT * (
                SESSION_MIX * scores.get(number, 0.0) / widest
                + (1 - SESSION_MIX) * best[number] / highest
            )),
        )
        for number in best
    ]  # fmt: skip
    return sorted(mixed, key=lambda one: (-one[1], one[0]))


def named_speaker(terms: Sequence[str], speakers: Mapping[str, frozenset[str]]) -> str:
    """Give the one speaker (folded name) all of whose name's terms are asked for; else empty."""
    asked = set(terms)
    named = sorted(name for name, parts in speakers.items() if parts and parts <= asked)
    return named[0] if len(named) == 1 else ""
