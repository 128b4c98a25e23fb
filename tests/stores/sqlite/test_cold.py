"""Is a damaged cold block reported, and never read as something else?"""

from pathlib import Path

import apsw
import pytest

from cortex.model.errors import StoreUnreadable
from cortex.model.facts import FactStatus
from cortex.ports.brain import Brain
from cortex.stores.sqlite.cold import BLOCK_CHARS_MAX, BLOCK_FACTS_MAX, pack, thaw, unpack
from cortex.stores.sqlite.writing import SqliteWriter
from tests.contracts.brains import faults_of, sqlite_brain
from tests.contracts.deposits import EVER, content, insert

FACTS = 2 * BLOCK_FACTS_MAX + 1


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Give the file of a brain with three blocks of cold facts and one fact in its row."""
    path = tmp_path / "cortex.db"
    brain = sqlite_brain(path)
    with brain.writing() as writer:
        ended = [
            insert(writer, content(f"Line {number}", status=FactStatus.SUPERSEDED)).fact_id
            for number in range(FACTS)
        ]
        insert(writer, content("Still here"))
        assert FACTS == writer.ages.move_cold(ended)
    brain.close()
    return path


def spoil(path: Path, statement: str) -> Brain:
    """Change the file by hand and open the brain again."""
    opened = apsw.Connection(str(path))
    opened.execute(statement)
    opened.close()
    return sqlite_brain(path)


DAMAGE = {
    "bytes": "UPDATE cold_blocks SET packed = substr(packed, 2) WHERE block_id = 2",
    "content": "UPDATE cold_blocks SET packed = (SELECT packed FROM cold_blocks"
    " WHERE block_id = 1) WHERE block_id = 2",
    "digest": "UPDATE cold_blocks SET digest = zeroblob(32) WHERE block_id = 2",
    "exchanged": "UPDATE cold_blocks SET (packed, digest) = (SELECT packed, digest"
    " FROM cold_blocks WHERE block_id = 1) WHERE block_id = 2",
    "gone": "PRAGMA foreign_keys = 0; DELETE FROM cold_blocks WHERE block_id = 2",
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_damaged_block_is_never_read_as_something_else(path: Path, damage: str) -> None:
    """Its facts are refused by the number of their block; all others read as ever."""
    brain = spoil(path, DAMAGE[damage])
    with brain.reading() as reader:
        for fact_id in (BLOCK_FACTS_MAX + 1, FACTS - 1):
            with pytest.raises(StoreUnreadable, match="cold block 2 "):
                reader.find_fact(fact_id)
        with pytest.raises(StoreUnreadable, match="cold block 2 "):
            reader.fact_page(EVER, None, FACTS)
        assert ["Line 0", f"Line {FACTS - 1}", "Still here"] == [
            fact.content.text for fact in reader.facts([1, FACTS, FACTS + 1])
        ]
    with brain.writing() as writer:
        assert isinstance(writer, SqliteWriter)
        with pytest.raises(StoreUnreadable, match="cold block 2 "):
            thaw(writer.session, BLOCK_FACTS_MAX + 1)
    if damage != "gone":
        assert [f"cold block 2 is damaged: {BLOCK_FACTS_MAX} facts in it cannot be read"] == (
            faults_of(brain)
        )
    else:
        assert [] != faults_of(brain)
    brain.close()


def test_block_holds_so_many_facts_and_no_more(path: Path) -> None:
    """Full blocks first, the rest in one more, each with the count of what it holds."""
    opened = apsw.Connection(str(path))
    rows = opened.execute("SELECT facts FROM cold_blocks ORDER BY block_id").fetchall()
    assert [(BLOCK_FACTS_MAX,), (BLOCK_FACTS_MAX,), (1,)] == rows
    marker = opened.execute("SELECT text, context FROM facts WHERE fact_id = 1").fetchone()
    assert ("[cold:1]", None) == marker
    opened.close()


def test_large_text_has_a_block_to_itself(tmp_path: Path) -> None:
    """Characters bound a block as well as facts do."""
    brain = sqlite_brain(tmp_path / "cortex.db")
    with brain.writing() as writer:
        ids = [
            insert(writer, content(text, status=FactStatus.ARCHIVED)).fact_id
            for text in ("a", "b" * BLOCK_CHARS_MAX, "c")
        ]
        writer.ages.move_cold(ids)
        assert ["a", "b" * BLOCK_CHARS_MAX, "c"] == [f.content.text for f in writer.facts(ids)]
    brain.close()
    opened = apsw.Connection(str(tmp_path / "cortex.db"))
    assert [1, 1, 1] == [n for (n,) in opened.execute("SELECT facts FROM cold_blocks")]
    opened.close()


def test_same_facts_pack_to_the_same_bytes() -> None:
    """And unpack to what went in."""
    members = [(1, "a\0b", None), (7, "", "because")]
    assert pack(members) == pack(members)
    assert {1: ("a\0b", None), 7: ("", "because")} == unpack(*pack(members))
