"""Does a store keep what a fact depends on, and forget it when the entry is undone?"""

from contextlib import suppress

from cortex.model.relations import Relation, Role, Standing
from cortex.ports.brain import Brain, BrainWriter
from tests.contracts.brains import NOW_US, faults_of
from tests.contracts.deposits import commit_of, stored


def stated(writer: BrainWriter, relation: Relation) -> int:
    """State a relation under an entry of its own and give the entry's id."""
    version_id = writer.open_version("store", NOW_US)
    writer.relations.add(relation, version_id)
    writer.close_version(version_id, relation.fact_id, "related")
    return version_id


def test_relations_come_by_role_then_other(brain: Brain) -> None:
    """What a fact depends on is told in the order of roles, whatever order it was stated in."""
    claim, first, second = (stored(brain).fact_id for _ in range(3))
    wanted = (
        Relation(claim, Role.REQUIRED_QUALIFIER, second),
        Relation(claim, Role.COUNTEREVIDENCE, first),
        Relation(claim, Role.COUNTEREVIDENCE, second),
    )
    with brain.writing() as writer:
        for relation in reversed(wanted):
            stated(writer, relation)
        assert wanted == writer.relations.standings([claim])[claim].relations
    with brain.reading() as reader:
        assert Standing(0, 0, wanted) == reader.relations.standings([first, claim])[claim]
        assert () == reader.relations.standings([first])[first].relations
        assert [wanted[1]] == reader.relations.touching([first])
        assert list(wanted) == reader.relations.touching([claim, first])
    assert [] == faults_of(brain)


def test_every_asked_fact_has_a_standing(brain: Brain) -> None:
    """A fact that was committed has one head; one without record, or unknown, has none."""
    plain, revised = stored(brain), stored(brain)
    with brain.writing() as writer:
        writer.append_commit(commit_of(revised))
        writer.append_commit(commit_of(revised, change_kind="revised"))
    with brain.reading() as reader:
        assert {
            plain.fact_id: Standing(0, 0),
            revised.fact_id: Standing(1, 2),
            999: Standing(0, 0),
        } == reader.relations.standings([999, revised.fact_id, plain.fact_id, revised.fact_id])
        assert {} == reader.relations.standings([])
        assert [] == reader.relations.touching([])


def test_a_relation_is_kept_once(brain: Brain) -> None:
    """Stating the same again says that it is not new and leaves one."""
    claim, other = stored(brain).fact_id, stored(brain).fact_id
    relation = Relation(claim, Role.SUPPORT, other)
    with brain.writing() as writer:
        version_id = writer.open_version("store", NOW_US)
        assert writer.relations.add(relation, version_id)
        assert not writer.relations.add(relation, version_id)
        writer.close_version(version_id, claim, "related")
        assert [relation] == writer.relations.touching([claim])


def test_an_undone_entry_takes_its_relation_along(brain: Brain) -> None:
    """After a rollback the relation is gone from every read, and can be stated again."""
    claim, other = stored(brain), stored(brain)
    relation = Relation(claim.fact_id, Role.POLICY, other.fact_id)
    assert other.version_id is not None
    with brain.writing() as writer:
        stated(writer, relation)
    with brain.writing() as writer:
        writer.rollback_to(other.version_id, NOW_US)
        assert [] == writer.relations.touching([other.fact_id])
        assert () == writer.relations.standings([claim.fact_id])[claim.fact_id].relations
    with brain.writing() as writer:
        stated(writer, relation)
        assert [relation] == writer.relations.touching([claim.fact_id])


def test_nothing_is_kept_of_a_broken_transaction(brain: Brain) -> None:
    """Relations share the transaction of the facts they join."""
    claim, other = stored(brain).fact_id, stored(brain).fact_id
    with suppress(ZeroDivisionError), brain.writing() as writer:
        stated(writer, Relation(claim, Role.SUPPORT, other))
        raise ZeroDivisionError
    with brain.reading() as reader:
        assert [] == reader.relations.touching([claim])
