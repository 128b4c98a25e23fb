"""Which passage of a text shows best why it was found?"""

from __future__ import annotations

from collections.abc import Mapping

from cortex.core.text.tokens import words
from cortex.model.lean_classes import NamedTuple
from cortex.model.limits import PASSAGE_CHARS_MAX

BLOCK_CHARS = 32_768
"""Characters that are split into words at a time, so that a text of megabytes is read in pieces."""

BLOCKS_MAX = 32
"""Pieces that are read: 1 MB; a passage beyond them is not looked for."""

LEAD_IN_CHARS = 40
"""Characters shown before the first word that was asked for."""


class Span(NamedTuple):
    """Character offsets into a text: the first, and the one after the last."""

    start: int
    end: int


class _Hit(NamedTuple):
    start: int
    end: int
    term: str


def best_passage(text: str, weights: Mapping[str, float]) -> Span:
    """Give the span whose asked terms weigh most together, each counted once; the first of equals.

    Without any of the terms it is the beginning of the text. Never longer than
    ``PASSAGE_CHARS_MAX``; it begins and ends between words where the text has white space.
    """
    hits = _hits(text, weights)
    best, best_weight = 0, 0.0
    held: dict[str, int] = {}
    first, weight = 0, 0.0
    for hit in hits:
        if not held.get(hit.term):
            weight += weights[hit.term]
        held[hit.term] = held.get(hit.term, 0) + 1
        while hit.end - hits[first].start > PASSAGE_CHARS_MAX - LEAD_IN_CHARS and (
            hits[first].start < hit.start
        ):
            gone = hits[first].term
            held[gone] -= 1
            if not held[gone]:
                weight -= weights[gone]
            first += 1
        if weight > best_weight + 1e-9:
            best, best_weight = hits[first].start, weight
    return _framed(text, best)


def _hits(text: str, weights: Mapping[str, float]) -> list[_Hit]:
    hits: list[_Hit] = []
    start = 0
    for _ in range(BLOCKS_MAX):
        end = _block_end(text, start)
        for word in words(text[start:end]):
            hits += [
                _Hit(start + word.start, start + word.end, term)
                for term in (*word.parts, word.whole)
                if term is not None and term in weights
            ]
        start = end
        if start >= len(text):
            break
    return hits


def _block_end(text: str, start: int) -> int:
    """Give where a block ends: after white space if there is any near its end."""
    end = start + BLOCK_CHARS
    if end >= len(text):
        return len(text)
    for place in range(end, end - 256, -1):
        if text[place - 1].isspace():
            return place
    return end


def _framed(text: str, at: int) -> Span:
    """Give the span around a place, moved to where words begin and end."""
    start = max(0, at - LEAD_IN_CHARS)
    if start:
        gaps = [place for place in range(start, at) if text[place].isspace()]
        breaks = [place for place in gaps if text[place] == "\n"]
        start = (breaks or gaps or [at - 1])[-1 if breaks else 0] + 1
    end = min(len(text), start + PASSAGE_CHARS_MAX)
    if end < len(text):
        gaps = [place for place in range(end, end - 40, -1) if text[place].isspace()]
        end = gaps[0] if gaps and gaps[0] > at else end
    while start < at and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return Span(start, end)
