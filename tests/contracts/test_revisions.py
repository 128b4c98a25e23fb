"""Is every revision of a record kept, numbered and linked to what it was made from?"""

import pytest

from cortex.model.errors import NotFound
from cortex.model.revisions import RecordRevision, RevisionId
from cortex.ports.brain import Brain
from tests.contracts.brains import NOW_US, faults_of
from tests.contracts.deposits import commit_of, stored


def test_each_commit_of_a_fact_is_a_revision(brain: Brain) -> None:
    """Revisions count from one, the last is the head, and each follows the one before it."""
    one, two = stored(brain), stored(brain)
    with brain.writing() as writer:
        writer.append_commit(commit_of(one, body_json='{"text":"a"}'))
        writer.append_commit(commit_of(two))
        writer.append_commit(commit_of(one, body_json='{"text":"b"}', epistemic="retracted"))
    first, second = RevisionId(one.fact_id, 1), RevisionId(one.fact_id, 2)
    told = [
        RecordRevision(second, 3, "retracted", '{"text":"b"}', NOW_US, True, (first,)),
        RecordRevision(first, 1, "asserted", '{"text":"a"}', NOW_US, False, ()),
    ]
    with brain.reading() as reader:
        assert told == reader.revisions.of_fact(one.fact_id, 9)
        assert told[:1] == reader.revisions.of_fact(one.fact_id, 1)
        assert told[1] == reader.revisions.find(first)
        assert {one.fact_id: 2, two.fact_id: 1} == reader.revisions.latest(
            [two.fact_id, one.fact_id, 99]
        )


def test_unknown_revision_is_none(brain: Brain) -> None:
    """A number that was never given finds nothing, and neither does a fact without a record."""
    fact = stored(brain)
    with brain.reading() as reader:
        assert reader.revisions.find(RevisionId(fact.fact_id, 1)) is None
        assert [] == reader.revisions.of_fact(fact.fact_id, 9)
        assert {} == reader.revisions.latest([])


def test_stated_parents_take_the_place_of_the_one_before(brain: Brain) -> None:
    """A revision made from several, or from another record's, says so."""
    one, two = stored(brain), stored(brain)
    with brain.writing() as writer:
        for fact in (one, one, two):
            writer.append_commit(commit_of(fact))
        made = RevisionId(two.fact_id, 1)
        parents = (RevisionId(one.fact_id, 1), RevisionId(one.fact_id, 2))
        writer.revisions.add_parents(made, parents[::-1])
    with brain.reading() as reader:
        found = reader.revisions.find(made)
        assert found is not None
        assert parents == found.parents
    assert [] == faults_of(brain)


def test_parent_of_no_fact_is_refused(brain: Brain) -> None:
    """A parent is a revision of a fact that is there."""
    fact = stored(brain)
    with brain.writing() as writer:
        writer.append_commit(commit_of(fact))
    with pytest.raises(NotFound), brain.writing() as writer:
        writer.revisions.add_parents(RevisionId(fact.fact_id, 1), [RevisionId(99, 1)])
