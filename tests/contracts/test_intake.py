"""Does every store keep cursors and inventories, each in the transaction that moves them?"""

import pytest

from cortex.model.inventories import Entry, FileStatus, Inventory
from cortex.model.observations import Event, Grant, Role, Source
from cortex.model.text import RawText
from cortex.ports.brain import Brain, BrainWriter
from tests.contracts.brains import NOW_US

GRANT = Grant("file:/notes.md", "scope:here", Role.DOCUMENT, 1000)
REVISION = "0" * 31


def registered(writer: BrainWriter, principal: str = "solo") -> Source:
    """Register a file."""
    return writer.observations.register(principal, GRANT, NOW_US)


def inventory(source: Source, name: str = "a", count: int = 2) -> Inventory:
    """Give a list with some entries, none of them taken in."""
    found = FileStatus.PARTIALLY_INDEXED
    entry = Entry(source.source_no, source.key, "md", 10, "f-1", found, "日本語 \n")
    return Inventory(0, REVISION + name, 3, NOW_US, 0, (entry,) * count, 1)


def _keep_and_fail(writer: BrainWriter, source: Source) -> None:
    event = Event("e", RawText("text"))
    writer.observations.add(source, "1", event, "00" * 32, NOW_US)
    writer.intake.move_cursor(source.source_no, "1", 9, NOW_US)
    raise ZeroDivisionError


def test_cursor_starts_at_nothing_and_moves(brain: Brain) -> None:
    """A generation nobody took in is at byte 0; each has a place of its own."""
    with brain.writing() as writer:
        number = registered(writer).source_no
        assert 0 == writer.intake.cursor(number, "1")
        writer.intake.move_cursor(number, "1", 7, NOW_US)
        writer.intake.move_cursor(number, "1", 2**63 - 1, NOW_US + 1)
        writer.intake.move_cursor(number, "世代", 5, NOW_US)
    with brain.reading() as reader:
        assert 2**63 - 1 == reader.intake.cursor(number, "1")
        assert 5 == reader.intake.cursor(number, "世代")
        assert 0 == reader.intake.cursor(number, "3")


def test_what_fails_moves_no_cursor(brain: Brain) -> None:
    """CQR H2: an error inside the transaction leaves cursor and observations as they were."""
    with brain.writing() as writer:
        source = registered(writer)
    with pytest.raises(ZeroDivisionError), brain.writing() as writer:
        _keep_and_fail(writer, source)
    with brain.reading() as reader:
        assert 0 == reader.intake.cursor(source.source_no, "1")
        assert reader.observations.find_event(source.source_no, "1", "e") is None


def test_inventory_comes_back_whole(brain: Brain) -> None:
    """A list is given as it was kept, in the order of its entries, to its own principal only."""
    with brain.writing() as writer:
        kept = writer.intake.add_inventory("solo", inventory(registered(writer)), 4)
    with brain.reading() as reader:
        assert kept == reader.intake.find_inventory("solo", kept.revision)
        assert reader.intake.find_inventory("user:2", kept.revision) is None
        assert reader.intake.find_inventory("solo", "f" * 32) is None


def test_place_moves_only_from_where_it_is(brain: Brain) -> None:
    """Whoever is not at the next file any more moves nothing."""
    with brain.writing() as writer:
        kept = writer.intake.add_inventory("solo", inventory(registered(writer)), 4)
        number = kept.inventory_no
        assert writer.intake.move_inventory(number, 0, 1)
        assert not writer.intake.move_inventory(number, 0, 1)
        found = writer.intake.find_inventory("solo", kept.revision)
    assert found is not None
    assert (1, FileStatus.PARTIALLY_INDEXED) == (found.next_index, found.status)


def test_entry_changes_by_itself(brain: Brain) -> None:
    """What is said of one entry is said of no other; what the file was stays."""
    with brain.writing() as writer:
        source = registered(writer)
        event = Event("e", RawText("text"))
        seen = writer.observations.add(source, "1", event, "00" * 32, NOW_US)
        kept = writer.intake.add_inventory("solo", inventory(source), 4)
        done = kept.entries[1]._replace(
            status=FileStatus.READY, detail="", observation_id=seen.observation_id
        )
        writer.intake.set_entry(kept.inventory_no, 1, done._replace(size_bytes=99))
        writer.intake.set_untracked(kept.inventory_no, 7)
    with brain.reading() as reader:
        found = reader.intake.find_inventory("solo", kept.revision)
    assert found is not None
    assert (kept.entries[0], done) == found.entries
    assert 7 == found.untracked


def test_only_the_newest_lists_stay(brain: Brain) -> None:
    """One list more than is kept takes the oldest of its principal, and nobody else's."""
    with brain.writing() as writer:
        source = registered(writer)
        registered(writer, "user:2")
        other = writer.intake.add_inventory("user:2", inventory(source, "o"), 2)
        for name in "abc":
            writer.intake.add_inventory("solo", inventory(source, name), 2)
    with brain.reading() as reader:
        left = [name for name in "abc" if reader.intake.find_inventory("solo", REVISION + name)]
        assert ["b", "c"] == left
        assert reader.intake.find_inventory("user:2", other.revision) is not None


def test_empty_list_is_ready(brain: Brain) -> None:
    """A list without files has nothing left to take in."""
    with brain.writing() as writer:
        kept = writer.intake.add_inventory("solo", inventory(registered(writer), count=0), 2)
        found = writer.intake.find_inventory("solo", kept.revision)
    assert found is not None
    assert FileStatus.READY is found.status
