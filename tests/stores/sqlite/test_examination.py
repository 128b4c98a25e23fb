"""Does the examiner find each sort of fault, and nothing in a file that is whole?"""

from pathlib import Path

import apsw
import pytest

from cortex.model.errors import StoreUnreadable
from cortex.ports.health import Examination
from cortex.stores.sqlite.examination import FAULTS_TOLD_MAX, SqliteExaminer, engine_versions
from tests.services.conftest import open_sqlite
from tests.services.factory import stored


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """Give the file of a closed brain with facts in it."""
    path = tmp_path / "cortex.db"
    brain = open_sqlite(path)
    for number in range(10):
        stored(brain, f"Service {number} listens on port {8000 + number} of src/app{number}.py")
    brain.close()
    return path


def broken(path: Path, *statements: str) -> Examination:
    """Run statements on the file behind the store's back, and examine it."""
    connection = apsw.Connection(str(path))
    connection.pragma("foreign_keys", 0)
    for statement in statements:
        connection.execute(statement)
    connection.close()
    return SqliteExaminer(str(path)).examine()


def test_whole_file_has_no_faults(store: Path) -> None:
    """Case 143: a sound store gives empty lists."""
    assert Examination() == SqliteExaminer(str(store)).examine()


def test_row_that_points_nowhere_is_a_broken_reference(store: Path) -> None:
    """A canonical row whose partner is gone is named with its table."""
    found = broken(store, "UPDATE facts SET supersedes_id = 999 WHERE fact_id = 3")
    assert 1 == len(found.references)
    assert "facts" in found.references[0]


def test_many_faults_are_cut(store: Path) -> None:
    """Of a long list the first few are told."""
    found = broken(store, "UPDATE facts SET supersedes_id = 999")
    assert FAULTS_TOLD_MAX == len(found.references)


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM unfolded WHERE fact_id = 4",
        "DELETE FROM clock_anchors WHERE anchor_id = (SELECT min(anchor_id) FROM clock_anchors)",
    ],
)
def test_handle_that_does_not_fit_is_a_derived_fault(store: Path, statement: str) -> None:
    """Derived rows that disagree with the facts are told apart from damage."""
    found = broken(store, statement)
    assert ((), ()) == (found.integrity, found.references)
    assert found.derived


def test_index_that_lost_a_row_is_damage(store: Path) -> None:
    """What SQLite itself finds wrong stands under integrity."""
    found = broken(
        store,
        "PRAGMA writable_schema = 1",
        "UPDATE sqlite_schema SET sql = 'CREATE INDEX facts_by_type ON facts (subject)'"
        " WHERE name = 'facts_by_type'",
    )
    assert found.integrity


def test_missing_file_is_not_made(tmp_path: Path) -> None:
    """Examining nothing says so and leaves nothing behind."""
    with pytest.raises(StoreUnreadable):
        SqliteExaminer(str(tmp_path / "none.db")).examine()
    assert [] == list(tmp_path.iterdir())


def test_engines_are_named_with_their_versions() -> None:
    """The driver and the SQLite inside it are told for a report of a fault."""
    assert ["apsw", "sqlite"] == [name for name, _ in engine_versions()]
