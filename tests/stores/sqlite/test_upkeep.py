"""Does the file get small again, while readers keep their snapshots?"""

from pathlib import Path

import apsw
import pytest

from cortex.core.anchors.handles import handles_of
from cortex.model.errors import StoreBusy
from cortex.stores.sqlite.upkeep import SqliteUpkeep
from cortex.stores.system.locks import WriteQueue
from tests.contracts.brains import faults_of, sqlite_brain
from tests.contracts.deposits import NOW, content, insert
from tests.services.upkeep import sqlite_upkeep


def test_free_pages_go_back_to_the_disk_in_pieces(tmp_path: Path) -> None:
    """No piece is larger than asked, and the file shrinks once the log is in it."""
    path = tmp_path / "cortex.db"
    brain, upkeep = sqlite_brain(path), sqlite_upkeep(path)
    with brain.writing() as writer:
        for number in range(2000):
            writer.add_event("rebuild", "x" * 400, "cli", number)
    with brain.writing() as writer:
        assert 2000 == writer.outbox.prune_events(("rebuild",), 5000, 5000)
    before = upkeep.sizes()
    assert before.can_shrink
    assert before.free_bytes > 400_000
    pieces = []
    while piece := upkeep.release_pages(10):
        pieces.append(piece)
    assert {10 * 4096} == set(pieces[:-1])
    assert upkeep.checkpoint()
    after = upkeep.sizes()
    assert (0, 0) == (after.free_bytes, after.wal_bytes)
    assert before.live_bytes >= after.store_bytes == path.stat().st_size
    assert [] == faults_of(brain)
    brain.close()


def test_reader_keeps_the_log_and_is_not_waited_for(tmp_path: Path) -> None:
    """The checkpoint says that it could not cut the log, the reader sees what it saw."""
    path = tmp_path / "cortex.db"
    brain, upkeep = sqlite_brain(path), sqlite_upkeep(path)
    with brain.writing() as writer:
        insert(writer, content("The first"))
    with brain.reading() as reader:
        assert ["The first"] == [fact.content.text for fact in reader.iter_facts()]
        with brain.writing() as writer:
            insert(writer, content("The second"))
        assert not upkeep.checkpoint()
        assert ["The first"] == [fact.content.text for fact in reader.iter_facts()]
    assert upkeep.checkpoint()
    assert 0 == upkeep.sizes().wal_bytes
    brain.close()


def test_upkeep_waits_for_its_turn_like_any_writer(tmp_path: Path) -> None:
    """While somebody writes, each step is refused when its wait is over."""
    path = tmp_path / "cortex.db"
    brain = sqlite_brain(path)
    upkeep = SqliteUpkeep(str(path), WriteQueue(f"{path}.queue", 0.01))
    with brain.writing():
        for step in (upkeep.checkpoint, upkeep.fold_tail, lambda: upkeep.release_pages(1)):
            with pytest.raises(StoreBusy):
                step()
    brain.close()


def test_folding_changes_no_answer(tmp_path: Path) -> None:
    """The facts that waited are in the postings, and every score is what it was."""
    path = tmp_path / "cortex.db"
    brain, upkeep = sqlite_brain(path), sqlite_upkeep(path)
    with brain.writing() as writer:
        for number in range(20):
            told = content(f"The gateway number {number} listens on port {number}")
            insert(writer, told, handles_of(told))

    def scores() -> list[tuple[int, int]]:
        with brain.reading() as reader:
            return reader.lexical_hits([("gateway", 3), ("17", 5)], NOW, 99)

    before = scores()
    assert [20, 0] == [upkeep.fold_tail() for _ in range(2)]
    assert before == scores()
    assert [] == faults_of(brain)
    brain.close()


def test_file_from_before_keeps_its_free_pages(tmp_path: Path) -> None:
    """It says that it cannot shrink, gives nothing back, and loses nothing."""
    path = tmp_path / "cortex.db"
    sqlite_brain(path).close()
    opened = apsw.Connection(str(path))
    opened.pragma("auto_vacuum", 0)
    opened.execute("VACUUM")
    opened.close()
    upkeep = sqlite_upkeep(path)
    assert not upkeep.sizes().can_shrink
    assert 0 == upkeep.release_pages(10)
