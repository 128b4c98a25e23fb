"""Does the feed tell every change once, in the brain's order, to those who may see it?"""

from cortex.model.changes import ChangeItem
from cortex.model.facts import FactStatus, Visibility
from cortex.model.gates import Gate, TemporalMode
from cortex.ports.brain import Brain
from tests.contracts.brains import NOW_US
from tests.contracts.deposits import EVER, NOW, commit_of, stored


def items(brain: Brain, after: int = 0, until: int = 99, limit: int = 99) -> list[ChangeItem]:
    """Give what changed between two places."""
    with brain.reading() as reader:
        return reader.change_items.between(after, until, NOW, limit)


def test_an_empty_brain_has_no_frontier(brain: Brain) -> None:
    """Nothing was committed, so the feed stands at zero and says nothing."""
    with brain.reading() as reader:
        assert 0 == reader.change_items.frontier()
    assert [] == items(brain)


def test_changes_come_in_the_order_of_the_brain(brain: Brain) -> None:
    """Each commit is one item with the revision it made; the bounds are exclusive, inclusive."""
    first, second = stored(brain), stored(brain)
    with brain.writing() as writer:
        writer.append_commit(commit_of(first))
        writer.append_commit(commit_of(second))
        writer.append_commit(commit_of(first, change_kind="revised", epistemic="contested"))
        assert 3 == writer.change_items.frontier()
    wanted = [
        ChangeItem(1, 0, first.fact_id, "created", 1, "asserted", NOW_US),
        ChangeItem(2, 0, second.fact_id, "created", 1, "asserted", NOW_US),
        ChangeItem(3, 0, first.fact_id, "revised", 2, "contested", NOW_US),
    ]
    assert wanted == items(brain)
    assert wanted[1:2] == items(brain, after=1, until=2)
    assert wanted[:2] == items(brain, limit=2)
    assert [] == items(brain, after=3)


def test_what_no_longer_holds_is_told_all_the_same(brain: Brain) -> None:
    """A retracted and a rolled-back fact stay in the feed: their reader believes them still."""
    retracted = stored(brain, status=FactStatus.ARCHIVED, valid_until_us=1)
    undone = stored(brain)
    with brain.writing() as writer:
        writer.append_commit(commit_of(retracted, epistemic="retracted"))
        writer.append_commit(commit_of(undone))
        assert retracted.version_id is not None
        writer.rollback_to(retracted.version_id, NOW_US)
    assert [retracted.fact_id, undone.fact_id] == [item.fact_id for item in items(brain)]


def test_scope_and_owner_are_kept(brain: Brain) -> None:
    """Nobody hears of another scope or of another owner's private facts."""
    mine = stored(brain, owner_id=1)
    shared = stored(brain, owner_id=2, visibility=Visibility.SHARED)
    theirs = stored(brain, owner_id=2)
    elsewhere = stored(brain, scope_id="project:/b/.git", owner_id=1)
    with brain.writing() as writer:
        for fact in (mine, shared, theirs, elsewhere):
            writer.append_commit(commit_of(fact))
    gate = Gate(TemporalMode.CURRENT, NOW_US, ("user",), 1)
    with brain.reading() as reader:
        feed = reader.change_items
        assert [mine.fact_id, shared.fact_id] == [i.fact_id for i in feed.between(0, 99, gate, 99)]
        assert 4 == len(feed.between(0, 99, EVER, 99))
        assert [] == feed.between(0, 99, gate._replace(scope_ids=()), 99)
