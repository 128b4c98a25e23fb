"""Do status and doctor stay calm about real stores that are in order, and about those only?"""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import apsw
import pytest

from cortex.core.text.tokens import ANALYSIS_VERSION
from cortex.model.outcomes import Finding, Level
from cortex.model.scopes import user_scope
from cortex.model.stories import StoreState
from cortex.ports.brain import Brain
from cortex.services.doctor import Expected, doctor
from cortex.services.status import Circumstances, status
from cortex.stores.sqlite.brain import Opening, open_brain
from cortex.stores.sqlite.connection import SCHEMA_VERSION
from cortex.stores.sqlite.examination import SqliteExaminer, engine_versions
from cortex.stores.system.locks import WriteQueue
from cortex.stores.system.site import SystemSite
from tests.services.conftest import open_sqlite
from tests.services.factory import START_US, stored

IS_ROOT = os.geteuid() == 0  # Root may write what has no permission to write.
EXPECTED = Expected(SCHEMA_VERSION, ANALYSIS_VERSION)


class Installation:
    """A store file at a path and the home it belongs to, as wiring puts them together."""

    def __init__(self, path: Path, home: Path) -> None:
        self.path = path
        self.site = SystemSite(str(path), str(home), engine_versions())

    def open(self) -> Brain:
        """Open the store for reading; nothing is made."""
        opening = Opening(START_US, "unused", ANALYSIS_VERSION, is_read_only=True)
        return open_brain(str(self.path), WriteQueue(f"{self.path}.queue", 1.0), opening)

    def doctor(self) -> tuple[Finding, ...]:
        """Let the doctor look."""
        examiner = SqliteExaminer(str(self.path))
        return doctor(self.site, self.open, examiner, EXPECTED, (), START_US)

    def state(self) -> StoreState:
        """Ask for the state."""
        return status(
            self.site, self.open, Circumstances(user_scope(), "durable", ANALYSIS_VERSION)
        ).state

    def amiss(self) -> list[tuple[str, str]]:
        """Give (check, level) of everything the doctor raises, apart from the room on this disk."""
        return [
            (finding.check, finding.level)
            for finding in self.doctor()
            if finding.level != Level.PASS and finding.check != "space"
        ]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Give a private home with a brain of two facts in it, closed."""
    folder = tmp_path / "home"
    folder.mkdir(mode=0o700)
    brain = open_sqlite(folder / "cortex.db")
    stored(brain, "Deploys run on Mondays")
    stored(brain, "The gateway listens on port 8080")
    brain.close()
    return folder


def nothing_yet(home: Path) -> Installation:
    """Take the store away: the state after an installation."""
    (home / "cortex.db").unlink()
    return Installation(home / "cortex.db", home)


def as_it_is(home: Path) -> Installation:
    """Leave the store where it was closed."""
    return Installation(home / "cortex.db", home)


def read_only(home: Path) -> Installation:
    """Take all rights to write away."""
    (home / "cortex.db").chmod(0o400)
    home.chmod(0o500)
    return Installation(home / "cortex.db", home)


def moved(home: Path) -> Installation:
    """Move the file into a folder that others may look into."""
    folder = home.parent / "elsewhere"
    folder.mkdir(mode=0o755)
    return Installation(Path(shutil.move(home / "cortex.db", folder / "brain.db")), home)


def symlinked(home: Path) -> Installation:
    """Reach the file through a link."""
    link = home.parent / "link.db"
    link.symlink_to(home / "cortex.db")
    return Installation(link, home)


@pytest.mark.parametrize(
    ("change", "state"),
    [
        (nothing_yet, StoreState.READY),
        (as_it_is, StoreState.READY),
        (read_only, StoreState.READY if IS_ROOT else StoreState.READ_ONLY),
        (moved, StoreState.READY),
        (symlinked, StoreState.READY),
    ],
)
def test_healthy_store_raises_nothing(
    home: Path, change: Callable[[Path], Installation], state: StoreState
) -> None:
    """Case 143: fresh, closed, read-only, moved and symlinked stores pass every check."""
    installed = change(home)
    try:
        assert ([], state) == (installed.amiss(), installed.state())
    finally:
        home.chmod(0o700)


def test_store_in_use_raises_nothing(home: Path) -> None:
    """Case 143: with a writer at work and its log beside the store, all is still well."""
    brain = open_sqlite(home / "cortex.db")
    stored(brain, "Written a moment ago")
    installed = as_it_is(home)
    assert (home / "cortex.db-wal").stat().st_size > 0
    with brain.writing() as writer:
        writer.add_event("test", "{}", "cli", START_US)
        assert [] == installed.amiss()
    brain.close()


def test_looking_changes_no_byte(home: Path) -> None:
    """Case 131, case 56: two runs of doctor and status leave the files as they were, and agree."""
    installed = as_it_is(home)
    before = {path.name: path.read_bytes() for path in home.iterdir() if path.suffix == ".db"}
    assert installed.doctor() == installed.doctor()
    installed.state()
    after = {path.name: path.read_bytes() for path in home.iterdir() if path.suffix == ".db"}
    assert before == after


@pytest.mark.parametrize("cut", [0, 100, 5000])
def test_damaged_store_is_reported_not_raised(home: Path, cut: int) -> None:
    """Case 20: a file that was cut off or is something else fails with words, for both verbs."""
    path = home / "cortex.db"
    path.write_bytes(path.read_bytes()[:cut] if cut else b"not a database, but text " * 100)
    installed = as_it_is(home)
    assert StoreState.UNREADABLE is installed.state()
    assert Level.FAIL in {level for _, level in installed.amiss()}


def test_folder_in_place_of_the_store_is_reported(home: Path) -> None:
    """Case 20: whatever lies at the path, the answer is a finding."""
    (home / "cortex.db").unlink()
    (home / "cortex.db").mkdir()
    assert StoreState.UNREADABLE is as_it_is(home).state()
    assert ("store", Level.FAIL) in as_it_is(home).amiss()


def test_store_that_others_can_read_is_raised(home: Path) -> None:
    """A copy that lost its mode gives the memory away, and that is worth a warning."""
    (home / "cortex.db").chmod(0o644)
    assert [("permissions", Level.WARN)] == as_it_is(home).amiss()


def test_head_that_is_not_the_newest_entry_is_raised(home: Path) -> None:
    """A brain that stands elsewhere than its log says is named, and nothing else is."""
    shell = apsw.Connection(str(home / "cortex.db"))
    shell.execute("UPDATE head_state SET head_id = 1")
    shell.close()
    assert [("head", Level.FAIL)] == as_it_is(home).amiss()
