"""Which passages of a seat's memory hold the words of a question, and which fit best?

Passages are cut at headings and empty lines, and weighed as full-text indexes do (BM25): rare words
count more, long passages less. Same input, same order. Source: docs/formats/digests.md.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import log

from cortex.core.text.tokens import index_terms, query_words
from cortex.model.lean_classes import NamedTuple

PASSAGE_CHARS_MAX = 1_200
"""Characters of one passage: what a reader takes in at once."""

HEADING_WEIGHT = 2
"""How often a word in the heading counts."""

_SATURATION = 1.2
_LENGTH_SHARE = 0.75


class Passage(NamedTuple):
    """One passage of a file.

    Attributes:
        line: its first line, from 1.
        heading: the nearest heading above it; may be empty.
        text: as it stands there.
    """

    line: int
    heading: str
    text: str


class Weighed(NamedTuple):
    """A passage as it is searched: where it is, and how often it holds which term."""

    file: str
    number: int
    counts: Mapping[str, int]
    length: int


class Hit(NamedTuple):
    """A passage that fits: its file and number there, how well, and which terms it holds."""

    file: str
    number: int
    score: float
    terms: tuple[str, ...]


def passages_of(text: str) -> Iterator[Passage]:
    """Give the passages of a Markdown file, in order."""
    heading = ""
    lines: list[str] = []
    first = 1
    for number, line in enumerate([*text.split("\n"), "# "], start=1):
        is_heading = line.startswith("#") and line.lstrip("#")[:1] == " "
        size = sum(map(len, lines))
        if lines and (is_heading or (size > PASSAGE_CHARS_MAX // 2 and not line.strip())
                      or size + len(line) > PASSAGE_CHARS_MAX):  # fmt: skip
            if passage := "\n".join(lines).strip("\n"):
                yield Passage(first, heading, passage)
            lines = []
        if is_heading:
            heading, lines = line.lstrip("#").strip(), []
        elif lines or line.strip():
            if not lines:
                first = number
            lines.append(line[: PASSAGE_CHARS_MAX * 4])


def counts_of(passage: Passage) -> dict[str, int]:
    """Count the terms a passage is found by."""
    counts = dict(index_terms(passage.text))
    for term, count in index_terms(passage.heading).items():
        counts[term] = counts.get(term, 0) + HEADING_WEIGHT * count
    return counts


def terms_of(question: str) -> tuple[str, ...]:
    """Give the terms of a question, in order, each once."""
    terms = [term for word in query_words(question) for term in word.parts]
    return tuple(dict.fromkeys(terms))


def ranked(passages: Sequence[Weighed], terms: Sequence[str], limit: int) -> list[Hit]:
    """Give the passages that hold one of the terms, best first; of equals by file and place."""
    if not passages or not terms:
        return []
    mean = sum(one.length for one in passages) / len(passages) or 1.0
    holding = {term: sum(1 for one in passages if term in one.counts) for term in terms}
    rarity = {
        term: log(1 + (len(passages) - count + 0.5) / (count + 0.5))
        for term, count in holding.items()
    }
    hits = []
    for one in passages:
        held = tuple(term for term in terms if term in one.counts)
        if held:
            weight = _SATURATION * (1 - _LENGTH_SHARE + _LENGTH_SHARE * one.length / mean)
            score = sum(
                rarity[term] * one.counts[term] * (_SATURATION + 1) / (one.counts[term] + weight)
                for term in held
            )
            hits.append(Hit(one.file, one.number, score, held))
    hits.sort(key=lambda hit: (-hit.score, hit.file, hit.number))
    return hits[:limit]
