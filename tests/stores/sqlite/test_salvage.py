"""Does recovery read every canonical table, and nothing twice?"""

import re
from pathlib import Path

import apsw
import pytest

from cortex.model.errors import StoreUnreadable
from cortex.stores.sqlite.salvage import salvage
from cortex.stores.sqlite.tables import DERIVED
from tests.contracts.brains import ANALYSIS_VERSION, NOW_US, faults_of, sqlite_brain
from tests.contracts.deposits import commit_of, stored
from tests.faults.deposit_writer import CALLER
from tests.wiring.copy_home import filled_home, house_at, texts

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Give the file of a brain with forty facts and their records."""
    place = tmp_path / "cortex.db"
    brain = sqlite_brain(place)
    for _ in range(40):
        fact = stored(brain, text="A statement that takes some room on its page. " * 9)
        with brain.writing() as writer:
            writer.append_commit(commit_of(fact))
    brain.close()
    return place


def rows_of(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """Give every row of the canonical tables, but those a new file has of its own."""
    opened = apsw.Connection(str(path))
    names = [
        str(name)
        for (name,) in opened.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")
        if name not in DERIVED and name not in ("schema_migrations", "brain_meta")
    ]
    found = {name: sorted(opened.execute(f'SELECT * FROM "{name}"'), key=repr) for name in names}
    opened.close()
    return found


def saved(path: Path, target: Path) -> dict[str, tuple[int, int]]:
    """Salvage, and give what was kept and lost of each table."""
    found = salvage(str(path), str(target), ANALYSIS_VERSION, NOW_US)
    return {each.table: (each.kept, each.lost) for each in found.tables}


def test_what_is_left_out_is_derived() -> None:
    """Every table that recovery passes over can be made again, as the format page says."""
    page = (ROOT / "docs/formats/brain-file.md").read_text(encoding="utf-8")
    assert set(DERIVED) <= set(re.findall(r"^\| `(\w+)` \| derived \|", page, re.MULTILINE))


def test_sound_file_is_read_whole(path: Path, tmp_path: Path) -> None:
    """Every canonical row comes over as it is, with its number, and nothing counts as lost."""
    target = tmp_path / "new.db"
    told = saved(path, target)
    assert {0} == {lost for _, lost in told.values()}
    assert (40, 0) == told["facts"] == told["records"] == told["revisions"]
    assert rows_of(path) == rows_of(target)


@pytest.mark.parametrize("table", ["facts", "revisions", "commits", "versions", "head_state"])
def test_lost_page_costs_its_rows_and_what_points_at_them(
    path: Path, tmp_path: Path, table: str
) -> None:
    """What is kept is as it was, and fits together; what is missing is counted."""
    opened = apsw.Connection(str(path))
    sql = "SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf' ORDER BY pageno"
    pages = [number for (number,) in opened.execute(sql, (table,))]
    opened.close()
    content = bytearray(path.read_bytes())
    at = pages[len(pages) // 2] * 4096
    content[at - 4096 : at] = b"\xa5" * 4096
    path.write_bytes(bytes(content))
    target = tmp_path / "new.db"
    before, told = 40, saved(path, target)
    new = apsw.Connection(str(target))
    assert [("ok",)] == new.execute("PRAGMA integrity_check").fetchall()
    assert [] == new.execute("PRAGMA foreign_key_check").fetchall()
    (count,) = new.execute("SELECT count(*) FROM facts").fetchone() or (0,)
    new.close()
    assert told["facts"][0] == count <= before
    if table == "facts":
        assert 1 <= told["facts"][1] <= 10
        assert before == sum(told["facts"])


def test_text_where_a_number_belongs_costs_one_row(path: Path, tmp_path: Path) -> None:
    """A row that can be read and makes no sense is left out and counted."""
    opened = apsw.Connection(str(path))
    opened.execute("PRAGMA writable_schema = ON")
    opened.execute(
        "UPDATE sqlite_schema SET sql = replace(sql, 'STRICT', '') WHERE name = 'events'"
    )
    opened.close()
    opened = apsw.Connection(str(path))
    insert = "INSERT INTO events (type, source_agent, created_us, data_json) VALUES (?, '', ?, '')"
    opened.execute(insert, ("good", 1))
    opened.execute(insert, ("bad", "no number"))
    opened.close()
    assert (1, 1) == saved(path, tmp_path / "new.db")["events"]


def test_file_without_a_schema_is_refused(tmp_path: Path) -> None:
    """Noise is no brain; the way on is an earlier copy."""
    path = tmp_path / "cortex.db"
    path.write_bytes(b"\xa5" * 9000)
    with pytest.raises(StoreUnreadable, match=str(path)) as refused:
        salvage(str(path), str(tmp_path / "new.db"), ANALYSIS_VERSION, NOW_US)
    assert "cortex restore" in refused.value.remedy


COLD_DAMAGE = {
    "nothing": ("SELECT 1", 20, 1),
    "a block that cannot be unpacked": ("UPDATE cold_blocks SET packed = x'00'", 20, 0),
    "no block": ("DELETE FROM cold_blocks", 20, 0),
    "a block and the revisions": ("DELETE FROM cold_blocks; DELETE FROM revisions", 10, 0),
    "facts of a block": ("DELETE FROM facts WHERE fact_id < 4", 17, 0),
}


@pytest.mark.parametrize("damage", COLD_DAMAGE)
def test_cold_facts_say_what_they_said_or_are_lost(tmp_path: Path, damage: str) -> None:
    """From the block, else from the newest revision; the marker is never taken for a statement.

    Where nothing is amiss with a cold fact, nothing is said to be.
    """
    statement, kept, blocks = COLD_DAMAGE[damage]
    home = filled_home(tmp_path / "home")
    said = set(texts(home))
    with house_at(home) as house:
        for number in range(1, 11):
            house.retract(f"memory::{number}", "over", CALLER)
        with house.brain.writing() as writer:
            assert 10 == writer.ages.move_cold(range(1, 11))
    opened = apsw.Connection(str(home / "cortex.db"))
    opened.execute(f"PRAGMA foreign_keys = 0; {statement}")
    opened.close()
    target = tmp_path / "new.db"
    found = salvage(str(home / "cortex.db"), str(target), ANALYSIS_VERSION, NOW_US)
    assert () == found.altered
    (facts,) = (each for each in found.tables if each.table == "facts")
    assert kept == facts.kept
    made = sqlite_brain(target)
    with made.reading() as reader:
        left = [str(fact.content.text) for fact in reader.iter_facts()]
    assert kept == len(left)
    assert said >= set(left)
    assert [] == [one for one in faults_of(made) if "cold" in one]
    made.close()
    opened = apsw.Connection(str(target))
    assert [(blocks,)] == opened.execute("SELECT count(*) FROM cold_blocks").fetchall()
    opened.close()
