"""What are the words of a text, and under which terms is it found?

The one tokenizer of the house: the index, the questions and the pure logic all read text here, so
that they cannot disagree. Nothing is language detection; scripts decide. The rules, with examples,
are in docs/formats/text-analysis.md; ``ANALYSIS_VERSION`` names them.

A text is cut at white space first and each chunk is remembered, since words repeat: warm, a
sentence costs a dictionary look-up per word.
"""

from __future__ import annotations

from itertools import pairwise

from cortex.core.text.folding import fold
from cortex.core.text.names import possessive_length, read_name, read_url, visible
from cortex.core.text.numbers import DATE_PATTERN, NUMBER_PATTERN, read_date, read_number
from cortex.core.text.patterns import pattern
from cortex.core.text.readings import (
    IDENTIFIER,
    NUMBER,
    RUN,
    TERM_CHARS_MAX,
    WORD,
    Reading,
    word_reading,
)
from cortex.core.text.scripts import EMOJI, graphemes, is_a_word_alone, shape_of
from cortex.model.lean_cache import lru_cache

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    import re
    from collections.abc import Iterator

ANALYSIS_VERSION = 1
"""Version of the rules. Stored terms of another version are rebuilt, never compared."""

CHUNKS_REMEMBERED = 16_384
"""Entries of the cache chunk -> readings, for the life of the process; about 10 MB when full."""

CHUNK_CHARS_REMEMBERED = 48
"""Characters beyond which a chunk hardly comes again: a path, an address, a Chinese sentence."""

_OPENING = "\"'([{<*`"
_CLOSING = "\"')]}>*,.;:!?`"

_EDGE = r"(?<![A-Za-z0-9_\x0f])"
_END = r"(?![A-Za-z0-9_\x0f])"
_ATOM = r"[A-Za-z0-9_\x0e\x0f]+"
_SLASHES = r"[/\\]{1,4}"
_UNIT = pattern(
    "|".join(
        (
            r"(?P<run>\x01[\x01\x0e\x0f]*|\x02[\x02\x0e\x0f]*|\x03[\x03\x0e\x0f]*"
            r"|\x04[\x04\x0e\x0f]*|\x05[\x05\x0e\x0f]*|\x06[\x06\x0e\x0f]*)",
            rf"(?P<emoji>{EMOJI}[{EMOJI}\x0e\x0f]*)",
            rf"(?P<url>{_EDGE}[A-Za-z][A-Za-z0-9+.\-]{{1,15}}://"
            r"[^ \"'<>`|\\^{}()\[\],;\x01-\x07]+)",
            rf"(?P<date>{_EDGE}(?<![./\-]){DATE_PATTERN}{_END}(?![./\-][A-Za-z0-9_]))",
            rf"(?P<number>{_EDGE}(?<![.,:/\-]){NUMBER_PATTERN}{_END}(?![./\-:,][A-Za-z0-9_]))",
            rf"(?P<code>{_EDGE}(?:[A-Za-z]{{1,12}}\+\+\d{{0,2}}(?![A-Za-z0-9_+])"
            r"|[A-Za-z]#(?![A-Za-z0-9_#])))",
            rf"(?P<name>(?P<prefix>{_EDGE}(?<!\.)(?:"
            rf"(?:[A-Za-z]:(?=[/\\]))?(?:~|\.{{1,2}})?{_SLASHES}(?:\.{{1,2}}{_SLASHES}){{0,8}}\.?"
            r"|--(?=[A-Za-z])|-(?=[A-Za-z](?![A-Za-z0-9_]))|-(?=\d)|\.(?=[A-Za-z_])|[$@#]))?"
            rf"(?P<body>{_ATOM}(?:"
            rf"(?:[.\-&@]|::|'(?=[A-Za-z])|{_SLASHES}(?:\.{{1,2}}{_SLASHES}){{0,8}}\.?){_ATOM})*))",
        )
    )
)


Piece = tuple[int, int, Reading]
"""Start and end within a chunk, and what stands there."""

Stored = tuple[tuple[str, ...], tuple[tuple[str, str], ...]]
"""The terms a chunk is stored under, and its plain words as (folded as written, term)."""

Analysis = tuple[tuple[Piece, ...], Stored]

TEXTS_KEPT = 32
"""Texts whose words are remembered: one deposit asks for the words of the same few texts often."""


class Word:
    """One word of a text.

    Attributes:
        surface: the characters as written; ``text[start:end]``.
        start: offset of the first character.
        end: offset after the last.
        kind: ``word``, ``number``, ``identifier``, or ``run`` (of a script without spaces).
        parts: its terms, in text order; empty for a stop word.
        whole: "=" and the folded compound, which is a term too; None for a simple word.
        is_stop: whether it is a function word.
    """

    __slots__ = ("end", "is_stop", "kind", "parts", "start", "surface", "whole")

    def __init__(  # noqa: PLR0913, PLR0917  # One slot each, made sixty times a sentence.
        self,
        surface: str,
        start: int,
        end: int,
        kind: str,
        parts: tuple[str, ...],
        whole: str | None,
        is_stop: bool,  # noqa: FBT001  # Positional, for the same speed.
    ) -> None:
        self.surface = surface
        self.start = start
        self.end = end
        self.kind = kind
        self.parts = parts
        self.whole = whole
        self.is_stop = is_stop

    def __repr__(self) -> str:
        return f"Word({self.surface!r}, {self.kind}, {self.parts!r}, {self.whole!r})"


@lru_cache(maxsize=TEXTS_KEPT)
def words(text: str) -> tuple[Word, ...]:
    """Give the words of a text in text order, stop words included, with the terms to store.

    Never fails: control characters and lone surrogates separate words, invisible characters vanish.
    Empty for a text without letters, digits or emoji.
    """
    found: list[Word] = []
    for offset, start, end, reading in _located(text):
        stop = not reading.parts and reading.whole is None
        found.append(
            Word(text[offset + start : offset + end], offset + start, offset + end, reading.kind,
                 reading.parts, reading.whole, stop)
        )  # fmt: skip
    return tuple(found)


def query_words(text: str) -> tuple[Word, ...]:
    """Give the words of a question, in text order, with the terms to look up.

    Stop words are left out; when the question has nothing else, they stay and carry their terms.
    A run of two or more characters asks for its pairs only, where the index also holds each single
    character (so that a question of one character has an answer).
    """
    asked: list[Word] = []
    stops: list[Word] = []
    for offset, start, end, reading in _located(text):
        stop = not reading.parts and reading.whole is None
        word = Word(text[offset + start : offset + end], offset + start, offset + end,
                    reading.kind, reading.spare if stop else reading.asked, reading.whole,
                    stop)  # fmt: skip
        (stops if stop else asked).append(word)
    return tuple(asked or stops)


def index_terms(text: str) -> dict[str, int]:
    """Count the terms a text is stored under: parts and wholes, in order of first appearance.

    A text of stop words only is stored under those, so that a question of them only finds it.
    """
    counts: dict[str, int] = {}
    for terms, _ in stored_terms(text):
        for term in terms:
            counts[term] = counts.get(term, 0) + 1
    if not counts:
        for _, _, _, reading in _located(text):
            for term in reading.spare:
                counts[term] = counts.get(term, 0) + 1
    return counts


def stored_terms(text: str) -> Iterator[Stored]:
    """Yield what each chunk of a text is stored under, in text order; faster than its words."""
    for chunk in text.split():  # As _analysis, without a call for each word of a text.
        is_short = len(chunk) <= CHUNK_CHARS_REMEMBERED
        yield (_remembered(chunk) if is_short else _with_stored(chunk))[1]


def has_words(text: str) -> bool:
    """Tell whether a text has any word, a stop word included."""
    return any(_analysis(chunk)[0] for chunk in text.split())


def _located(text: str) -> list[tuple[int, int, int, Reading]]:
    """Give each reading with the offset of its chunk and its bounds within it."""
    found: list[tuple[int, int, int, Reading]] = []
    position = 0
    for chunk in text.split():
        offset = text.find(chunk, position)
        position = offset + len(chunk)
        found += [(offset, start, end, reading) for start, end, reading in _analysis(chunk)[0]]
    return found


def _analysis(chunk: str) -> Analysis:
    return _remembered(chunk) if len(chunk) <= CHUNK_CHARS_REMEMBERED else _with_stored(chunk)


def _with_stored(chunk: str) -> Analysis:
    """Read a chunk and gather what it is stored under."""
    pieces = tuple(_analysed(chunk))
    terms: list[str] = []
    written: list[tuple[str, str]] = []
    for start, end, reading in pieces:
        terms += reading.parts
        if reading.whole is not None:
            terms.append(reading.whole)
        if reading.kind == WORD and len(reading.parts) == 1:
            written.append((chunk[start:end].casefold(), reading.parts[0]))
    return pieces, (tuple(terms), tuple(written))


_remembered = lru_cache(maxsize=CHUNKS_REMEMBERED)(_with_stored)


def _analysed(chunk: str) -> list[Piece]:
    """Read a chunk without white space: most are one plain word between punctuation."""
    core = chunk.lstrip(_OPENING)
    start = len(chunk) - len(core)
    core = core.rstrip(_CLOSING)
    if core.isascii():
        if core.isalpha() and (core.islower() or core[1:].islower() or core.isupper()):
            return [(start, start + len(core), word_reading(core))]
        if core.isdigit():
            return [(start, start + len(core), Reading(NUMBER, (core[:TERM_CHARS_MAX],)))]
    return _matched(chunk)


def _matched(chunk: str) -> list[Piece]:
    """Read a chunk of identifiers, numbers, addresses or other scripts."""
    shape = shape_of(chunk)
    found: list[Piece] = []
    for match in _UNIT.finditer(shape):
        start, end = match.span()
        group = match.lastgroup
        if group == "name":
            start, end, reading = _named(chunk, shape, match)
        elif group == "url":
            end = start + len(shape[start:end].rstrip(".,:!?*"))
            reading = read_url(chunk[start:end], shape[start:end])
        else:
            reading = _READERS[group or ""](visible(chunk[start:end], shape[start:end])[0])
        if reading.parts or reading.whole or reading.spare:
            found.append((start, end, reading))
    return found


def _named(chunk: str, shape: str, match: re.Match[str]) -> tuple[int, int, Reading]:
    """Read a compound with its prefix; a possessive ending is no part of the word."""
    start, end = match.span()
    body = match.start("body")
    end -= possessive_length(chunk[body:end], shape[body:end])
    return start, end, read_name(chunk[body:end], shape[body:end], match["prefix"] or "")


def _read_run(raw: str) -> Reading:
    """Read a run of a script without spaces: overlapping pairs, so that every word is found.

    Single characters are stored as well where one character is commonly a word.
    """
    units = graphemes(fold(raw))
    if len(units) == 1:
        return Reading(RUN, (units[0],))
    pairs = tuple(first + second for first, second in pairwise(units))
    singles = tuple(unit for unit in units if is_a_word_alone(unit[0]))
    return Reading(RUN, (*pairs, *singles), asked=pairs)


def _read_emoji(raw: str) -> Reading:
    """Read symbols one by one; skin tones and joiners are not told apart."""
    return Reading(
        WORD, tuple(character for character in fold(raw) if shape_of(character) == EMOJI)
    )


def _read_code(raw: str) -> Reading:
    """Read ``C++`` and ``C#``: the signs are the name."""
    folded = fold(raw)
    name = folded.rstrip("0123456789")
    digits = folded[len(name) :]
    return (
        Reading(IDENTIFIER, (name, digits), "=" + folded)
        if digits
        else Reading(IDENTIFIER, (name,))
    )


_READERS = {
    "run": _read_run,
    "emoji": _read_emoji,
    "code": _read_code,
    "date": read_date,
    "number": read_number,
}
