"""Does a file reach the format in whole steps, and is no released step ever changed?"""

from hashlib import sha256
from pathlib import Path

import apsw
import pytest

from cortex.model.errors import CortexError, StoreOlder, StoreUnreadable
from cortex.stores.sqlite.connection import SCHEMA_VERSION
from cortex.stores.sqlite.schema import migrations
from cortex.stores.sqlite.schema.migrations import MIGRATIONS, Birth, Migration, migrate
from tests.contracts.brains import BRAIN_ID, NOW_US, faults_of, opening, sqlite_brain
from tests.contracts.deposits import stored

# A released step is never edited: files out there were made with it. A new one is added below.
DIGESTS = {
    1: "fea68d605b2feaf2c455aec8401a3cc2c1e0144c8a85f22aef05d6454ebdef8e",
    2: "cb8c092cd3b7204f9bd2f9d63827759b43242578fc15ecb9b44173a0d1e3df6d",
    3: "3cc205d101f876a6c34ad2ad328b95a39eb06c5f56b354478a0ea4fee5ccb24a",
}
BIRTH = Birth("another-id", 99, 5)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Give the file of a closed brain with one fact."""
    path = tmp_path / "cortex.db"
    brain = sqlite_brain(path)
    stored(brain)
    brain.close()
    return path


def test_released_migrations_are_unchanged() -> None:
    """Every step has the digest it was released with; numbers count up from one."""
    assert DIGESTS == {step.version: step.digest for step in MIGRATIONS}
    assert DIGESTS == {step.version: sha256(step.sql.encode()).hexdigest() for step in MIGRATIONS}
    assert list(range(1, SCHEMA_VERSION + 1)) == [step.version for step in MIGRATIONS]


def test_each_step_is_recorded_with_its_digest(file: Path) -> None:
    """The file tells which steps made it, when, and the same number stands in its header."""
    opened = apsw.Connection(str(file))
    rows = opened.execute(
        "SELECT version, name, digest, applied_us FROM schema_migrations ORDER BY version"
    ).fetchall()
    assert [(s.version, s.name, s.digest, NOW_US) for s in MIGRATIONS] == rows
    assert SCHEMA_VERSION == opened.pragma("user_version")
    opened.close()


def test_migrating_twice_does_nothing(file: Path) -> None:
    """An up-to-date file is only looked at; it keeps the name it was born with."""
    opened = apsw.Connection(str(file))
    assert 0 == migrate(opened, str(file), BIRTH)
    assert (BRAIN_ID,) == opened.execute("SELECT brain_id FROM brain_meta").fetchone()
    opened.close()


def test_failed_step_leaves_the_step_before(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A step that fails in the middle is undone whole, the record of it included."""
    after = SCHEMA_VERSION + 1
    broken = Migration(
        after, "broken", "CREATE TABLE half (a) STRICT; INSERT INTO nowhere VALUES (1)", ""
    )
    worse = Migration(after, "worse", "CREATE TABLE half (a); SELECT * FROM nowhere", "")
    before = file.read_bytes()
    for step in (broken, worse):
        monkeypatch.setattr(migrations, "MIGRATIONS", (*MIGRATIONS, step))
        opened = apsw.Connection(str(file))
        with pytest.raises(CortexError):
            migrate(opened, str(file), BIRTH)
        assert not opened.in_transaction
        opened.close()
    monkeypatch.undo()
    assert before == file.read_bytes()
    brain = sqlite_brain(file)
    assert [] == faults_of(brain)
    brain.close()


def test_file_of_another_build_is_refused(file: Path) -> None:
    """The same number with other statements is another format."""
    opened = apsw.Connection(str(file))
    opened.execute("UPDATE schema_migrations SET digest = 'other'")
    opened.close()
    with pytest.raises(StoreUnreadable, match="another build"):
        sqlite_brain(file)


def test_file_without_its_record_is_refused(file: Path) -> None:
    """A file that claims a format it cannot show is not trusted."""
    opened = apsw.Connection(str(file))
    opened.execute("DROP TABLE schema_migrations")
    opened.close()
    with pytest.raises(StoreUnreadable, match=str(file)):
        sqlite_brain(file)


def test_older_file_is_not_upgraded_when_it_must_not_be_written(tmp_path: Path) -> None:
    """Read-only and out of date: said, with the remedy, instead of half understood."""

    path = tmp_path / "cortex.db"
    path.touch()
    with pytest.raises(StoreOlder, match="older format"):
        sqlite_brain(path, opening()._replace(is_read_only=True))
    assert b"" == path.read_bytes()


def test_every_table_is_strict_and_labelled() -> None:
    """A column refuses a value of another type, and the format page labels every table."""
    page = (Path(__file__).parents[3] / "docs/formats/brain-file.md").read_text()
    opened = apsw.Connection(":memory:")
    migrate(opened, ":memory:", BIRTH)
    tables = opened.execute(
        "SELECT name, strict FROM pragma_table_list"
        " WHERE schema = 'main' AND name NOT LIKE 'sqlite_%' ORDER BY name"
    ).fetchall()
    assert {1} == {strict for _, strict in tables}
    labelled = {
        line.split("`")[1]
        for line in page.splitlines()
        if line.startswith("| `") and ("| canonical |" in line or "| derived |" in line)
    }
    assert {name for name, _ in tables} == labelled
