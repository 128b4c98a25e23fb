"""Which stored terms does a search go by, how rare is each, and which words did nobody store?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.core.search.questions import SLIPS_MAX, Asked, read
from cortex.core.search.ranking import Corpus, Term
from cortex.core.text.edits import SLIP_CHARS_MIN, is_one_slip
from cortex.model.lean_classes import NamedTuple
from cortex.model.limits import SEARCH_POSTINGS_MAX
from cortex.model.search import NO_SESSION

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cortex.model.search import Posting, Space
    from cortex.ports.brain import BrainReader


class Lookup(NamedTuple):
    """A question against a store.

    ``terms`` are those that something holds, in the question's order. ``postings`` are of the terms
    read whole; ``common`` are the words of the others. ``documents`` and ``facts`` count what there
    is; ``length`` is the sum over the documents.
    """

    spaces: tuple[Space, ...]
    documents: int
    facts: int
    corpus: Corpus
    terms: tuple[Term, ...]
    postings: dict[str, list[Posting]]
    wants_time: bool
    unseen: tuple[str, ...]
    replaced: tuple[tuple[str, str], ...]
    common: tuple[str, ...]


def look_up(
    reader: BrainReader, text: str, principal: str, scope_ids: Sequence[str] | None
) -> Lookup:
    """Read a question and the postings of its terms, the rarest first, within the limit."""
    reading = read(text)
    index = reader.search_index
    spaces = tuple(index.spaces(principal, scope_ids))
    space_nos = [space.space_no for space in spaces]
    names = [asked.term for asked in reading.terms]
    held = index.frequencies(space_nos, names)
    of_facts = reader.term_frequencies(names)
    asked, unseen = _settled(reader, space_nos, reading.terms, held, of_facts)
    counts = {one.term: held.get(one.term, 0) + of_facts.get(one.term, 0) for one in asked}
    postings: dict[str, list[Posting]] = {}
    common = []
    read_so_far = 0
    for one in sorted(asked, key=lambda one: (held.get(one.term, 0), one.term)):
        count = held.get(one.term, 0)
        if postings and read_so_far + count > SEARCH_POSTINGS_MAX:
            common.append(one.word)
        elif count:
            postings[one.term] = index.postings(space_nos, one.term)
            read_so_far += count
    sessions, session_length = index.session_total(space_nos)
    documents = sum(space.documents for space in spaces)
    length = sum(space.length for space in spaces)
    facts = reader.corpus_size()
    corpus = Corpus(
        documents + facts,
        length / documents if documents else 0.0,
        sessions,
        session_length / sessions if sessions else 0.0,
    )
    return Lookup(
        spaces=spaces,
        documents=documents,
        facts=facts,
        corpus=corpus,
        terms=tuple(
            Term(one.term, counts[one.term], _sessions(postings, one.term, sessions), one.word,
                 one.through, one.importance)
            for one in asked
        ),
        postings=postings,
        wants_time=reading.wants_time,
        unseen=unseen,
        replaced=tuple(dict.fromkeys((one.word, one.through) for one in asked if one.through)),
        common=tuple(dict.fromkeys(common)),
    )  # fmt: skip


def _sessions(postings: dict[str, list[Posting]], term: str, sessions: int) -> int:
    """Count the sessions that hold a term; one that was not read is taken to be in all."""
    if term not in postings:
        return sessions
    return len({one[0] for one in postings[term]} - {NO_SESSION})


def _settled(
    reader: BrainReader,
    space_nos: Sequence[int],
    terms: Sequence[Asked],
    held: dict[str, int],
    of_facts: dict[str, int],
) -> tuple[list[Asked], tuple[str, ...]]:
    """Give the terms that something holds, slips in place of unknown words, and what is unknown.

    A word counts as known when any of its terms is. ``held`` and ``of_facts`` gain the slips.
    """
    known = {one.word for one in terms if one.term in held or one.term in of_facts}
    settled: list[Asked] = []
    unseen: dict[str, None] = {}
    for one in terms:
        if one.term in held or one.term in of_facts:
            settled.append(one)
        elif one.word not in known:
            slips = _slips(reader, space_nos, one, held, of_facts)
            settled += slips
            if not slips:
                unseen[one.word] = None
    unique = {one.term: one for one in reversed(settled)}
    return list(reversed(unique.values())), tuple(unseen)


def _slips(
    reader: BrainReader,
    space_nos: Sequence[int],
    asked: Asked,
    held: dict[str, int],
    of_facts: dict[str, int],
) -> list[Asked]:
    """Give what one unknown word was probably meant to be, the most frequent first."""
    word = asked.plain
    if len(word) < SLIP_CHARS_MIN or not word.isalpha():
        return []
    near = {
        *reader.search_index.words_near(word[0], len(word) - 1, len(word) + 1),
        *reader.words_near(word[0], len(word) - 1, len(word) + 1),
    }
    candidates = {term: stored for stored, term in sorted(near) if is_one_slip(word, stored)}
    names = sorted(candidates)
    seen = reader.search_index.frequencies(space_nos, names)
    facts = reader.term_frequencies(names)
    counts = {term: seen.get(term, 0) + facts.get(term, 0) for term in names}
    best = sorted((term for term in names if counts[term]), key=lambda term: (-counts[term], term))
    best = best[:SLIPS_MAX]
    held.update((term, seen[term]) for term in best if term in seen)
    of_facts.update((term, facts[term]) for term in best if term in facts)
    return [asked._replace(term=term, through=candidates[term]) for term in best]
