"""Does the log grow, and does a rollback bring back exactly what was?"""

import pytest

from cortex.model.errors import NotFound, RollbackRefused
from cortex.model.facts import Fact, FactStatus, Naming
from cortex.model.text import CleanText
from cortex.model.versions import FactChange, Version
from cortex.ports.brain import Brain, BrainWriter
from tests.contracts.brains import NOW_US
from tests.contracts.deposits import NOW, content, handles, insert, stored


def changed(writer: BrainWriter, fact_id: int, change: FactChange, at_us: int = NOW_US) -> int:
    """Change a fact under an entry of its own and give the entry's id."""
    version_id = writer.open_version("revise", at_us)
    writer.update_fact(fact_id, change, version_id, at_us)
    writer.close_version(version_id, fact_id, "revised")
    return version_id


def superseding(writer: BrainWriter, old: Fact, text: str) -> Fact:
    """Store a fact and close an old one, both under one entry."""
    version_id = writer.open_version("commit", NOW_US)
    fact = writer.insert_fact(content(text, supersedes_id=old.fact_id), version_id)
    writer.project(fact, handles())
    closing = FactChange(status=FactStatus.SUPERSEDED, valid_until_us=NOW_US)
    writer.update_fact(old.fact_id, closing, version_id, NOW_US + 1)
    writer.close_version(version_id, fact.fact_id, f"inserted: {text}")
    return fact


def facts_of(brain: Brain) -> list[Fact]:
    with brain.reading() as reader:
        return list(reader.iter_facts())


def test_entries_are_read_newest_first(brain: Brain) -> None:
    """Each entry tells what it did and to which fact; HEAD is the newest."""
    stored(brain, text="Port 80 is open to all")
    stored(brain, text="Second")
    first = Version(1, "commit", "inserted: Port 80 is open to all", 1, False, NOW_US)
    second = Version(2, "commit", "inserted: Second", 2, False, NOW_US)
    with brain.reading() as reader:
        assert [second, first] == reader.versions(None, 9)
        assert [second] == reader.versions(None, 1)
        assert [first] == reader.versions(1, 9)
        assert [first, None] == [reader.find_version(1), reader.find_version(9)]
        assert 2 == reader.head()


@pytest.mark.parametrize(
    "summary",
    ["", "Port 80 is open", "a: Port 80", "Port 80 is not", "x Port 80 is open and more", "Port"],
)
def test_summary_is_kept_word_for_word(brain: Brain, summary: str) -> None:
    """A summary may quote its fact in part, wholly or not at all."""
    with brain.writing() as writer:
        version_id = writer.open_version("commit", NOW_US)
        fact = writer.insert_fact(content("Port 80 is open"), version_id)
        writer.close_version(version_id, fact.fact_id, summary)
    with brain.reading() as reader:
        assert [summary] == [version.summary for version in reader.versions(None, 9)]


def test_entries_of_a_fact_are_all_that_wrote_it(brain: Brain) -> None:
    """An entry that only closed a fact is part of its story, one that left it alone is not."""
    old = stored(brain)
    with brain.writing() as writer:
        superseding(writer, old, "Newer")
        changed(writer, 2, FactChange(quality=9))
    with brain.reading() as reader:
        assert [2, 1] == [version.version_id for version in reader.versions(1, 9)]
        assert [3, 2] == [version.version_id for version in reader.versions(2, 9)]
        assert [1, 2] == reader.facts_written_by([2])
        assert [1, 2] == reader.facts_written_by([3, 1])
        assert [] == reader.facts_written_by([])


def test_one_entry_may_make_several_facts(brain: Brain) -> None:
    """A bulk deposit under one entry is undone as one."""
    stored(brain)
    with brain.writing() as writer:
        version_id = writer.open_version("import", NOW_US)
        for number in range(3):
            writer.insert_fact(content(f"Row {number}"), version_id)
        writer.close_version(version_id, 4, "imported 3")
    with brain.writing() as writer:
        assert [2, 3, 4] == writer.facts_written_by([2])
        writer.rollback_to(1, NOW_US)
        assert [1] == writer.newest(NOW, 9)


def test_rollback_hides_later_facts_and_ids_are_not_used_again(brain: Brain) -> None:
    """CQR D5: one entry orphaned, HEAD at the first, a later commit gets a higher number."""
    stored(brain, text="A")
    stored(brain, text="B")
    with brain.writing() as writer:
        orphaned = writer.rollback_to(1, NOW_US)
    assert [2] == [version.version_id for version in orphaned]
    assert orphaned[0].is_orphaned
    stored(brain, text="C")
    with brain.reading() as reader:
        assert [3, 1] == reader.newest(NOW, 9)
        assert [(3, False), (2, True), (1, False)] == [
            (version.version_id, version.is_orphaned) for version in reader.versions(None, 9)
        ]
        assert 3 == reader.head()


def test_superseded_fact_comes_alive_again(brain: Brain) -> None:
    """Rolling back what superseded a fact gives it back as it was, window and instant included."""
    old = stored(brain)
    with brain.writing() as writer:
        superseding(writer, old, "Newer")
    with brain.writing() as writer:
        writer.rollback_to(1, NOW_US + 9)
    assert old == facts_of(brain)[0]
    with brain.reading() as reader:
        assert [1] == reader.newest(NOW, 9)


def test_changes_are_undone_in_reverse_order(brain: Brain) -> None:
    """A fact changed three times, twice under one entry, has the state it had at each entry."""
    states = [stored(brain, naming=Naming(subject="a", paths=("p",)))]
    with brain.writing() as writer:
        changed(writer, 1, FactChange(quality=60, context=CleanText("because")), NOW_US + 1)
        states.append(writer.facts([1])[0])
        version_id = writer.open_version("revise", NOW_US + 2)
        writer.update_fact(1, FactChange(naming=Naming(subject="b")), version_id, NOW_US + 2)
        writer.update_fact(1, FactChange(quality=70, merged_count=1), version_id, NOW_US + 3)
        writer.close_version(version_id, 1, "twice")
        changed(writer, 1, FactChange(is_pinned=True, disputes_id=1), NOW_US + 4)
        writer.touch({1: 3}, NOW_US)
    for version_id in (2, 1):
        with brain.writing() as writer:
            writer.rollback_to(version_id, NOW_US)
        now = facts_of(brain)[0]
        assert states[version_id - 1].content == now.content
        assert states[version_id - 1].updated_us == now.updated_us
        assert (3, NOW_US) == (now.retrievals, now.last_accessed_us)


def test_rollback_past_a_rollback(brain: Brain) -> None:
    """What an earlier rollback undid is neither orphaned nor restored a second time."""
    old = stored(brain)
    with brain.writing() as writer:
        changed(writer, 1, FactChange(quality=1))
    with brain.writing() as writer:
        writer.rollback_to(1, NOW_US)
    with brain.writing() as writer:
        changed(writer, 1, FactChange(quality=2))
        orphaned = writer.rollback_to(1, NOW_US)
    assert [3] == [version.version_id for version in orphaned]
    assert [old] == facts_of(brain)


def test_rollback_to_where_one_stands_changes_nothing(brain: Brain) -> None:
    """The second call finds nothing to undo."""
    stored(brain)
    with brain.writing() as writer:
        assert () == writer.rollback_to(1, NOW_US)
        assert 1 == writer.head()


def test_rollback_to_nowhere_is_refused(brain: Brain) -> None:
    """An unknown entry, and one that was itself rolled back, cannot become HEAD."""
    stored(brain)
    stored(brain)
    with pytest.raises(NotFound, match="version 7"), brain.writing() as writer:
        writer.rollback_to(7, NOW_US)
    with brain.writing() as writer:
        writer.rollback_to(1, NOW_US)
    with pytest.raises(RollbackRefused, match="version 2"), brain.writing() as writer:
        writer.rollback_to(2, NOW_US)


def test_an_entry_left_open_is_a_bug_and_leaves_nothing(brain: Brain) -> None:
    """A transaction that opens an entry and does not close it does not become durable."""

    def leave_open() -> None:
        with brain.writing() as writer:
            insert(writer, content())
            writer.open_version("commit", NOW_US)

    with pytest.raises(AssertionError):
        leave_open()
    assert [] == facts_of(brain)
