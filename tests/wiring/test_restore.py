"""Does a copy come back without a loss, beside programs that have the brain open?"""

import json
import os
from pathlib import Path
from typing import Any

import apsw
import pytest

from cortex.model.copies import SIDECAR_SUFFIX, PresentState
from cortex.model.erasure import Selection
from cortex.model.errors import StoreBusy
from cortex.model.refusals import CopyRefused, Forgotten
from cortex.stores.system.locks import WriteQueue
from cortex.wiring import copies
from cortex.wiring.forget import Forgetting
from tests.faults.deposit_writer import CALLER, PLACE, text_of
from tests.wiring.copy_home import (
    FACTS,
    answers,
    copied,
    damage,
    epoch,
    filled_home,
    house_at,
    keep,
    restored,
    texts,
)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Give a home with a brain of some facts."""
    return filled_home(tmp_path / "home")


def test_plan_tells_what_would_be_lost_and_changes_nothing(home: Path) -> None:
    """What is younger than the copy is counted; the file keeps its bytes."""
    copy = copied(home)
    with house_at(home) as house:
        keep(house, "later")
    before = (home / "cortex.db").read_bytes()
    report = restored(home, copy, is_applied=False)
    assert not report.is_applied
    assert (FACTS + 1, 1, 1) == report.present[1:2] + report.present[3:5]
    assert before == (home / "cortex.db").read_bytes()
    assert [] == list(home.glob("*.tmp"))


def test_restore_brings_back_the_answers_and_sets_the_present_aside(home: Path) -> None:
    """Recall is equal before and after; what gave way comes back the same way (CQR C14)."""
    asked, held = answers(home), texts(home)
    copy = copied(home)
    with house_at(home) as house:
        keep(house, "later")
        house.retract("1", "gone", CALLER)
    report = restored(home, copy)
    assert (asked, held, 1) == (answers(home), texts(home), epoch(home))
    again = restored(home, Path(report.set_aside))
    assert text_of("later") in texts(home)
    assert (2, 2) == (again.restore_epoch, epoch(home))
    with house_at(home) as house:
        checks = {one.check: one for one in house.doctor()}
    assert {"pass"} == {one.level.value for one in checks.values()}
    assert "last verified restore" in checks["store"].detail


def test_receipt_from_before_a_restore_asks_for_a_resnapshot(home: Path) -> None:
    """A view shown before is not read against the brain that came back (CQR C14, CQR F3)."""
    copy = copied(home)
    with house_at(home) as house:
        view = house.operate("query", {"need": text_of("f3")}, CALLER, PLACE)
        asked = {"receipt": view["receipt"], "alias": view["cards"][0]["alias"]}
        assert "ok" == house.operate("expand", asked, CALLER, PLACE)["status"]
        restored(home, copy)
        answer = house.operate("expand", asked, CALLER, PLACE)
    assert "resnapshot_required" in json.dumps(answer)


def test_open_programs_go_on_with_the_restored_brain(home: Path) -> None:
    """Whoever had the brain open reads the copy's facts, and what it commits then is kept."""
    copy = copied(home)
    with house_at(home) as other:
        keep(other, "later")
        inode = (home / "cortex.db").stat().st_ino
        with other.brain.reading() as snapshot:
            restored(home, copy)
            assert FACTS + 1 == snapshot.fact_count()  # A snapshot stays what it was.
        keep(other, "after")
        with other.brain.reading() as reader:
            assert (FACTS + 1, 1) == (reader.fact_count(), reader.restore_epoch())
    assert inode == (home / "cortex.db").stat().st_ino
    assert text_of("after") in texts(home)
    assert text_of("later") not in texts(home)


def test_program_with_a_damaged_file_open_does_not_write_on_into_it(home: Path) -> None:
    """When another file takes the place, an open handle leaves the old one before it writes."""
    copy = copied(home)
    with house_at(home) as other:
        with other.brain.reading() as reader:
            assert FACTS == reader.fact_count()
        damage(home, "traces")
        report = restored(home, copy)
        assert PresentState.DAMAGED is report.present.state
        keep(other, "after")
    assert text_of("after") in texts(home)
    aside = Path(report.set_aside)
    assert aside.name.startswith("cortex.db.damaged-")
    assert text_of("after").encode() not in aside.read_bytes()


def test_brain_comes_back_where_there_is_none(home: Path, tmp_path: Path) -> None:
    """On a new machine a copy is the brain, with its name and an epoch of its own."""
    copy = copied(home)
    new = tmp_path / "new"
    new.mkdir()
    report = restored(new, copy)
    assert (PresentState.ABSENT, None) == (report.present.state, report.set_aside)
    assert (texts(home), 1) == (texts(new), epoch(new))


def test_copy_of_another_brain_is_refused(home: Path, tmp_path: Path) -> None:
    """Its facts are not put in the place of others."""
    other = tmp_path / "other"
    other.mkdir()
    with house_at(other) as house:
        keep(house, "stranger")
    foreign = copied(other)
    with pytest.raises(CopyRefused, match="another brain"):
        restored(home, foreign)
    assert FACTS == len(texts(home))


def test_restore_waits_for_its_turn(home: Path) -> None:
    """While somebody writes nothing is replaced."""
    copy = copied(home)
    queue = WriteQueue(f"{home}/cortex.db.queue", 0)
    with queue, pytest.MonkeyPatch.context() as patch:
        patch.setattr(copies, "WAIT_MS", 10)
        with pytest.raises(StoreBusy):
            restored(home, copy)
    assert 0 == epoch(home)


def test_what_was_forgotten_since_is_forgotten_again(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The prepared copy is handed over before it takes the place, with the brain that gives way."""
    copy = copied(home)
    seen: list[tuple[int, int | None]] = []

    def forget(brain: Any, earlier: Any, now_us: int) -> int:
        del now_us
        with brain.reading() as reader, earlier.reading() as old:
            seen.append((reader.fact_count(), old.fact_count()))
            path = reader.figures().path
        opened = apsw.Connection(path)
        opened.execute("CREATE TABLE gone (text)")  # Leaves free pages that hold the words.
        opened.executemany("INSERT INTO gone VALUES (?)", [("forgotten words " * 99,)] * 99)
        opened.execute("DROP TABLE gone")
        opened.close()
        return 3

    with house_at(home) as house:
        keep(house, "later")
    monkeypatch.setattr(copies, "_forget_again", forget)
    assert 3 == restored(home, copy).forgotten_again
    assert [(FACTS, FACTS + 1)] == seen
    held = [
        path.name for path in home.glob("cortex.db*") if b"forgotten words" in path.read_bytes()
    ]
    assert [] == held


def test_forgetting_survives_a_restore(home: Path) -> None:
    """What was forgotten after a copy was made does not come back with it. CQR C14"""
    with house_at(home) as house:
        keep(house, "marigold")
    copy = copied(home)
    with house_at(home) as house:
        Forgetting(house).forget(Selection(matching="marigold"), CALLER, is_applied=True)
    assert 1 == restored(home, copy).forgotten_again
    assert not [text for text in texts(home) if "marigold" in text]
    held = [path.name for path in home.glob("cortex.db*") if b"marigold" in path.read_bytes()]
    assert [] == held
    with house_at(home) as house, house.known.reading() as reader:
        assert [] == reader.erasure.unfinished()
    with house_at(home) as house, pytest.raises(Forgotten):
        keep(house, "marigold")


def test_sidecar_comes_along(home: Path) -> None:
    """The identity sidecar is copied and comes back; a broken one is left out and fails nothing."""
    sidecar = home / f"cortex.db{SIDECAR_SUFFIX}"
    opened = apsw.Connection(str(sidecar))
    opened.execute("CREATE TABLE atoms (id INTEGER PRIMARY KEY, text TEXT)")
    opened.execute("INSERT INTO atoms VALUES (1, 'first')")
    copy = copied(home)
    opened.execute("UPDATE atoms SET text = 'second'")
    opened.close()
    restored(home, copy)
    again = apsw.Connection(str(sidecar))
    assert [("first",)] == again.execute("SELECT text FROM atoms").fetchall()
    again.close()
    assert 1 == len(list(home.glob(f"cortex.db{SIDECAR_SUFFIX}.set-aside-*")))
    sidecar.write_bytes(b"broken")
    assert ["brain.db"] == [member.name for member in _manifest_of(home, copied(home)).members]


def _manifest_of(home: Path, copy: Path) -> Any:
    return restored(home, copy, is_applied=False).manifest


def test_left_over_folder_of_a_killed_copy_is_cleared_and_a_live_one_is_not(home: Path) -> None:
    """What a killed program left holds memory, so the next copy removes it; a lock guards ours."""
    import fcntl

    folder = home / "backups"
    folder.mkdir(mode=0o700)
    dead, alive = folder / "cortex-copying.1-a.tmp", folder / "cortex-copying.2-b.tmp"
    for each in (dead, alive):
        each.mkdir()
        (each / "brain.db").write_bytes(b"x")
    descriptor = os.open(alive, os.O_RDONLY)
    fcntl.flock(descriptor, fcntl.LOCK_EX)
    copied(home)
    os.close(descriptor)
    assert (False, True) == (dead.exists(), alive.exists())
