"""What is an observation found by? Its words, who said it, and on which day."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.core.boot.calendar import day_text
from cortex.core.text.stems import stem
from cortex.core.text.tokens import index_terms, stored_terms
from cortex.model.limits import SEARCH_TERMS_MAX
from cortex.model.observations import Role
from cortex.model.search import PEOPLE_PARTS, IndexEntry, LeadKind

if TYPE_CHECKING:
    from cortex.model.observations import Observation
    from cortex.model.turns import Turn

MONTHS = (
    "January February March April May June July August September October November December".split()
)

_TIME_WORDS = """
yesterday today tomorrow tonight ago last next week weekend month year day morning afternoon evening
night monday tuesday wednesday thursday friday saturday sunday recently soon earlier later before
after since until january february march april june july august september october november december
"""

TIME_STEMS = frozenset(stem(word) for word in _TIME_WORDS.split())
"""Words that place what is told in time."""

QUESTION_MARKS = ("?", "？", "؟", "⁇", "¿")  # Of other scripts on purpose.


def entry_of(seen: Observation, turn: Turn | None) -> IndexEntry:
    """Give what an observation is found by; ``turn`` is its place in a session, if it has one.

    A text of more than ``SEARCH_TERMS_MAX`` terms is found by the first ones.
    """
    text = str(seen.event.text)
    at_us = turn.at_us if turn else seen.event.observed_us or seen.captured_us
    counts = index_terms(text)
    has_time = any(is_time(term) for term in counts)
    speaker = turn.speaker if turn else ""
    if turn:
        for term, count in index_terms(_heading(speaker, at_us)).items():
            counts[term] = counts.get(term, 0) + count
    terms = tuple(counts.items())[:SEARCH_TERMS_MAX]
    kept = {term for term, _ in terms}
    words = sorted({pair for _, pairs in stored_terms(text) for pair in pairs if pair[1] in kept})
    return IndexEntry(
        terms=terms,
        words=tuple(words),
        length=sum(count for _, count in terms),
        kind=_kind(seen, turn),
        speaker=speaker,
        at_us=at_us,
        session_no=turn.session_no if turn else None,
        is_question=text.rstrip().endswith(QUESTION_MARKS),
        has_time=has_time,
    )


def is_time(term: str) -> bool:
    """Tell whether a term places something in time: a word for it, a year, a whole date."""
    if term in TIME_STEMS:
        return True
    is_year = len(term) == 4 and term.isdigit() and term[:2] in ("19", "20")
    return is_year or (len(term) == 10 and term[4] == "-" and term[:4].isdigit())


def _heading(speaker: str, at_us: int) -> str:
    """Give who speaks, when it is somebody with a name, and the day in the ways people write it."""
    day = day_text(at_us)
    year, month, date = day.split("-")
    name = "" if speaker.casefold() in PEOPLE_PARTS else speaker
    return f"{name} {int(date)} {MONTHS[int(month) - 1]} {year} {day}"


def _kind(seen: Observation, turn: Turn | None) -> LeadKind:
    if seen.source.role is Role.TOOL_REPORT:
        return LeadKind.TOOL
    return LeadKind.TURN if turn else LeadKind.DOCUMENT
