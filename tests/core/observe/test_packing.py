"""Is the best part of what was found chosen whole, and everything else accounted for?"""

from cortex.core.observe.packing import Bounds, Bundle, pack, payload_bytes
from cortex.model.limits import CLOSURE_MAX, LARGE_NAMED_MAX
from cortex.model.needs import Evidence, Hit, Hits, Omitted, Rank, Route
from cortex.model.observations import Event, Observation, Role, Source
from cortex.model.text import CleanText

SOURCE = Source(1, "solo", "log", "user", Role.DOCUMENT, 1000, 1)
WIDE = Bounds(128, 65_536)
TEXT_BYTES = 10


def seen(number: int) -> Observation:
    """Give an observation."""
    return Observation(number, SOURCE, "1", Event(f"e{number}", CleanText("x")), 1, "00" * 32)


def bundle(number: int, *required: int) -> Bundle:
    """Give something found, with what it requires."""
    own = Evidence(seen(number), Route.LITERAL, 1)
    others = (Evidence(seen(other), Route.REQUIRED, 0) for other in required)
    return Bundle(Rank(1, number), TEXT_BYTES, (own, *others))


def large(number: int) -> Bundle:
    """Give something found that was not even loaded."""
    return Bundle(Rank(1, number), TEXT_BYTES, ())


def hits(total: int) -> Hits:
    """Say how much was found in all."""
    first = tuple(Hit(Rank(1, number), TEXT_BYTES) for number in range(total, 0, -1))
    return Hits(first, total, total * TEXT_BYTES)


def ten_bytes(one: Evidence) -> int:
    """Give the size of one observation in a payload."""
    del one
    return 10


def numbers(evidence: tuple[Evidence, ...]) -> list[int]:
    """Give the ids of evidence, in order."""
    return [one.observation.observation_id for one in evidence]


def test_nothing_found_is_an_empty_list() -> None:
    """The payload of nothing is two brackets."""
    packed = pack([], hits(0), WIDE, ten_bytes)
    assert ((), 2, Omitted()) == packed


def test_bytes_are_those_of_the_list() -> None:
    """Brackets and commas count; one byte less leaves the last one out."""
    found = [bundle(3), bundle(2), bundle(1)]
    exact = pack(found, hits(3), Bounds(9, 34), ten_bytes)
    assert ([3, 2, 1], 34) == (numbers(exact.evidence), exact.payload_bytes)
    less = pack(found, hits(3), Bounds(9, 33), ten_bytes)
    assert ([3, 2], 23) == (numbers(less.evidence), less.payload_bytes)
    assert Omitted(1, TEXT_BYTES, (), Rank(1, 2)) == less.omitted
    assert 23 == payload_bytes(less.evidence, ten_bytes)


def test_what_is_required_and_found_is_there_once_for_its_own_sake() -> None:
    """It is counted as found, costs nothing more, and its route is that of a hit."""
    packed = pack([bundle(3, 2), bundle(2)], hits(2), WIDE, ten_bytes)
    assert [(3, Route.LITERAL), (2, Route.LITERAL)] == [
        (one.observation.observation_id, one.route) for one in packed.evidence
    ]
    assert (0, 23) == (packed.omitted.total, packed.payload_bytes)
    turned = pack([bundle(2), bundle(3, 2)], hits(2), WIDE, ten_bytes)
    assert [Route.LITERAL, Route.LITERAL] == [one.route for one in turned.evidence]


def test_bundles_together_stay_within_the_closure() -> None:
    """Two that are each within the limit and together beyond it are two pages."""
    first = bundle(1000, *range(1, CLOSURE_MAX))
    second, third = bundle(999, 1), bundle(998)
    packed = pack([first, second, third], hits(3), WIDE, ten_bytes)
    assert CLOSURE_MAX == len(packed.evidence)
    assert (2, Rank(1, 1000)) == (packed.omitted.total, packed.omitted.next_rank)


def test_large_ones_are_passed_over_and_named() -> None:
    """Some are named, all are counted, and when only they are left there is no next page."""
    many = [large(number) for number in range(100, 100 - LARGE_NAMED_MAX - 2, -1)]
    packed = pack([*many, bundle(1)], hits(len(many) + 1), WIDE, ten_bytes)
    assert [1] == numbers(packed.evidence)
    assert LARGE_NAMED_MAX == len(packed.omitted.too_large)
    assert (len(many), None) == (packed.omitted.total, packed.omitted.next_rank)
    more = pack([*many, bundle(1)], hits(len(many) + 2), WIDE, ten_bytes)
    assert Rank(1, 1) == more.omitted.next_rank


def test_a_bundle_too_large_for_its_payload_is_large_too() -> None:
    """What does not fit alone, with what it requires, keeps nothing else out."""
    packed = pack([bundle(3, 9, 8), bundle(2)], hits(2), Bounds(9, 33), ten_bytes)
    assert [2] == numbers(packed.evidence)
    assert [(3, TEXT_BYTES)] == [tuple(one) for one in packed.omitted.too_large]


def test_what_stands_beside_counts_and_stays() -> None:
    """Evidence that is there already takes its room, and is not counted as found again."""
    beside = bundle(7).evidence
    packed = pack([bundle(2), bundle(1)], hits(2), Bounds(9, 23), ten_bytes, beside)
    assert ([7, 2], 23) == (numbers(packed.evidence), packed.payload_bytes)
    assert 1 == packed.omitted.total
