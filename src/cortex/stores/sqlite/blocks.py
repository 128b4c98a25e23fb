"""How do many postings fit a few rows?

A block holds up to ``BLOCK_POSTINGS_MAX`` postings of one term as pairs of 16-bit numbers, little
endian: how far the fact's id lies above the block's first, and the weight. So a posting takes four
bytes where a row of its own takes fifteen, and a term's postings are read a few hundred at a time.
Source: ADR 0023.
"""

from __future__ import annotations

import sys
from array import array
from bisect import bisect_left

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

BLOCK_POSTINGS_MAX = 192
"""Postings of one block: 768 bytes, so that a row still fits its page without an overflow."""

SPAN_MAX = 0xFFFF
"""Largest distance of an id from the first one of its block."""

Posting = tuple[int, int]
"""A fact id and the weight of the term in it, 1..65535."""


def pack(postings: Iterable[Posting]) -> list[tuple[int, bytes]]:
    """Give blocks as (first fact id, bytes) for postings in ascending id order."""
    blocks: list[tuple[int, bytes]] = []
    pairs = array("H")
    first = 0
    for fact_id, weight in postings:
        is_full = len(pairs) >= 2 * BLOCK_POSTINGS_MAX
        if pairs and (is_full or fact_id - first > SPAN_MAX):
            blocks.append((first, to_bytes(pairs)))
            pairs = array("H")
        if not pairs:
            first = fact_id
        pairs.append(fact_id - first)
        pairs.append(weight)
    if pairs:
        blocks.append((first, to_bytes(pairs)))
    return blocks


def extend(first: int, block: bytes, postings: Sequence[Posting]) -> list[tuple[int, bytes]]:
    """Give the blocks that hold a block's postings and then these, whose ids are all higher.

    The first of them starts where the given one does; without a block they are packed afresh.
    """
    is_roomy = size(block) + len(postings) <= BLOCK_POSTINGS_MAX
    if block and is_roomy and postings[-1][0] - first <= SPAN_MAX:
        added = array("H")
        for fact_id, weight in postings:
            added.append(fact_id - first)
            added.append(weight)
        return [(first, block + to_bytes(added))]
    return pack([*unpack(first, block), *postings] if block else postings)


def unpack(first: int, block: bytes) -> Iterator[Posting]:
    """Give the postings of a block in ascending id order."""
    pairs = from_bytes(block)
    return zip([first + offset for offset in pairs[0::2]], pairs[1::2], strict=True)


def add_scores(scores: dict[int, int], first: int, block: bytes, factor: int) -> None:
    """Add factor times weight to the score of every fact in a block; unknown facts start at 0."""
    pairs = from_bytes(block)
    known = scores.get
    for offset, weight in zip(pairs[0::2], pairs[1::2], strict=True):
        fact_id = first + offset
        scores[fact_id] = known(fact_id, 0) + factor * weight


def add_held(held: dict[int, int], first: int, block: bytes, mark: int) -> None:
    """Add a mark and the weight to the number of every fact in a block; unknown ones start at 0."""
    pairs = from_bytes(block)
    known = held.get
    for offset, weight in zip(pairs[0::2], pairs[1::2], strict=True):
        fact_id = first + offset
        held[fact_id] = known(fact_id, 0) + mark + weight


def weights_in(first: int, block: bytes, fact_ids: Sequence[int]) -> Iterator[Posting]:
    """Give the postings of those of the ids (ascending) that are in a block."""
    pairs = from_bytes(block)
    offsets = pairs[0::2]
    last = first + offsets[-1]
    for place in range(bisect_left(fact_ids, first), len(fact_ids)):
        fact_id = fact_ids[place]
        if fact_id > last:
            return
        at = bisect_left(offsets, fact_id - first)
        if offsets[at] == fact_id - first:
            yield fact_id, pairs[2 * at + 1]


def last_id(first: int, block: bytes) -> int:
    """Give the highest fact id in a block."""
    return first + int.from_bytes(block[-4:-2], "little")


def size(block: bytes) -> int:
    """Count the postings of a block."""
    return len(block) // 4


def pack_ids(ids: Iterable[int]) -> bytes:
    """Give ascending ids as the gaps between them, seven bits a byte, low bits first."""
    packed = bytearray()
    earlier = 0
    for number in ids:
        gap = number - earlier
        earlier = number
        while gap > 0x7F:
            packed.append(gap & 0x7F | 0x80)
            gap >>= 7
        packed.append(gap)
    return bytes(packed)


def unpack_ids(packed: bytes) -> list[int]:
    """Give the ids back, ascending."""
    ids = []
    number = gap = shift = 0
    for byte in packed:
        gap |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            number += gap
            ids.append(number)
            gap = shift = 0
    return ids


def to_bytes(pairs: array[int]) -> bytes:
    """Give 16-bit numbers as they stand in the file; the array is not to be used afterwards."""
    if sys.byteorder == "big":
        pairs.byteswap()
    return pairs.tobytes()


def from_bytes(block: bytes) -> array[int]:
    """Give the 16-bit numbers of a column."""
    pairs = array("H")
    pairs.frombytes(block)
    if sys.byteorder == "big":
        pairs.byteswap()
    return pairs
