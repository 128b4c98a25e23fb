"""Is an assembly worth what was reported of it, and no report worth more than once?"""

from hypothesis import given
from hypothesis import strategies as st

from cortex.core.assemblies.utility import edge_count, weigh
from cortex.model.assemblies import EventKind, RouteEvent, Weight


def event(
    unit: str = "u1",
    reward: int = 1,
    cues: tuple[str, ...] = ("deploy",),
    kind: EventKind = EventKind.EXPLICIT,
    target: str = "release",
) -> RouteEvent:
    """Give a report."""
    return RouteEvent("solo", "ci", unit, "here", unit, target, kind, reward, cues, (), None, None)


def worth(*events: RouteEvent, asked: str | None = "deploy") -> list[Weight]:
    """Weigh reports for a question of words."""
    return weigh(events, None if asked is None else frozenset(asked.split()))


def test_utility_is_the_share_of_praise_beside_two_unknown_units() -> None:
    """(for - against) / (2 + for + against), by utility, then by name; only above 0."""
    events = [
        event("1"),
        event("2"),
        event("3", -1),
        event("4", target="b"),
        event("5", target="a"),
    ]
    assert [("a", 0.333333), ("b", 0.333333), ("release", 0.2)] == [
        one[:2] for one in worth(*events)
    ]
    assert [] == worth(event("1"), event("2", -1))
    assert [] == worth(event("1", -1))
    assert [] == worth()


def test_only_what_somebody_vouches_for_teaches() -> None:
    """Exposure, doubt and structure teach nothing, and neither does a reward of nothing."""
    for kind in (EventKind.EXPOSURE, EventKind.UNCERTAIN, EventKind.STRUCTURAL):
        assert [] == worth(event(kind=kind))
    assert [] == worth(event(reward=0))
    assert 1 == len(worth(event(kind=EventKind.VERIFIED_USE)))


def test_unit_counts_once_and_a_mixed_one_not_at_all() -> None:
    """However often one piece of work is reported, it speaks once, or not (CQR H16)."""
    once = worth(event("u"))
    assert once == worth(event("u"), event("u"), event("u", kind=EventKind.VERIFIED_USE))
    assert [] == worth(event("u"), event("u", -1))
    assert [] == worth(event("u"), event("u", -1, ("other",)))
    mixed = [event("u"), event("u", -1), event("v")]
    assert (("v",), 1.0) == (worth(*mixed)[0].units, worth(*mixed)[0].mass)
    apart = worth(event("u"), event("u", -1, target="other"))
    assert ["release"] == [one.assembly_id for one in apart]


def test_half_of_the_cues_are_needed() -> None:
    """A unit speaks by the share of its cues that was asked for; half a unit must speak."""
    told = event(cues=("deploy", "friday", "gateway", "port"))
    assert [] == worth(told, asked="deploy")
    assert 0.5 == worth(told, asked="deploy port")[0].mass
    assert [0.5] == [one.mass for one in worth(told, event("2", cues=told.cues), asked="deploy")]
    assert 1.0 == worth(told, asked=None)[0].mass
    assert [] == worth(event(cues=()), asked=None)


def test_edges_are_pairs_that_more_units_praise() -> None:
    """A cue and an assembly, when praise outweighs blame."""
    events = [event("1", cues=("a", "b")), event("2", -1, ("b", "c")), event("3", target="x")]
    assert 2 == edge_count(events)
    assert 0 == edge_count([])


@given(
    order=st.permutations(range(6)),
    repeats=st.lists(st.integers(0, 5), max_size=4),
)
def test_order_and_repeats_are_no_matter(order: list[int], repeats: list[int]) -> None:
    """The same reports give the same weights, in any order and however often."""
    events = [event(f"u{n % 4}", 1 if n < 4 else -1, ("deploy", f"w{n}")) for n in range(6)]
    expected = worth(*events)
    assert expected == worth(*(events[number] for number in [*order, *repeats]))
