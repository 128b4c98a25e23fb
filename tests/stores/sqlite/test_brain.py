"""Does a handle on a brain file behave over its whole life?"""

import json
import random
from itertools import accumulate, product
from pathlib import Path
from threading import Barrier, Thread

import apsw
import pytest

from cortex.core.anchors.handles import handles_of
from cortex.model.errors import (
    CortexError,
    NotFound,
    StoreNewer,
    StoreReadOnly,
    StoreUnreadable,
)
from cortex.stores.sqlite import brain as brain_module
from cortex.stores.sqlite.connection import SCHEMA_VERSION
from cortex.stores.sqlite.examination import SqliteExaminer
from tests.contracts.brains import faults_of, opening, sqlite_brain
from tests.contracts.deposits import NOW, commit_of, content, handles, insert, stored

PATIENCE_S = 20
SEED = 61
SYLLABLES = [onset + vowel for onset in "bdgklmnprst" for vowel in "aeiou"]
VOCABULARY = ["".join(word) for word in product(SYLLABLES, SYLLABLES)][:3000]
ZIPF = list(accumulate(1 / (rank + 2) for rank in range(len(VOCABULARY))))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Give the file of a closed brain with one fact."""
    path = tmp_path / "cortex.db"
    brain = sqlite_brain(path)
    stored(brain)
    brain.close()
    return path


def test_two_handles_see_each_others_facts(file: Path) -> None:
    """CQR E6: a second handle reads what the first committed, and the other way round."""
    first, second = sqlite_brain(file), sqlite_brain(file)
    stored(first)
    stored(second)
    for brain in (first, second):
        with brain.reading() as reader:
            assert [3, 2, 1] == reader.newest(NOW, 9)
        brain.close()


def test_outer_transaction_is_over_after_every_exit(file: Path) -> None:
    """CQR E3: after success and failure alike the connection is free for the next transaction."""
    brain = sqlite_brain(file)
    for _ in range(3):
        with pytest.raises(NotFound), brain.writing() as writer:
            writer.settle_conflict(99, "keep_newer", "anna", 0)
        stored(brain)
    with brain.reading() as reader:
        assert [4, 3, 2, 1] == reader.newest(NOW, 9)
    brain.close()


def test_read_only_handle_refuses_to_write(file: Path) -> None:
    """A handle opened to read says so when asked to write, and reads."""
    brain = sqlite_brain(file, opening()._replace(is_read_only=True))
    with pytest.raises(StoreReadOnly, match=str(file)), brain.writing():
        pass
    with brain.reading() as reader:
        assert [1] == reader.newest(NOW, 9)
    brain.close()


def test_newer_cortex_may_come_while_we_are_open(file: Path) -> None:
    """Case 25: once another program has brought the file to a newer format we leave it alone."""
    brain = sqlite_brain(file)
    with brain.reading() as reader:
        assert [1] == reader.newest(NOW, 9)
    newer = apsw.Connection(str(file))
    newer.pragma("user_version", SCHEMA_VERSION + 1)
    newer.close()
    with pytest.raises(StoreNewer), brain.reading():
        pass
    with pytest.raises(StoreNewer), brain.writing():
        pass
    brain.close()


def test_closed_handle_says_so(file: Path) -> None:
    """After closing nothing is opened again behind the owner's back."""
    brain = sqlite_brain(file)
    brain.close()
    with pytest.raises(CortexError, match="closed"), brain.reading():
        pass
    with pytest.raises(CortexError, match="closed"), brain.writing():
        pass


def test_connections_are_used_again(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One reading and one writing connection serve any number of transactions, and the opening."""
    made: list[str] = []
    for name in ("open_reading", "open_writing"):
        plain = getattr(brain_module, name)

        def noted(*args: object, plain: object = plain, name: str = name, **more: object) -> object:
            made.append(name)
            assert callable(plain)
            return plain(*args, **more)

        monkeypatch.setattr(brain_module, name, noted)
    brain = sqlite_brain(file)
    for _ in range(5):
        stored(brain)
        with brain.reading() as reader:
            assert reader.newest(NOW, 1)
    brain.close()
    assert ["open_reading", "open_writing"] == sorted(made)


def test_reader_of_each_thread_has_its_own_snapshot(file: Path) -> None:
    """One handle may serve many threads at once."""
    brain = sqlite_brain(file)
    meeting = Barrier(5)
    seen: list[list[int]] = []

    def read() -> None:
        with brain.reading() as reader:
            before = reader.newest(NOW, 9)
            meeting.wait(PATIENCE_S)
            meeting.wait(PATIENCE_S)
            seen.append(before + reader.newest(NOW, 9))

    threads = [Thread(target=read) for _ in range(4)]
    for thread in threads:
        thread.start()
    meeting.wait(PATIENCE_S)
    stored(brain)
    meeting.wait(PATIENCE_S)
    for thread in threads:
        thread.join(PATIENCE_S)
    assert [[1, 1]] * 4 == seen
    with brain.reading() as reader:
        assert [2, 1] == reader.newest(NOW, 9)
    brain.close()


@pytest.mark.parametrize(
    ("statement", "finding"),
    [
        ("UPDATE head_state SET head_id = 0", "head_state"),
        ("DELETE FROM record_heads", "record 1 does not stand"),
        ("UPDATE clock_meta SET value = 9 WHERE key = 'projected_facts'", "handles, 9, is wrong"),
        ("UPDATE terms SET facts = facts + 1; DELETE FROM postings", "terms count other facts"),
        ("DELETE FROM unfolded", "facts have no handles"),
    ],
)
def test_examination_finds_what_does_not_fit(file: Path, statement: str, finding: str) -> None:
    """What was changed behind the store's back is told in one line each."""
    brain = sqlite_brain(file)
    with brain.writing() as writer:
        fact = writer.facts([1])[0]
        writer.append_commit(commit_of(fact))
        for _ in range(300):
            insert(writer, content(), handles([("port", 1)]))
    stored(brain)
    assert [] == faults_of(brain)
    shell = apsw.Connection(str(file))
    shell.execute(statement)
    shell.close()
    found = faults_of(brain)
    assert [finding] == [finding for line in found if finding in line][:1]
    assert all(1 == len(line.splitlines()) for line in found)
    brain.close()


def test_file_of_broken_pages_is_unreadable(file: Path) -> None:
    """Case 20: where no page can be made out, the examination ends with the name of the file."""
    size = file.stat().st_size
    with file.open("r+b") as damaged:
        for page in range(3, size // 4096):
            damaged.seek(page * 4096)
            damaged.write(b"\xff" * 2048)
    with pytest.raises(StoreUnreadable, match=str(file)):
        SqliteExaminer(str(file)).examine()


@pytest.mark.slow
def bytes_of(path: Path) -> int:
    """Give how large a brain file is once its log is part of it."""
    opened = apsw.Connection(str(path))
    pages, size = opened.pragma("page_count"), opened.pragma("page_size")
    opened.close()
    assert isinstance(pages, int)
    assert isinstance(size, int)
    return pages * size


def test_disk_stays_small(tmp_path: Path) -> None:
    """Case 140: facts of sixty words take less than six times their text, all handles included.

    Words are drawn like those of a text: a few of them make up most of it. A brain that holds
    nothing has a page or two for each of its tables, which does not grow and is taken off.
    """
    rng = random.Random(SEED)
    sqlite_brain(tmp_path / "empty.db").close()
    empty_bytes = bytes_of(tmp_path / "empty.db")
    path = tmp_path / "cortex.db"
    brain = sqlite_brain(path)
    text_bytes = 0
    for _ in range(20):
        with brain.writing() as writer:
            for _ in range(100):
                text = " ".join(rng.choices(VOCABULARY, cum_weights=ZIPF, k=60))
                text_bytes += len(text)
                fact = insert(writer, content(text), handles_of(content(text)))
                body = json.dumps({"kind": "decision", "text": text, "type": "decision"})
                writer.append_commit(commit_of(fact, body_json=body))
    brain.close()
    assert bytes_of(path) - empty_bytes < 6 * text_bytes
