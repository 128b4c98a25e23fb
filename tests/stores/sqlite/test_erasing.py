"""Does forgetting know every column there is, and does nothing of a fact stay in any of them?"""

import zlib
from pathlib import Path

import apsw

from cortex.stores.sqlite.erasing import COLUMNS, ROWS_OF_FACT, Treatment, columns_with
from cortex.stores.sqlite.folding import UNFOLDED_FACTS_MAX
from cortex.stores.sqlite.scrubbing import SqliteScrubber, text_columns
from tests.contracts.brains import NOW_US, faults_of, sqlite_brain
from tests.contracts.deposits import content, handles, insert

WORDS = "Anna keeps the zanzibar key under the mat"


def live_columns(path: Path) -> set[tuple[str, str]]:
    """Give every column of a new brain that holds text or bytes."""
    sqlite_brain(path).close()
    connection = apsw.Connection(str(path))
    found = set(text_columns(connection))
    connection.close()
    return found


def test_every_column_has_a_treatment(tmp_path: Path) -> None:
    """CQR C14: a table that nobody thought of fails here, not at somebody who wanted it gone.

    Name each of its TEXT and BLOB columns in ``stores/sqlite/erasing.py``.
    """
    declared = {(table, column) for table, columns in COLUMNS.items() for column in columns}
    assert set() == live_columns(tmp_path / "cortex.db") ^ declared


def test_rows_of_a_fact_are_where_they_are_said_to_be(tmp_path: Path) -> None:
    """Each place names a column there is; deflated columns are those the eraser unpacks."""
    path = tmp_path / "cortex.db"
    sqlite_brain(path).close()
    connection = apsw.Connection(str(path))
    for _, table, column in ROWS_OF_FACT:
        connection.execute(f'SELECT "{column}" FROM "{table}" LIMIT 1')
    connection.close()
    assert [("revisions", "body_deflated")] == columns_with(Treatment.DEFLATED)


def test_nothing_of_a_folded_fact_stays(tmp_path: Path) -> None:
    """Its terms and words leave the dictionary, others keep theirs, and the file is sound."""
    path = tmp_path / "cortex.db"
    brain = sqlite_brain(path)
    with brain.writing() as writer:
        for number in range(UNFOLDED_FACTS_MAX + 2):
            mine = ("zanzibar", "zanzibar") if number == 3 else ("said", "say")
            told = handles(terms=[(mine[1], 9), ("common", 1)], words=[mine])
            insert(writer, content(WORDS if number == 3 else f"Bert said {number}"), told)
    with brain.writing() as writer:
        erasure_id = writer.erasure.open_erasure("tester", 1, NOW_US)
        counts = writer.erasure.erase([4], [WORDS], erasure_id)
    assert (1, 1, 2) == (counts["terms"], counts["words"], counts["postings"])
    with brain.reading() as reader:
        assert [] == reader.words_near("z", 1, 20)
        assert {"common": UNFOLDED_FACTS_MAX + 1} == reader.term_frequencies(["common", "zanzibar"])
    assert [] == faults_of(brain)
    brain.close()
    assert () == SqliteScrubber(str(path)).search([WORDS]).found_in


def test_search_sees_text_bytes_and_what_is_deflated(tmp_path: Path) -> None:
    """The proof can fail: words are found in a value, in bytes and within zlib."""
    path = tmp_path / "other.db"
    connection = apsw.Connection(str(path))
    connection.execute("PRAGMA application_id = 0x43545842")
    connection.execute("CREATE TABLE t (a TEXT, b BLOB, c BLOB, d INTEGER)")
    scrubber = SqliteScrubber(str(path))
    for column, value in (
        ("a", f"-{WORDS}-"),
        ("b", WORDS.encode()),
        ("c", zlib.compress(WORDS.encode())),
    ):
        connection.execute("DELETE FROM t")
        connection.execute(f"INSERT INTO t ({column}) VALUES (?)", (value,))
        assert (f"other.db: t.{column}",) == scrubber.search([WORDS]).found_in
    connection.execute("DELETE FROM t")
    assert () == scrubber.search([WORDS]).found_in
    connection.close()


def test_scrub_leaves_no_byte_and_waits_for_readers(tmp_path: Path) -> None:
    """A reader with an old snapshot is waited for and then told of; without it all is clean."""
    path = tmp_path / "cortex.db"
    brain = sqlite_brain(path)
    with brain.writing() as writer:
        insert(writer, content(WORDS))
    with brain.reading() as reader:
        assert reader.find_fact(1) is not None
        with brain.writing() as writer:
            writer.erasure.erase([1], [WORDS], writer.erasure.open_erasure("t", 1, NOW_US))
        held = SqliteScrubber(str(path)).scrub(60)
        assert (False, True) == (held.is_clean, held.log_bytes_left > 0)
    scrubbed = SqliteScrubber(str(path)).scrub(1000)
    assert (True, 0) == (scrubbed.is_clean, scrubbed.log_bytes_left)
    assert all(WORDS.encode() not in file.read_bytes() for file in tmp_path.iterdir())
    brain.close()


def test_scrub_of_no_file_is_clean_and_of_a_bad_one_is_told(tmp_path: Path) -> None:
    """It never raises: what could not be done is said."""
    assert SqliteScrubber(str(tmp_path / "none.db")).scrub(10).is_clean
    bad = tmp_path / "bad.db"
    bad.write_bytes(b"no database at all" * 400)
    assert "damaged" in SqliteScrubber(str(bad)).scrub(10).fault
