"""Which records answer a text, and how well?

BM25 over the records that pass the filters, with a small addition for what changed lately.
Formula and constants are the contract's; scores have six decimals, order uses the exact values.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

from cortex.core.vault.collation import collation_key
from cortex.model.vault import VaultRecord

K1 = 1.5
B = 0.75
RECENCY_DIVISOR_MS = 1e13
"""Milliseconds that count as one: a year is about 0.003 (vault contract)."""

FEW_TERMS = 4
"""Terms up to which counting each in the whole text is faster than picking them out first."""

_SCORE_MAX = 1.7976931348623157e308
"""A larger score is no number that JSON can carry."""

_SEPARATING = bytes(
    byte if chr(byte) in "abcdefghijklmnopqrstuvwxyz0123456789" else 0x20 for byte in range(256)
)

Counter = Callable[[VaultRecord], tuple[int, Sequence[int]]]
"""Gives how many terms a record has, and how often each term of a query is among them.

No counts at all may stand for none of any.
"""

Counting = Callable[[Sequence[bytes]], Counter]
"""Gives the counter for the terms of a query, each named once."""


def tokens(text: str) -> list[bytes]:
    """Give the terms of a text: runs of ASCII letters and digits, in lower case."""
    return text.lower().encode("ascii", "replace").translate(_SEPARATING).split()


def record_tokens(record: VaultRecord) -> list[bytes]:
    """Give the terms a record is found by: its title's, then its text's."""
    return tokens(f"{record.title} {record.content}")


def counted_in_text(terms: Sequence[bytes]) -> Counter:
    """Give what counts terms by reading the text of a record."""
    wanted = frozenset(terms) if len(terms) > FEW_TERMS else frozenset()

    def count(record: VaultRecord) -> tuple[int, Sequence[int]]:
        words = record_tokens(record)
        length = len(words)
        if wanted:
            words = [word for word in words if word in wanted]
        return length, [words.count(term) for term in terms]

    return count


def rank(
    records: Sequence[VaultRecord],
    query: Sequence[bytes],
    recency: float = 0.0,
    counting: Counting = counted_in_text,
) -> list[tuple[float, VaultRecord]]:
    """Give (score, record) of the records that hold a term of the query, best first.

    Args:
        records: the filtered set; all statistics are of these.
        query: terms in their order; a repeat counts once.
        recency: weight of the instant a record was last updated, not negative.
        counting: gives what counts the terms in a record.

    Returns:
        Exact score descending, then id in the contract's collation.
    """
    terms = list(dict.fromkeys(query))
    count_in = counting(terms)
    held: list[tuple[VaultRecord, int, Sequence[int]]] = []
    length_sum = 0
    frequencies = [0] * len(terms)
    for record in records:
        length, counts = count_in(record)
        length_sum += length
        if any(counts):
            for place, count in enumerate(counts):
                frequencies[place] += count > 0
            held.append((record, length, counts))
    average = max(1.0, length_sum / max(1, len(records)))
    weights = [
        math.log(1 + (len(records) - frequency + 0.5) / (frequency + 0.5))
        for frequency in frequencies
    ]
    scored = []
    for record, length, counts in held:
        norm = K1 * (1 - B + B * length / average)
        score = 0.0
        for weight, count in zip(weights, counts, strict=True):
            if count:
                score += weight * (count * (K1 + 1)) / (count + norm)
        addition = recency * record.updated_ms / RECENCY_DIVISOR_MS
        scored.append((max(-_SCORE_MAX, min(_SCORE_MAX, score + addition)), record))
    scored.sort(key=lambda pair: -pair[0])
    return list(_ties_by_id(scored))


def _ties_by_id(scored: list[tuple[float, VaultRecord]]) -> Iterator[tuple[float, VaultRecord]]:
    """Yield what is sorted by score, equal scores by id: few are, and a collation is dear."""
    for _, tied in groupby(scored, key=lambda pair: pair[0]):
        equals = list(tied)
        if len(equals) > 1:
            equals.sort(key=lambda pair: collation_key(pair[1].id))
        yield from equals
