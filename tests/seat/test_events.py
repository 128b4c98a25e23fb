"""Does the log of a seat keep what was written, whoever writes and whatever stops the writer?"""

import os
import resource
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from cortex.model.errors import NotFound
from cortex.model.refusals import MoveRefused, RecordRefused, SeatFileRefused
from cortex.model.seat_records import CorrectionStatus, Fault
from cortex.model.seats import Seat
from cortex.seat import events
from cortex.seat.events import append_event, days_of, events_of, prune, read_ledger
from cortex.seat.ledger import add_correction, get_correction, move_correction, plan_correction
from cortex.stores.files.seat_files import SeatFolder

NOW_US = 1_780_000_000_000_000
DAY_US = 86_400_000_000
DAY = "2026-05-28"
DELIVERED = CorrectionStatus.DELIVERED
SEAT = Seat("ops", "", "", "acme")
SAID = {
    "kind": "self_correction",
    "claim": "The invoice went out on Monday",
    "correction": "The invoice went out on Tuesday",
    "evidence": "mail:812",
}
WRITER = """
import sys
from cortex.model.seats import Seat
from cortex.seat.events import append_event
from cortex.stores.files.seat_files import SeatFolder
kept, seat = SeatFolder(sys.argv[1]), Seat("ops", "", "", "acme")
for number in range(int(sys.argv[3])):
    said = {"task_id": f"{sys.argv[2]}-{number}", "summary": "x" * 3_000}
    append_event(kept, seat, 1_780_000_000_000_000, "task", "task_created", "info", said)
    print(number, flush=True)
"""

CORRECTOR = """
import sys
from cortex.model.refusals import RecordRefused
from cortex.model.seats import Seat
from cortex.seat.ledger import add_correction
from cortex.stores.files.seat_files import SeatFolder
said = {"kind": "self_correction", "evidence": "mail:812"}
said |= {"claim": f"The port was {sys.argv[2]} then", "correction": "The port was 8443 then"}
seat = Seat("ops", "", "", "acme")
print("ready", flush=True)
sys.stdin.readline()
try:
    add_correction(SeatFolder(sys.argv[1]), seat, 1_780_000_000_000_000, said, "port")
except RecordRefused as refused:
    sys.exit(refused.reason)
"""


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[SeatFolder]:
    """Give the home of a seat that has kept nothing."""
    folder = SeatFolder(str(tmp_path))
    yield folder
    folder.close()


def log(kept: SeatFolder, number: int = 1, now_us: int = NOW_US) -> str:
    """Write one event and give its id."""
    said = {"task_id": f"task_{number}"}
    return append_event(kept, SEAT, now_us, "task", "task_created", "info", said)


def correct(
    kept: SeatFolder,
    slug: str = "invoice-day",
    now_us: int = NOW_US,
    said: dict[str, str] | None = None,
) -> str:
    """Write one correction and give its key."""
    return add_correction(kept, SEAT, now_us, {**SAID, **(said or {})}, slug)[0].key


def raw(kept: SeatFolder, **said: object) -> str:
    """Write a raw event of the ledger's name."""
    return append_event(kept, SEAT, NOW_US, "action", "truth_correction", "info", said)


def test_each_event_has_an_id_of_its_own(kept: SeatFolder) -> None:
    """The same request twice in one second makes two events with two ids."""
    ids = [log(kept) for _ in range(20)]
    assert 20 == len(set(ids)) == len(events_of(kept, DAY).events)
    assert all(one.startswith("1780000000-ops-") for one in ids)


def test_ids_that_would_be_one_are_told_apart(
    kept: SeatFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Five characters of a digest may meet; the id does not."""
    digests = iter(["aaaaa", "aaaaa", "bbbbb"])
    monkeypatch.setattr(events, "plain_digest", lambda _: next(digests))
    assert ["1780000000-ops-aaaaa", "1780000000-ops-bbbbb"] == [log(kept), log(kept)]


def test_a_day_is_a_file_and_the_newest_event_comes_first(kept: SeatFolder) -> None:
    """Files are UTC days, in their order, each with its own events."""
    for number in range(3):
        log(kept, number, NOW_US + number * DAY_US)
    assert (DAY, "2026-05-29", "2026-05-30") == days_of(kept)
    said = [one for day in days_of(kept) for one in events_of(kept, day).events]
    assert [0, 1, 2] == [int(str(one.metadata["task_id"])[-1]) for one in said]


def test_a_raw_correction_with_a_bad_shape_is_refused(kept: SeatFolder, tmp_path: Path) -> None:
    """An event of that name goes by the ledger's rules; nothing else is kept (Seat T9)."""
    good = {**SAID, "dedupe_key": f"{DAY}:ops:invoice-day"}
    for name in good:
        with pytest.raises(RecordRefused):
            raw(kept, **{key: value for key, value in good.items() if key != name})
    with pytest.raises(RecordRefused):
        raw(kept, **good, claim_ts="2026-05-01T00:00:00Z", contradicting_ts="2026-05-02T00:00:00Z")
    with pytest.raises(RecordRefused):
        raw(kept, **{**good, "correction": good["claim"].upper()})
    assert [] == list(tmp_path.rglob("*.jsonl"))


def test_a_raw_correction_with_a_good_shape_is_one(kept: SeatFolder) -> None:
    """It is completed by the ledger, and the verb meets it as a duplicate (Seat T9)."""
    raw(kept, **SAID, dedupe_key=f"{DAY}:ops:invoice-day")
    assert "ops" == get_correction(kept, "invoice-day").caught_by
    with pytest.raises(RecordRefused) as caught:
        correct(kept)
    assert Fault.DUPLICATE == caught.value.reason
    with pytest.raises(RecordRefused):
        raw(kept, **SAID, dedupe_key=f"{DAY}:ops:invoice-day")


def test_the_same_slug_twice_is_refused(kept: SeatFolder) -> None:
    """One claim has one correction, on its day and on the next (Seat T9)."""
    correct(kept)
    for now_us, slug in ((NOW_US, "invoice-day"), (NOW_US + DAY_US, "invoice-day-again")):
        with pytest.raises(RecordRefused) as caught:
            correct(kept, slug, now_us)
        assert (Fault.DUPLICATE, 2) == (caught.value.reason, caught.value.exit_status)
    other = {"claim": "The port was 80 on Monday", "correction": "The port was 8443 on Monday"}
    assert f"{DAY}:ops:port" == correct(kept, "port", said=other)


def test_what_reached_nobody_is_not_owed(kept: SeatFolder) -> None:
    """A claim caught in the working tree belongs into the report, not into the ledger."""
    with pytest.raises(RecordRefused) as caught:
        correct(kept, said={"surface": "working-tree"})
    assert Fault.NOT_OWED == caught.value.reason


def test_a_plan_says_what_would_be_kept_and_keeps_nothing(kept: SeatFolder, tmp_path: Path) -> None:
    """A dry run refuses what a run refuses, and writes no file."""
    planned = plan_correction(kept, SEAT, NOW_US, SAID, "invoice-day")
    assert f"{DAY}:ops:invoice-day" == planned.metadata["dedupe_key"]
    assert [] == list(tmp_path.iterdir())
    correct(kept)
    with pytest.raises(RecordRefused):
        plan_correction(kept, SEAT, NOW_US, SAID, "invoice-day")


def test_a_status_is_a_row_and_the_same_again_is_none(kept: SeatFolder) -> None:
    """What became of a correction is written once, and history stays."""
    correct(kept)
    delivered = CorrectionStatus.DELIVERED
    moved = move_correction(kept, SEAT, NOW_US, "invoice-day", delivered, "mail:815")
    assert moved == move_correction(kept, SEAT, NOW_US, "invoice-day", delivered, "mail:815")
    assert (delivered, "mail:815") == (moved.status, moved.moved_why)
    assert 2 == len(events_of(kept, DAY).events)
    with pytest.raises(MoveRefused):
        move_correction(kept, SEAT, NOW_US, moved.key, CorrectionStatus.OPEN, "again")
    with pytest.raises(NotFound):
        move_correction(kept, SEAT, NOW_US, "no-such-slug", delivered, "mail:815")


def test_a_clock_that_goes_back_breaks_no_correction(kept: SeatFolder) -> None:
    """What became of it is written into an earlier day, and read all the same."""
    correct(kept)
    moved = move_correction(kept, SEAT, NOW_US - DAY_US, "invoice-day", DELIVERED, "mail:815")
    assert DELIVERED is moved.status
    assert () == read_ledger(kept).bad


def test_old_events_go_and_the_ledger_stays(kept: SeatFolder, tmp_path: Path) -> None:
    """Pruning counts first, takes out what is old, and never a correction or its place."""
    log(kept)
    correct(kept)
    log(kept, 2, NOW_US + DAY_US)
    log(kept, 3, NOW_US + 2 * DAY_US)
    kept.append(f"events/{DAY}.jsonl", b'{"torn')
    before = {path: path.read_bytes() for path in tmp_path.rglob("*.jsonl")}
    counted = prune(kept, "2026-05-30", is_applied=False)
    assert before == {path: path.read_bytes() for path in tmp_path.rglob("*.jsonl")}
    assert counted == prune(kept, "2026-05-30", is_applied=True)
    assert ((DAY, "2026-05-29"), 2, 1, 1) == counted
    assert (DAY, "2026-05-30") == days_of(kept)
    assert [f"events/{DAY}.jsonl:2"] == [one.where for one in read_ledger(kept).corrections]
    assert ((), 0, 0, 1) == prune(kept, "2026-05-30", is_applied=True)


def test_a_full_day_is_refused_and_stays(kept: SeatFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    """A day has a limit: what reaches it is kept, the next event is refused."""
    log(kept)
    size = len(kept.find(f"events/{DAY}.jsonl", 10_000) or b"")
    monkeypatch.setattr(events, "DAY_BYTES_MAX", 2 * size)
    log(kept)
    with pytest.raises(RecordRefused) as caught:
        log(kept)
    assert Fault.FULL == caught.value.reason
    assert 2 == len(events_of(kept, DAY).events)


def test_a_log_that_is_a_link_is_refused(kept: SeatFolder, tmp_path: Path) -> None:
    """Nothing is written through a link."""
    (tmp_path / "elsewhere").write_bytes(b"")
    (tmp_path / "events").mkdir()
    (tmp_path / "events" / f"{DAY}.jsonl").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(SeatFileRefused):
        log(kept)
    assert b"" == (tmp_path / "elsewhere").read_bytes()


def start(folder: Path, name: str, count: int) -> subprocess.Popen[str]:
    """Start a process that writes events."""
    words = [sys.executable, "-c", WRITER, str(folder), name, str(count)]
    return subprocess.Popen(words, stdout=subprocess.PIPE, text=True)


def test_two_processes_lose_nothing(kept: SeatFolder, tmp_path: Path) -> None:
    """Rows of two writers stand side by side, each whole, each with an id of its own."""
    writers = [start(tmp_path, name, 25) for name in ("a", "b")]
    assert [0, 0] == [writer.wait(60) for writer in writers]
    for writer in writers:
        assert writer.stdout is not None
        writer.stdout.close()
    read = events_of(kept, DAY)
    assert (50, ()) == (len(read.events), read.bad)
    assert 50 == len({one.event_id for one in read.events})


def start_corrector(folder: Path, port: int) -> subprocess.Popen[bytes]:
    """Start a process that adds a correction when it is told to."""
    pipe = subprocess.PIPE
    words = [sys.executable, "-c", CORRECTOR, str(folder), str(port)]
    return subprocess.Popen(words, stdin=pipe, stdout=pipe, stderr=pipe)


def test_of_writers_of_one_key_exactly_one_wins(kept: SeatFolder, tmp_path: Path) -> None:
    """Looking for a duplicate and writing are one step for all processes (Seat T9)."""
    writers = [start_corrector(tmp_path, port) for port in range(3)]
    for writer in writers:
        assert writer.stdout is not None
        assert b"ready\n" == writer.stdout.readline()
    for writer in writers:
        assert writer.stdin is not None
        writer.stdin.write(b"\n")
        writer.stdin.flush()
    told = [writer.communicate(timeout=60)[1] for writer in writers]
    assert [b"", b"duplicate\n", b"duplicate\n"] == sorted(told)
    assert 1 == len(read_ledger(kept).corrections)


def test_a_writer_that_is_killed_loses_nothing_it_acknowledged(
    kept: SeatFolder, tmp_path: Path
) -> None:
    """After kill -9 every acknowledged event stands there, and the next writer goes on."""
    writer = start(tmp_path, "a", 10_000)
    assert writer.stdout is not None
    told = [int(writer.stdout.readline()) for _ in range(5)]
    writer.send_signal(signal.SIGKILL)
    told += [int(line) for line in writer.stdout if line.strip()]
    writer.wait(60)
    writer.stdout.close()
    log(kept)
    names = [str(one.metadata["task_id"]) for one in events_of(kept, DAY).events]
    assert {f"a-{number}" for number in told} <= set(names)
    assert "task_1" == names[-1]


def test_a_torn_last_line_costs_itself(kept: SeatFolder, tmp_path: Path) -> None:
    """Half a row is told with its place, and the next event begins on a line of its own."""
    log(kept)
    path = tmp_path / "events" / f"{DAY}.jsonl"
    path.write_bytes(path.read_bytes()[:-20])
    log(kept, 2)
    read = events_of(kept, DAY)
    assert ["task_2"] == [one.metadata["task_id"] for one in read.events]
    assert [f"events/{DAY}.jsonl:1"] == [one.where for one in read.bad]


def test_a_full_disk_is_refused_and_the_log_stays_readable(
    kept: SeatFolder, tmp_path: Path
) -> None:
    """An append that finds no room is refused with the file, and whole rows stay."""
    log(kept)
    child = os.fork()
    if not child:  # A limit on the size of files is the nearest thing to a full disk.
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (300, 300))
        try:
            log(kept, 2)
        except SeatFileRefused as refused:
            os._exit(7 if DAY in refused.message else 8)
        os._exit(9)
    assert 7 == os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    log(kept, 3)
    names = [one.metadata["task_id"] for one in events_of(kept, DAY).events]
    assert ["task_1", "task_3"] == names
