"""Is what was taken in remembered by source and key, and found from its fact?"""

import pytest

from cortex.model.errors import NotFound
from cortex.model.imports import ImportedItem, Origin, Source
from cortex.ports.brain import Brain
from tests.contracts.brains import NOW_US

NOTES = Source("markdown", "user\n/notes")
OTHER = Source("markdown", "user\n/other")


def item(number: int, group: int = 0, fact_id: int = 1) -> ImportedItem:
    """Give an item whose digests are told by numbers."""
    return ImportedItem(
        f"{number:032x}", f"{group:032x}", f"{number:032x}", fact_id, f"a.md:{number}"
    )


def test_nothing_is_known_before_it_was_taken_in(brain: Brain) -> None:
    """An unknown source, key or fact gives nothing, and so does an empty question."""
    with brain.reading() as reader:
        assert {} == reader.imports.taken_in(NOTES, [item(1).key])
        assert {} == reader.imports.taken_in(NOTES, [])
        assert [] == reader.imports.taken_in_under(NOTES, item(1).group)
        assert reader.imports.origin_of(1) is None


def test_items_are_found_by_source_and_key(brain: Brain) -> None:
    """The same key of another source is another item; a transaction sees its own writes."""
    with brain.writing() as writer:
        writer.imports.note(NOTES, [item(2), item(1)], NOW_US)
        writer.imports.note(OTHER, [item(1, fact_id=9)], NOW_US)
        asked = [item(3).key, item(2).key, item(1).key]
        assert {i.key: i for i in (item(1), item(2))} == writer.imports.taken_in(NOTES, asked)
    with brain.reading() as reader:
        assert 9 == reader.imports.taken_in(OTHER, [item(1).key])[item(1).key].fact_id


def test_noting_twice_replaces(brain: Brain) -> None:
    """An item that changed has its new digest, fact and place, and is there once."""
    changed = item(1)._replace(digest=f"{7:032x}", fact_id=5, locator="b.md:4")
    with brain.writing() as writer:
        writer.imports.note(NOTES, [item(1)], NOW_US)
        writer.imports.note(NOTES, [changed], NOW_US + 1)
    with brain.reading() as reader:
        assert [changed] == reader.imports.taken_in_under(NOTES, item(1).group)
        assert Origin(NOTES, "b.md:4", NOW_US + 1) == reader.imports.origin_of(5)
        assert reader.imports.origin_of(1) is None


def test_a_group_is_given_by_key_and_without_others(brain: Brain) -> None:
    """Items of one group come by key; those of another group or source do not."""
    with brain.writing() as writer:
        writer.imports.note(NOTES, [item(3, 1), item(1, 1), item(2, 2)], NOW_US)
        writer.imports.note(OTHER, [item(4, 1)], NOW_US)
        assert [item(1, 1), item(3, 1)] == writer.imports.taken_in_under(NOTES, item(0, 1).group)


def test_dropped_items_are_unknown_again(brain: Brain) -> None:
    """Dropping passes over what is not there, also for a source nobody knows."""
    with brain.writing() as writer:
        writer.imports.note(NOTES, [item(1), item(2)], NOW_US)
        writer.imports.drop(NOTES, [item(1).key, item(9).key])
        writer.imports.drop(OTHER, [item(2).key])
        assert [item(2)] == writer.imports.taken_in_under(NOTES, item(2).group)


def test_origin_is_the_first_place(brain: Brain) -> None:
    """A fact that two sources state came from where it was taken in first."""
    with brain.writing() as writer:
        writer.imports.note(OTHER, [item(2)], NOW_US + 5)
        writer.imports.note(NOTES, [item(1)], NOW_US)
    with brain.reading() as reader:
        assert Origin(NOTES, "a.md:1", NOW_US) == reader.imports.origin_of(1)


def test_nothing_is_noted_when_the_transaction_fails(brain: Brain) -> None:
    """What was noted goes with everything else of its transaction."""

    def fail() -> None:
        with brain.writing() as writer:
            writer.imports.note(NOTES, [item(1)], NOW_US)
            writer.rollback_to(99, NOW_US)

    with pytest.raises(NotFound):
        fail()
    with brain.reading() as reader:
        assert {} == reader.imports.taken_in(NOTES, [item(1).key])
