"""Which part of what was found is handed over when not all of it fits?

The best, in the order of its ranking, whole: an observation and what it requires stay together.
Source: CQR 6.3, ADR 0126.
"""

from collections.abc import Callable, Sequence

from cortex.model.lean_classes import NamedTuple
from cortex.model.limits import CLOSURE_MAX, LARGE_NAMED_MAX
from cortex.model.needs import Evidence, Hits, Omitted, Rank, Route, Sized

FRAME_BYTES = 2
COMMA_BYTES = 1
"""UTF-8 bytes of a JSON list around its items, and between two of them."""

Taken = dict[int, Evidence]


class Bundle(NamedTuple):
    """Something found and what it requires, itself first; no evidence when it is too large."""

    rank: Rank
    text_bytes: int
    evidence: tuple[Evidence, ...]


class Packed(NamedTuple):
    """What fits, in ranked order, the bytes of its payload, and what does not."""

    evidence: tuple[Evidence, ...]
    payload_bytes: int
    omitted: Omitted


class Bounds(NamedTuple):
    """Observations found, and bytes of the payload, that one view may have."""

    results_max: int
    bytes_max: int


def pack(
    bundles: Sequence[Bundle],
    hits: Hits,
    bounds: Bounds,
    size: Callable[[Evidence], int],
    beside: Sequence[Evidence] = (),
) -> Packed:
    """Give the longest run of the best bundles that fits.

    What is too large for any view of these bounds is passed over, so that it cannot keep the rest
    out. The first bundle that merely no longer fits ends the run; the next view begins with it.

    Args:
        bundles: of the first hits, in their order; perhaps of fewer than there are.
        hits: all there is, counted.
        size: gives the bytes of one observation in the payload.
        beside: evidence that is in the view already.
    """
    taken: Taken = {one.observation.observation_id: one for one in beside}
    used, found, given_bytes = payload_bytes(beside, size), 0, 0
    large: list[Sized] = []
    last: Rank | None = None
    for bundle in bundles:
        if not bundle.evidence or payload_bytes(bundle.evidence, size) > bounds.bytes_max:
            large.append(Sized(bundle.rank.observation_id, bundle.text_bytes))
            last = bundle.rank
            continue
        joined = _joined(taken, bundle)
        total = payload_bytes(tuple(joined.values()), size)
        if found == bounds.results_max or total > bounds.bytes_max or len(joined) > CLOSURE_MAX:
            break
        taken, used, found = joined, total, found + 1
        given_bytes += bundle.text_bytes
        last = bundle.rank
    left = hits.total - found
    named = tuple(large[:LARGE_NAMED_MAX])
    next_rank = last if left > len(large) else None
    omitted = Omitted(left, hits.text_bytes - given_bytes, named, next_rank)
    return Packed(tuple(taken.values()), used, omitted)


def payload_bytes(evidence: Sequence[Evidence], size: Callable[[Evidence], int]) -> int:
    """Give the bytes of a payload with this evidence."""
    commas = COMMA_BYTES * max(0, len(evidence) - 1)
    return FRAME_BYTES + commas + sum(map(size, evidence))


def _joined(taken: Taken, bundle: Bundle) -> Taken:
    """Add a bundle; what stands there because it is required may be there for its own sake now."""
    joined = dict(taken)
    for one in bundle.evidence:
        number = one.observation.observation_id
        if number not in joined or one.route is not Route.REQUIRED:
            joined[number] = one
    return joined
