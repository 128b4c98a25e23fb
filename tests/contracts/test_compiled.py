"""Does a store keep compiled reads, and tell whether a relation is as it was?"""

import pytest

from cortex.model.facts import FactStatus
from cortex.model.recipes import CompiledRead, GuardKind, KeptGuard, Member
from cortex.model.versions import FactChange
from cortex.ports.brain import Brain
from tests.contracts.brains import NOW_US
from tests.contracts.deposits import commit_of, stored


def read(identity: str) -> CompiledRead:
    """Give a kept read with two guards, in their order."""
    guards = (
        KeptGuard(GuardKind.NEGATIVE, "exception", "f2"),
        KeptGuard(GuardKind.POLICY, "recipe/1", ""),
    )
    return CompiledRead(identity, "open_work", '{"out": []}', guards, NOW_US, NOW_US + 5)


def members(brain: Brain, relation: str = "rule", limit: int = 9) -> list[Member]:
    """Give the members of a relation in one scope."""
    with brain.reading() as reader:
        return reader.compiled.members(relation, ("user",), limit)


def test_a_read_is_kept_once_and_found_by_identity(brain: Brain) -> None:
    """Keeping again replaces; an unknown identity is nothing."""
    with brain.writing() as writer:
        for _ in range(2):
            writer.compiled.keep(read("one"), NOW_US)
    with brain.writing() as writer:
        assert read("one") == writer.compiled.find("one")
        assert None is writer.compiled.find("two")


def test_reads_are_trimmed_oldest_first(brain: Brain, monkeypatch: pytest.MonkeyPatch) -> None:
    """One more than the limit drops the oldest."""
    for where in ("cortex.model.recipes", "cortex.stores.memory.compiled"):
        monkeypatch.setattr(f"{where}.COMPILED_READS_MAX", 2)
    with brain.writing() as writer:
        for place, name in enumerate(("a", "b", "c")):
            writer.compiled.keep(read(name), NOW_US + place)
        found = [name for name in ("a", "b", "c") if writer.compiled.find(name)]
    assert ["b", "c"] == found


def test_members_are_the_facts_of_a_type_in_scope(brain: Brain) -> None:
    """By id and at most so many; another scope or type is not there; ``*`` is every type."""
    stored(brain, type="rule")
    stored(brain, type="rule", scope_id="project:/elsewhere")
    stored(brain, type="note")
    stored(brain, type="rule", status=FactStatus.ARCHIVED, text="Port 81 is open")
    assert [1, 4] == [member.fact_id for member in members(brain)]
    assert [1] == [member.fact_id for member in members(brain, limit=1)]
    assert [1, 3, 4] == [member.fact_id for member in members(brain, "*")]
    with brain.reading() as reader:
        everywhere = reader.compiled.members("rule", None, 9)
        assert [] == reader.compiled.members("rule", (), 9)
    assert [1, 2, 4] == [member.fact_id for member in everywhere]


def test_members_know_the_place_of_their_commit(brain: Brain) -> None:
    """The sequence of the first commit is given; zero for a fact that never had one."""
    first, second = stored(brain, type="rule"), stored(brain, type="rule")
    with brain.writing() as writer:
        sequence = writer.append_commit(commit_of(second))
        writer.append_commit(commit_of(second))
    assert [(first.fact_id, 0), (second.fact_id, sequence)] == [m[:2] for m in members(brain)]


def test_every_change_of_a_fact_shows_in_its_relation(brain: Brain) -> None:
    """An insert, an update, and a rollback of either make the members differ."""
    stored(brain, type="rule")
    seen = [members(brain)]
    fact = stored(brain, type="rule")
    seen.append(members(brain))
    with brain.writing() as writer:
        version_id = writer.open_version("pin", NOW_US)
        writer.update_fact(fact.fact_id, FactChange(is_pinned=True), version_id, NOW_US + 7)
        writer.close_version(version_id, fact.fact_id, "pinned")
    seen.append(members(brain))
    with brain.writing() as writer:
        writer.rollback_to(1, NOW_US + 9)
    seen.append(members(brain))
    assert 4 == len({tuple(each) for each in seen})
    assert [False, True] == [member.is_rolled_back for member in seen[-1]]
