"""Does every store age, group and put away facts alike, and give their words back exactly?"""

import pytest

from cortex.model.ages import AgedForm, AgeTier, NewCluster
from cortex.model.facts import FactStatus, RetentionClass
from cortex.model.text import CleanText
from cortex.model.versions import FactChange
from cortex.ports.brain import Brain, BrainWriter
from tests.contracts.brains import NOW_US, faults_of
from tests.contracts.deposits import EVER, NOW, content, insert, stored

DAY_US = 86_400_000_000
ODD_TEXTS = {
    "empty": "",
    "unicode": "Grüße, 東京, \u202e right to left, \U0001f600",
    "nul": "before\0after",
    "large": "eleven letters " * 13_653,
    "marker": "[cold:1]",
}


def past(brain: Brain, text: str = "Port 80 is open", **changes: object) -> int:
    """Store a superseded fact and give its id."""
    with brain.writing() as writer:
        told = content(text, status=FactStatus.SUPERSEDED, **changes)
        return insert(writer, told).fact_id


def pin(writer: BrainWriter, fact_id: int) -> None:
    """Change a fact."""
    version_id = writer.open_version("pin", NOW_US)
    writer.update_fact(fact_id, FactChange(is_pinned=True), version_id, NOW_US)
    writer.close_version(version_id, fact_id, "pinned")


@pytest.mark.parametrize("name", ODD_TEXTS)
def test_words_come_back_from_a_cold_block_exactly(brain: Brain, name: str) -> None:
    """Text and context are the same to the byte after the move, whatever they are: CQR G14."""
    text = ODD_TEXTS[name]
    fact_id = past(brain, text, context=CleanText(text[::-1]))
    with brain.reading() as reader:
        before = reader.find_fact(fact_id)
    assert before is not None
    with brain.writing() as writer:
        assert 1 == writer.ages.move_cold([fact_id])
    with brain.reading() as reader:
        assert before._replace(is_cold=True) == reader.find_fact(fact_id)
    assert [] == faults_of(brain)


def test_second_move_does_nothing(brain: Brain) -> None:
    """A fact that is cold already stays where it is: CQR G14."""
    fact_id = past(brain)
    for expected in (1, 0):
        with brain.writing() as writer:
            assert expected == writer.ages.move_cold([fact_id, fact_id])
    with brain.reading() as reader:
        assert 1 == reader.ages.cold_rows(None)


@pytest.mark.parametrize("status", [FactStatus.ACTIVE, FactStatus.DISPUTED])
def test_fact_that_stands_is_never_moved(brain: Brain, status: FactStatus) -> None:
    """Only what was archived or superseded goes into a block, even when asked for by id."""
    fact = stored(brain, status=status)
    with brain.writing() as writer:
        assert 0 == writer.ages.move_cold([fact.fact_id])
        assert [] == writer.ages.movable(NOW_US + DAY_US, 10)


def test_every_reader_of_facts_gives_the_words_of_a_cold_one(brain: Brain) -> None:
    """By id, in a page, in a stream, in the log: the same words as before."""
    ids = [past(brain, f"The gateway number {number} is closed") for number in range(70)]

    def told() -> tuple[object, ...]:
        with brain.reading() as reader:
            return (
                [fact._replace(is_cold=False) for fact in reader.facts(ids)],
                [fact._replace(is_cold=False) for fact in reader.fact_page(EVER, None, 100)],
                [fact._replace(is_cold=False) for fact in reader.iter_facts()],
                reader.versions(None, 100),
                reader.find_version(3),
            )

    before = told()
    with brain.writing() as writer:
        assert 70 == writer.ages.move_cold(ids)
    assert before == told()
    assert [] == faults_of(brain)


def test_cold_rows_are_counted_by_scope(brain: Brain) -> None:
    """A scope counts its own; no scope counts nothing; None counts all."""
    here, there = past(brain), past(brain, scope_id="other")
    past(brain)
    with brain.writing() as writer:
        writer.ages.move_cold([here, there])
        counts = [
            writer.ages.cold_rows(scopes) for scopes in (None, ["user"], ["other"], ["none"], [])
        ]
    assert [2, 1, 1, 0, 0] == counts


def test_changed_fact_leaves_its_block(brain: Brain) -> None:
    """It is in its row again, the others stay cold, and an empty block goes."""
    ids = [past(brain, f"Line {number}") for number in range(3)]
    with brain.writing() as writer:
        writer.ages.move_cold(ids)
        pin(writer, ids[1])
        assert [True, False, True] == [fact.is_cold for fact in writer.facts(ids)]
        assert 2 == writer.ages.cold_rows(None)
    with brain.writing() as writer:
        pin(writer, ids[0])
        pin(writer, ids[2])
        assert 0 == writer.ages.cold_rows(None)
    with brain.reading() as reader:
        assert ["Line 0", "Line 1", "Line 2"] == [f.content.text for f in reader.facts(ids)]
    assert [] == faults_of(brain)


def test_changed_fact_comes_back_into_its_row(brain: Brain) -> None:
    """A fact that is made to stand again is read by paths that look at rows only."""
    fact_id = past(brain, context=CleanText("because"))
    with brain.writing() as writer:
        writer.ages.move_cold([fact_id])
    with brain.writing() as writer:
        version_id = writer.open_version("revive", NOW_US)
        change = FactChange(status=FactStatus.ACTIVE)
        fact = writer.update_fact(fact_id, change, version_id, NOW_US)
        writer.close_version(version_id, fact_id, f"revived: {fact.content.text}")
    assert ("Port 80 is open", "because", False) == (
        fact.content.text,
        fact.content.context,
        fact.is_cold,
    )
    assert [] == faults_of(brain)


def test_rollback_brings_a_cold_fact_back_into_its_row(brain: Brain) -> None:
    """What a rollback makes stand again is not in a block any more."""
    fact = stored(brain)
    head = fact.version_id
    assert head is not None
    with brain.writing() as writer:
        version_id = writer.open_version("retract", NOW_US)
        change = FactChange(status=FactStatus.ARCHIVED)
        writer.update_fact(fact.fact_id, change, version_id, NOW_US)
        writer.close_version(version_id, fact.fact_id, "retract")
    with brain.writing() as writer:
        assert 1 == writer.ages.move_cold([fact.fact_id])
    with brain.writing() as writer:
        writer.rollback_to(head, NOW_US)
    with brain.reading() as reader:
        assert fact == reader.find_fact(fact.fact_id)
        assert 0 == reader.ages.cold_rows(None)


def test_oldest_past_facts_are_moved_first(brain: Brain) -> None:
    """By the instant of their last change, then by id; pinned and undone ones are left out."""
    young = past(brain, created_us=NOW_US - DAY_US)
    old = [past(brain, created_us=NOW_US - 9 * DAY_US) for _ in range(2)]
    past(brain, created_us=NOW_US - 9 * DAY_US, is_pinned=True)
    with brain.writing() as writer:
        kept = writer.head()
        assert kept is not None
        undone = insert(writer, content(status=FactStatus.SUPERSEDED, created_us=1))
        writer.rollback_to(kept, NOW_US)
        assert undone.fact_id not in writer.ages.movable(NOW_US, 10)
        assert [*old, young] == writer.ages.movable(NOW_US, 10)
        assert old[:1] == writer.ages.movable(NOW_US - DAY_US, 1)
        assert 2 == writer.ages.count_movable(NOW_US - DAY_US)


def test_survey_gives_what_ageing_needs(brain: Brain) -> None:
    """In id order, above an id, with use and kept tier."""
    first = stored(brain, retention=RetentionClass.OPERATIONAL, quality=30, expires_us=NOW_US)
    second = stored(brain, is_pinned=True)
    form = AgedForm(first.fact_id, AgeTier.OLD, NOW_US, "Port 80...")
    with brain.writing() as writer:
        writer.touch({first.fact_id: 2}, NOW_US + 1)
        writer.ages.keep_forms([form])
        rows = writer.ages.survey(0, 10)
        assert rows[1:] == writer.ages.survey(first.fact_id, 10)
        assert rows[:1] == writer.ages.survey(0, 1)
    assert [first.fact_id, second.fact_id] == [row.fact_id for row in rows]
    assert (2, NOW_US + 1, AgeTier.OLD, NOW_US, 30, NOW_US) == (
        rows[0].retrievals,
        rows[0].last_accessed_us,
        rows[0].tier,
        rows[0].aged_us,
        rows[0].quality,
        rows[0].expires_us,
    )
    assert (True, None, None) == (rows[1].is_pinned, rows[1].tier, rows[1].last_accessed_us)


def test_form_counts_until_the_fact_changes(brain: Brain) -> None:
    """A kept form is given until a change; a fresh tier drops it."""
    fact = stored(brain)
    form = AgedForm(fact.fact_id, AgeTier.RECENT, NOW_US, None)
    with brain.writing() as writer:
        writer.ages.keep_forms([form])
        assert {fact.fact_id: form} == writer.ages.forms([fact.fact_id, 99])
        assert {AgeTier.RECENT: 1} == writer.ages.tiers()
        version_id = writer.open_version("pin", NOW_US + 1)
        writer.update_fact(fact.fact_id, FactChange(quality=60), version_id, NOW_US + 1)
        writer.close_version(version_id, fact.fact_id, "pin")
        assert {} == writer.ages.forms([fact.fact_id])
        assert {} == writer.ages.forms([])
        writer.ages.keep_forms([form._replace(tier=AgeTier.FRESH)])
        assert {} == writer.ages.tiers()


def test_clusters_hold_each_fact_once(brain: Brain) -> None:
    """New ones and those that join; the largest first in the list a person sees."""
    ids = [stored(brain).fact_id for _ in range(6)]
    pair = NewCluster("user", None, "port open", (ids[0], ids[1]))
    with brain.writing() as writer:
        writer.ages.keep_clusters([pair, pair._replace(fact_ids=(ids[2], ids[3]))])
        known = writer.ages.clusters(None, 9)[0].cluster_id
        writer.ages.keep_clusters([pair._replace(fact_ids=(ids[4], ids[0]), cluster_id=known)])
        seen = writer.ages.clusters_seen(NOW, 9)
        assert [(ids[2], ids[3], ids[4]), (ids[0], ids[1])] == [c.fact_ids for c in seen]
        assert [ids[5]] == writer.ages.unclustered(0, 9)
        assert [] == writer.ages.clusters(["elsewhere"], 9)
        assert [] == writer.ages.clusters([], 9)
        assert seen[:1] == writer.ages.clusters_seen(NOW, 1)


def test_cluster_shows_only_what_the_reader_may_see(brain: Brain) -> None:
    """One visible member is no cluster."""
    mine = stored(brain, owner_id=1).fact_id
    other = stored(brain, owner_id=2).fact_id
    with brain.writing() as writer:
        writer.ages.keep_clusters([NewCluster("user", 1, "port", (mine, other))])
        assert [] == writer.ages.clusters_seen(NOW._replace(owner_id=1), 9)
        assert 1 == len(writer.ages.clusters_seen(NOW, 9))


def test_members_that_no_longer_stand_leave(brain: Brain) -> None:
    """A cluster of one goes with them; a second call finds nothing."""
    ids = [stored(brain).fact_id for _ in range(2)]
    gone = past(brain)
    with brain.writing() as writer:
        writer.ages.keep_clusters(
            [
                NewCluster("user", None, "a", (*ids, gone)),
            ]
        )
        assert 1 == writer.ages.stale_members()
        assert [1, 0] == [writer.ages.drop_stale_members() for _ in range(2)]
        assert [tuple(ids)] == [c.fact_ids for c in writer.ages.clusters(None, 9)]
        writer.ages.drop_clusters()
        assert [] == writer.ages.clusters(None, 9)
        assert ids == writer.ages.unclustered(0, 9)
