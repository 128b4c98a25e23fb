"""Do packed postings and ids come back whole?"""

from hypothesis import given
from hypothesis import strategies as st

from cortex.stores.sqlite import blocks

POSTINGS = st.dictionaries(st.integers(1, 400_000), st.integers(1, 65_535), max_size=500).map(
    lambda weights: sorted(weights.items())
)
SEVERAL = POSTINGS.filter(lambda postings: len(postings) >= 2)


def all_of(packed: list[tuple[int, bytes]]) -> list[blocks.Posting]:
    return [posting for first, block in packed for posting in blocks.unpack(first, block)]


@given(POSTINGS)
def test_postings_come_back(postings: list[blocks.Posting]) -> None:
    """Any postings, however far apart, are the same after packing."""
    packed = blocks.pack(postings)
    assert postings == all_of(packed)
    assert len(postings) == sum(blocks.size(block) for _, block in packed)


@given(POSTINGS)
def test_blocks_keep_their_limits(postings: list[blocks.Posting]) -> None:
    """No block is empty, too long or too wide, and each starts at its first fact."""
    for first, block in blocks.pack(postings):
        held = list(blocks.unpack(first, block))
        assert 1 <= len(held) <= blocks.BLOCK_POSTINGS_MAX
        assert (first, blocks.last_id(first, block)) == (held[0][0], held[-1][0])
        assert held[-1][0] - first <= blocks.SPAN_MAX


@st.composite
def halves(draw: st.DrawFn) -> tuple[list[blocks.Posting], list[blocks.Posting]]:
    """Give postings cut in two, neither part empty."""
    postings = draw(SEVERAL)
    at = draw(st.integers(1, len(postings) - 1))
    return postings[:at], postings[at:]


@given(halves())
def test_extending_is_packing_together(
    parts: tuple[list[blocks.Posting], list[blocks.Posting]],
) -> None:
    """A block that grows holds what it held and what came, and starts where it did."""
    early, late = parts
    *packed, (first, block) = blocks.pack(early)
    extended = blocks.extend(first, block, late)
    assert [*early, *late] == all_of([*packed, *extended])
    assert first == extended[0][0]


@given(SEVERAL)
def test_extending_no_block_is_packing(postings: list[blocks.Posting]) -> None:
    """Where there is no block yet, the postings are packed afresh."""
    assert blocks.pack(postings) == blocks.extend(0, b"", postings)


@given(POSTINGS, st.lists(st.integers(1, 400_000), unique=True).map(sorted), st.data())
def test_lookup_finds_what_is_there(
    postings: list[blocks.Posting], asked: list[int], data: st.DataObject
) -> None:
    """Looking ids up gives exactly the postings that exist, ascending."""
    if postings:
        present = data.draw(st.lists(st.sampled_from(postings), unique=True))
        asked = sorted({*asked, *(fact_id for fact_id, _ in present)})
    found = [
        hit
        for first, block in blocks.pack(postings)
        for hit in blocks.weights_in(first, block, asked)
    ]
    assert [posting for posting in postings if posting[0] in set(asked)] == found


@given(POSTINGS, st.integers(1, 1000))
def test_scores_are_added_to_what_was_there(postings: list[blocks.Posting], factor: int) -> None:
    """Every fact of a block gains factor times weight; others keep their score."""
    scores = {5: 1, 10**9: 7}
    expected = dict(scores)
    for fact_id, weight in postings:
        expected[fact_id] = expected.get(fact_id, 0) + factor * weight
    for first, block in blocks.pack(postings):
        blocks.add_scores(scores, first, block, factor)
    assert expected == scores


@given(st.lists(st.integers(0, 2**40)).map(sorted))
def test_ids_come_back(ids: list[int]) -> None:
    """Ascending ids of any size are the same after packing."""
    assert ids == blocks.unpack_ids(blocks.pack_ids(ids))


def test_a_small_gap_takes_one_byte() -> None:
    """Neighbouring ids cost a byte each: that is what the packing is for."""
    assert 100 == len(blocks.pack_ids(range(1, 101)))
    assert b"\x80\x01" == blocks.pack_ids([128])
