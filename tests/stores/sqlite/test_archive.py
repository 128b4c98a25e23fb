"""Is every table copied that cannot be made again, and are rows taken in exactly?"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from cortex.model.errors import InvalidRequest
from cortex.ports.archive import BrainName
from cortex.stores.sqlite.archive import SqliteArchive
from cortex.stores.sqlite.brain import SqliteBrain
from cortex.stores.sqlite.tables import CANONICAL, DERIVED, OF_THE_FILE
from tests.contracts.brains import sqlite_brain
from tests.contracts.deposits import stored


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[SqliteArchive]:
    """Give the archive of an empty brain."""
    brain = sqlite_brain(tmp_path / "cortex.db")
    assert isinstance(brain, SqliteBrain)
    opened = SqliteArchive(brain)
    yield opened
    opened.close()


def test_every_table_is_listed_once(archive: SqliteArchive) -> None:
    """A new table must be said to be canonical or derived, or an export could miss it."""
    with archive.reading() as reader:
        there = reader.session.values(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
            " ORDER BY name"
        )
    assert sorted([*CANONICAL, *DERIVED, *OF_THE_FILE]) == there


def test_a_table_nobody_listed_is_copied_all_the_same(archive: SqliteArchive) -> None:
    """Forgetting to list a table loses nothing; it comes last."""
    with archive.writing() as writer:
        writer.brain.session.rows("CREATE TABLE a_new_noun (id INTEGER PRIMARY KEY) STRICT")
    with archive.reading() as reader:
        assert ["a_new_noun", "sqlite_sequence"] == [name for name, _ in reader.tables()][-2:]


def test_an_empty_brain_is_known_as_one(archive: SqliteArchive, tmp_path: Path) -> None:
    """One fact is enough to be no longer empty."""
    with archive.writing() as writer:
        assert writer.is_empty()
    brain = sqlite_brain(tmp_path / "cortex.db")
    stored(brain)
    brain.close()
    with archive.writing() as writer:
        assert not writer.is_empty()


@pytest.mark.parametrize(
    ("table", "row"),
    [
        ("no_such_table", {"a": 1}),
        ("terms", {"term_id": 1, "term": "x", "facts": 1, "weight_max": 1}),
        ("brain_meta", {"singleton": 1}),
        ("sqlite_schema", {"name": "x"}),
        ("scopes", {"scope_no": 1, "scope_id": "user", "kind": "user", "name": "u", "x": 1}),
        ("scopes", {"scope_no": 1, "scope_id": "user", "kind": "user"}),
        ("scopes", {"scope_no": "one", "scope_id": "user", "kind": "user", "name": "u"}),
    ],
)
def test_a_row_that_does_not_fit_is_refused(
    archive: SqliteArchive, table: str, row: dict[str, str | int]
) -> None:
    """Unknown and derived tables, unknown or missing columns and wrong types change nothing."""

    def fill() -> None:
        with archive.writing() as writer:
            writer.fill(table, [row])

    with pytest.raises(InvalidRequest):
        fill()
    with archive.writing() as writer:
        assert writer.is_empty()


def test_adopting_a_name_counts_as_a_restore(archive: SqliteArchive) -> None:
    """The brain has the other's name and birth; its epoch goes up, so that receipts notice."""
    with archive.writing() as writer:
        writer.adopt(BrainName("another", 5, 1))
        assert ("another", 5) == writer.name()[:2]
        assert 1 == writer.brain.restore_epoch()


def test_rows_come_in_the_order_of_the_key_over_many_pages(
    archive: SqliteArchive, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each row once, however many are read at a time, also where the key has two columns."""
    monkeypatch.setattr("cortex.stores.sqlite.archive.PAGE_ROWS", 2)
    rows = [{"fact_id": n, "retrievals": n, "last_accessed_us": n} for n in range(1, 6)]
    same: dict[str, str | int] = {"sequence": 0, "scope_no": 1, "record_no": 1, "change_kind": "x"}
    pairs = [{**same, "ordinal": number} for number in range(5)]
    with archive.writing() as writer:
        writer.brain.session.rows("PRAGMA defer_foreign_keys = 1")
        writer.fill("fact_uses", rows)
        writer.fill("change_items", pairs)
        assert rows == list(writer.rows("fact_uses"))
        assert pairs == list(writer.rows("change_items"))
        writer.brain.session.rows("DELETE FROM fact_uses")
        writer.brain.session.rows("DELETE FROM change_items")
