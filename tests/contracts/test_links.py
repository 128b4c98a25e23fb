"""Which facts are neighbours, and in which order?"""

import pytest

from cortex.model.anchors import Anchor, AnchorKind
from cortex.model.errors import InvalidRequest
from cortex.model.links import Link
from cortex.ports.brain import Brain
from tests.contracts.deposits import anchor, content, handles, insert, path, stored


def shared(value: str, specificity: int = 2) -> Anchor:
    """Give an anchor of a kind without a relation of its own."""
    return anchor(AnchorKind.ENTITY, value, specificity)


def store_all(brain: Brain, carried: list[list[Anchor]]) -> None:
    """Store one fact for each list of anchors; ids count from 1."""
    with brain.writing() as writer:
        for anchors in carried:
            insert(writer, content(), handles(anchors=anchors))


def others(brain: Brain, fact_id: int, per_fact: int = 99) -> list[int]:
    with brain.reading() as reader:
        links = reader.neighbours([fact_id], per_fact)
    return [link.low_fact_id + link.high_fact_id - fact_id for link in links]


def test_only_used_links_count_as_learned(brain: Brain) -> None:
    """Links from use are given by id and relation; shared anchors and rejected links are not."""
    store_all(brain, [[shared("hub")]] * 3)
    with brain.writing() as writer:
        writer.use_link(1, 3, "used_with", is_rejected=False)
        writer.use_link(1, 2, "used_with", is_rejected=True)
    with brain.reading() as reader:
        found = reader.learned_links([3])
        assert [] == reader.learned_links([])

    assert [Link(1, 3, "used_with", 1)] == found


def test_strong_links_come_first_then_low_ids(brain: Brain) -> None:
    """CQR A18: of 24 links two are stronger; 16 are kept: these two, then the lowest ids."""
    groups = [[shared(name)] for name in "abc" for _ in range(8)]
    for stronger in (21, 24):
        groups[stronger - 1] = [shared("c"), shared("d")]
    store_all(brain, [*groups, [shared(name) for name in "abcd"]])
    assert [21, 24, *range(1, 15)] == others(brain, 25, 16)
    assert 24 == len(others(brain, 25))


def test_an_anchor_joins_a_fact_with_its_eight_lowest_carriers(brain: Brain) -> None:
    """CQR A19: a late fact is joined with the first eight, and with no more, by one anchor."""
    store_all(brain, [[shared("hub")]] * 20)
    assert list(range(1, 9)) == others(brain, 20)
    assert list(range(1, 9)) == others(brain, 9)
    assert [2, *range(3, 21)] == others(brain, 1)


def test_a_hub_is_looked_at_no_further_than_its_first_carriers(brain: Brain) -> None:
    """What everybody shares joins nobody in particular: sixty-four carriers are looked at."""
    store_all(brain, [[shared("hub")]] * 70)
    assert list(range(2, 65)) == others(brain, 1)
    assert list(range(1, 9)) == others(brain, 70)


def test_relation_and_evidence_follow_from_what_is_shared(brain: Brain) -> None:
    """Each kind has its relation; sharing two anchors of a kind is twice the evidence."""
    full = [
        path("src/a.py"),
        path("src/b.py"),
        anchor(AnchorKind.SYMBOL, "parse"),
        anchor(AnchorKind.GOAL, "ship"),
        shared("x"),
        shared("y", 1),
    ]
    store_all(brain, [full, full, [shared("z")]])
    with brain.reading() as reader:
        expected = [
            Link(1, 2, "same_path", 2),
            Link(1, 2, "observed_with", 1),
            Link(1, 2, "same_goal", 1),
            Link(1, 2, "same_symbol", 1),
        ]
        assert expected == reader.neighbours([1], 9)
        assert expected == reader.neighbours([2], 9)
        assert [] == reader.neighbours([3, 99], 9)
        assert [] == reader.neighbours([], 9)


def test_weak_anchors_join_nothing(brain: Brain) -> None:
    """An anchor must be specific on both sides."""
    store_all(brain, [[shared("x", 1)], [shared("x", 2)], [shared("x", 2)]])
    assert [] == others(brain, 1)
    assert [3] == others(brain, 2)


def test_links_are_grouped_in_the_order_asked(brain: Brain) -> None:
    """The limit is per fact, and a fact asked for twice is answered once."""
    store_all(brain, [[shared("x")]] * 3)
    with brain.reading() as reader:
        links = reader.neighbours([3, 1, 3], 1)
    assert [(1, 3), (1, 2)] == [(link.low_fact_id, link.high_fact_id) for link in links]


def test_use_makes_a_link_and_rejection_takes_it_away(brain: Brain) -> None:
    """CQR A9: a used link counts its uses; once rejected it stays away, whoever uses it."""
    for _ in range(3):
        stored(brain)
    with brain.writing() as writer:
        writer.use_link(1, 2, "used_with", is_rejected=False)
        writer.use_link(2, 1, "used_with", is_rejected=False)
        writer.use_link(1, 3, "used_with", is_rejected=False)
    with brain.reading() as reader:
        expected = [Link(1, 2, "used_with", 2), Link(1, 3, "used_with", 1)]
        assert expected == reader.neighbours([1], 9)
        assert expected[:1] == reader.neighbours([2], 9)
    with brain.writing() as writer:
        writer.use_link(1, 2, "used_with", is_rejected=True)
        writer.use_link(1, 2, "used_with", is_rejected=False)
    with brain.reading() as reader:
        assert [Link(1, 3, "used_with", 1)] == reader.neighbours([1], 9)
        assert [] == reader.neighbours([2], 9)


def test_a_shared_anchor_can_be_rejected_too(brain: Brain) -> None:
    """Rejecting names a relation; links of other relations between the two stay."""
    store_all(brain, [[shared("x"), path("a/b")], [shared("x"), path("a/b")]])
    with brain.writing() as writer:
        writer.use_link(1, 2, "observed_with", is_rejected=True)
    with brain.reading() as reader:
        assert [Link(1, 2, "same_path", 1)] == reader.neighbours([1], 9)


def test_a_fact_is_not_its_own_neighbour(brain: Brain) -> None:
    """Linking a fact to itself is refused by name."""
    stored(brain)
    with pytest.raises(InvalidRequest, match="fact 1"), brain.writing() as writer:
        writer.use_link(1, 1, "used_with", is_rejected=False)
    assert [] == others(brain, 1)
