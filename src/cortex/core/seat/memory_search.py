"""Which passages of a seat's memory hold the words of a question, and which fit best?

Passages are cut at headings and empty lines, and weighed as full-text indexes do (BM25): rare words
count more, long passages less. Same input, same order. Source: docs/formats/digests.md.
"""

from __future__ import annotations

from math import log

from cortex.core.text.tokens import index_terms, query_words
from cortex.model.lean_classes import NamedTuple
from cortex.model.session_digests import SOURCE_LINE

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

PASSAGE_CHARS_MAX = 1_200
"""Characters of one passage: what a reader takes in at once."""

LINE_CHARS_MAX = 4 * PASSAGE_CHARS_MAX
"""Characters of a line beyond which it is cut into parts, each a passage."""

HEADING_WEIGHT = 2
"""How often a word in the heading counts."""

KIN_CHARS_MIN = 5
"""Characters two words begin alike with, at least, to be taken for forms of one."""

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
    """Give the passages of a Markdown file, in order; a heading with nothing below it is one."""
    heading = ""
    is_bare = False
    lines: list[str] = []
    first = 1
    for number, line in _numbered(text):
        is_heading = line.startswith("#") and line.lstrip("#")[:1] == " "
        size = sum(map(len, lines))
        if lines and (is_heading or (size > PASSAGE_CHARS_MAX // 2 and not line.strip())
                      or size + len(line) > PASSAGE_CHARS_MAX):  # fmt: skip
            if passage := "\n".join(lines).strip("\n"):
                yield Passage(first, heading, passage)
            lines = []
        if is_heading:
            if is_bare and heading:
                yield Passage(first, heading, heading)
            heading, lines, is_bare, first = line.lstrip("#").strip(), [], True, number
        elif lines or line.strip():
            is_bare = False
            if not lines:
                first = number
            lines.append(line)


def said_in(text: str) -> str:
    """Give a passage without the line that says where a digest comes from: a path and ids."""
    lines = (line for line in text.split("\n") if not _is_source(line))
    return "\n".join(lines).strip("\n")


def _is_source(line: str) -> bool:
    return line.startswith(SOURCE_LINE) and line.endswith("_") and "; stage " in line


def parts_of(text: str, chars_max: int) -> Iterator[str]:
    """Give a text in parts of so many characters at most, cut at blanks where there are some."""
    start = 0
    while len(text) - start > chars_max:
        blank = text.rfind(" ", start + chars_max // 2, start + chars_max)
        end = start + chars_max if blank == -1 else blank
        yield text[start:end]
        start = end
    yield text[start:]


def _numbered(text: str) -> Iterator[tuple[int, str]]:
    """Give the lines with their numbers, a very long one in parts, and a heading that ends all."""
    number = 0
    for number, line in enumerate(text.split("\n"), start=1):
        for part in parts_of(line, LINE_CHARS_MAX):
            yield number, part
    yield number + 1, "# "


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


def kin_of(passages: Sequence[Weighed], terms: Sequence[str]) -> list[tuple[str, Weighed]]:
    """Give a passage for each term that none of them holds while one has a word that begins alike.

    That is how inflected and compounded words meet in languages whose endings nobody cuts: a term
    begins or ends the word, the word begins the term, or most of both is the same.
    """
    held: set[str] = set().union(*(one.counts for one in passages))
    wanted = [term for term in terms if len(term) >= KIN_CHARS_MIN and term not in held]
    if not wanted:
        return []
    found: list[tuple[str, Weighed]] = []
    for term in wanted:
        start = term[:KIN_CHARS_MIN]
        alike = {
            word
            for word in held
            if word.endswith(term) or (word.startswith(start) and _is_kin(term, word))
        }
        one = next((one for one in passages if not alike.isdisjoint(one.counts)), None)
        if alike and one is not None:
            found.append((term, one))
    return found


def _is_kin(term: str, word: str) -> bool:
    short = min(len(term), len(word))
    shared = next((at for at in range(short) if term[at] != word[at]), short)
    return shared == short or (shared * 5 >= short * 4)


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
