"""Does the feed tell the same of a fact, whichever way it came to be what it is?"""

import zlib
from pathlib import Path

import apsw

from cortex.model.callers import Caller
from cortex.services.pin import pin
from tests.contracts.brains import sqlite_brain
from tests.recall.memory_kit import Kit


def revisions(path: Path, fact_id: int) -> list[tuple[str, str]]:
    """Give standing and body of each revision of a fact, oldest first."""
    connection = apsw.Connection(str(path))
    rows: list[tuple[str, bytes]] = connection.execute(  # type: ignore[assignment]  # As laid out.
        "SELECT v.epistemic_status, v.body_deflated FROM revisions AS v"
        " JOIN records AS r ON r.record_no = v.record_no WHERE r.fact_id = ? ORDER BY v.ordinal",
        (fact_id,),
    ).fetchall()
    connection.close()
    return [(standing, zlib.decompress(body).decode()) for standing, body in rows]


def test_fact_committed_pinned_has_the_body_of_one_that_was_pinned_later(tmp_path: Path) -> None:
    """A reader of the feed sees a pin at once, not only after the next correction."""
    path = tmp_path / "cortex.db"
    kit = Kit(sqlite_brain(path))
    kit.commit("Never force-push to main", is_pinned=True)
    for is_pinned in (False, True):
        pin(kit.brain, "1", Caller(), kit.now_us, is_pinned=is_pinned)
    kit.brain.close()
    bodies = revisions(path, 1)
    assert bodies[0] == bodies[2] != bodies[1]


def test_feed_tells_that_a_fact_was_superseded(tmp_path: Path) -> None:
    """A reader of the feed learns of the end of the old fact, not only of the new one."""
    path = tmp_path / "cortex.db"
    kit = Kit(sqlite_brain(path))
    kit.commit("Staging listens on port 8080")
    kit.commit("Staging listens on port 9090", supersedes="decision::1")
    kit.brain.close()
    assert ["asserted", "retracted"] == [standing for standing, _ in revisions(path, 1)]
    assert ["asserted"] == [standing for standing, _ in revisions(path, 2)]
