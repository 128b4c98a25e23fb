"""Does the spool keep every line that was acknowledged, whoever writes, drains or dies?"""

import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from cortex.model.errors import StoreBusy
from cortex.model.spooled import FAILED, FULL, SPOOLED
from cortex.ports.spool import SpoolState
from cortex.stores.system import spool as module
from cortex.stores.system.spool import append_event, spool_path
from cortex.stores.system.spool_draining import FileSpool, FileTaken, undrained
from tests.faults.volumes import small_volume

LINE = b'{"v":1,"captured_us":7,"host":"codex","kind":"prompt","text":"%d"}'

# Appends so many lines, as that many hooks one after the other would.
WRITER = """
import sys
from cortex.stores.system.spool import append_event
for number in range(int(sys.argv[3])):
    assert "spooled" == append_event(sys.argv[1], b"%s-%d" % (sys.argv[2].encode(), number))
"""


@pytest.fixture
def spool(tmp_path: Path) -> str:
    """Give a spool in a home of its own."""
    return spool_path(str(tmp_path), str(tmp_path / "cortex.db"))


def taken_from(spool: str) -> FileTaken:
    """Take what lies there; something must."""
    taken = FileSpool(spool).take()
    assert taken is not None
    return taken


def left_in(spool: str) -> list[bytes]:
    """Give every line that is left, and leave it there."""
    with closing(taken_from(spool)) as taken:
        return contents(taken)


def contents(taken: FileTaken) -> list[bytes]:
    """Give every line that is left."""
    return [line.content for line in taken.lines(10_000, 100_000_000)]


def test_lines_come_back_in_order(spool: str) -> None:
    """What was appended is read in the order it came, whole and once."""
    lines = [LINE % number for number in range(5)]
    assert [SPOOLED] * 5 == [append_event(spool, line) for line in lines]
    taken = taken_from(spool)
    assert lines == contents(taken)
    taken.finish()
    taken.close()
    assert FileSpool(spool).take() is None


def test_nothing_to_take_makes_nothing(spool: str) -> None:
    """Looking at an empty home leaves it empty."""
    assert FileSpool(spool).take() is None
    assert SpoolState() == FileSpool(spool).state()
    assert [] == list(Path(spool).parent.parent.iterdir())


def test_full_spool_keeps_what_is_there_and_counts_the_rest(spool: str) -> None:
    """At its limit the oldest stay, a new event is refused, and doctor can say how many were."""
    assert SPOOLED == append_event(spool, b"x" * 60, size_max=60)
    assert [FULL, FULL] == [append_event(spool, b"y", size_max=60) for _ in range(2)]
    assert 2 == FileSpool(spool).state().refused
    taken = taken_from(spool)
    assert [b"x" * 60] == contents(taken)
    taken.finish()
    taken.close()
    assert 0 == FileSpool(spool).state().refused


def test_torn_line_ends_where_it_was_torn(spool: str) -> None:
    """Half a line, left by a crash or a full disk, does not swallow the one after it."""
    append_event(spool, LINE % 1)
    with Path(f"{spool}.log").open("ab") as file:
        file.write(b'\n{"v":1,"capt')
    append_event(spool, LINE % 2)
    assert [LINE % 1, b'{"v":1,"capt', LINE % 2] == left_in(spool)


def test_writers_beside_a_drain_lose_nothing(spool: str) -> None:
    """Lines that are written while others are taken are found, each once (case 2)."""
    environment = {"PYTHONPATH": ":".join(sys.path)}
    writers = [
        subprocess.Popen([sys.executable, "-c", WRITER, spool, name, "400"], env=environment)
        for name in "abcd"
    ]
    found: list[bytes] = []
    while any(writer.poll() is None for writer in writers) or not FileSpool(spool).is_empty():
        taken = FileSpool(spool).take()
        if taken is not None:
            found += contents(taken)
            taken.finish()
            taken.close()
    assert [0] * 4 == [writer.wait() for writer in writers]
    assert sorted(found) == sorted(f"{name}-{n}".encode() for name in "abcd" for n in range(400))


def test_line_goes_into_the_file_that_is_in_place(
    spool: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file that was taken away after it was opened gets no line: nobody would read it there."""
    append_event(spool, LINE % 1)
    share = module._share  # The moment between opening and writing.
    taken: list[FileTaken] = []

    def take_first(descriptor: int) -> None:
        if not taken:
            taken.append(taken_from(spool))
        share(descriptor)

    monkeypatch.setattr(module, "_share", take_first)
    assert SPOOLED == append_event(spool, LINE % 2)
    assert [LINE % 1] == contents(taken[0])
    taken[0].finish()
    taken[0].close()
    assert [LINE % 2] == left_in(spool)


def test_second_drain_finds_the_first_at_it(spool: str) -> None:
    """Two that drain at once do not both get a line."""
    append_event(spool, LINE % 1)
    first = taken_from(spool)
    append_event(spool, LINE % 2)
    assert FileSpool(spool).take() is None
    first.close()
    first.close()
    assert [LINE % 1] == left_in(spool)


def test_drain_that_died_is_gone_on_with(spool: str) -> None:
    """What was advanced over is done; the rest is found again, before anything newer."""
    for number in range(3):
        append_event(spool, LINE % number)
    taken = taken_from(spool)
    first = taken.lines(1, 1_000)[0]
    taken.advance(first.end)
    taken.close()
    append_event(spool, LINE % 9)
    again = taken_from(spool)
    assert [LINE % 1, LINE % 2] == contents(again)
    again.finish()
    again.close()
    assert [LINE % 9] == left_in(spool)


def test_position_of_another_file_is_not_believed(spool: str) -> None:
    """A note left behind by a crash names another file, so nothing is skipped."""
    append_event(spool, LINE % 1)
    taken = taken_from(spool)
    Path(f"{spool}.taken.at").write_text("1 9999")
    taken.close()
    assert [LINE % 1] == left_in(spool)


def test_quarantine_is_bounded_and_its_rows_are_whole(spool: str) -> None:
    """Rows that cannot be kept lie with their reason; of a full file the older half goes."""
    append_event(spool, LINE % 1)
    taken = taken_from(spool)
    for number in range(40):
        taken.set_aside(b"%d " % number + b"z" * 60_000, "refused")
    taken.close()
    sizes = [Path(f"{spool}{end}").stat().st_size for end in (".quarantine", ".quarantine.1")]
    assert sum(sizes) < 1_048_576
    assert 0 < FileSpool(spool).state().quarantined < 40
    assert '"row":"39 z' in Path(f"{spool}.quarantine").read_text().splitlines()[-1]


def test_totals_add_up(spool: str) -> None:
    """What became of rows is summed over drains."""
    for _ in range(2):
        append_event(spool, LINE % 1)
        taken = taken_from(spool)
        taken.count({"kept": 2, "torn": 1})
        taken.finish()
        taken.close()
    assert (("kept", 4), ("torn", 2)) == FileSpool(spool).state().totals


def test_state_tells_how_much_waits_and_since_when(spool: str) -> None:
    """Bytes that nobody kept, and the instant of the oldest event."""
    append_event(spool, LINE % 1)
    state = FileSpool(spool).state()
    assert (len(LINE % 1) + 2, 7) == (state.bytes_waiting, state.oldest_us)


def test_full_disk_is_told_and_what_is_there_survives(tmp_path: Path) -> None:
    """On a full disk the hook learns that an event was not taken down; earlier ones are whole."""
    with small_volume(tmp_path, 64) as volume:
        spool = spool_path(str(volume), str(volume / "cortex.db"))
        lines = [b"%03d" % number + b"x" * 997 for number in range(100)]
        outcomes = [append_event(spool, line) for line in lines]
        kept = outcomes.index(next(one for one in outcomes if one.startswith(FAILED)))
        assert 0 < kept < 100
        assert lines[:kept] == left_in(spool)[:kept]


@pytest.mark.parametrize("obstacle", ["link", "folder"])
def test_nothing_is_written_through_what_is_no_file(spool: str, obstacle: str) -> None:
    """A link or a folder in the place of the file is refused, and whatever it leads to stays."""
    Path(spool).parent.mkdir()
    target = Path(spool).parent.parent / "target"
    if obstacle == "link":
        target.write_text("mine")
        Path(f"{spool}.log").symlink_to(target)
    else:
        Path(f"{spool}.log").mkdir()
    assert append_event(spool, LINE % 1).startswith(FAILED)
    assert obstacle == "folder" or "mine" == target.read_text()


def test_one_brain_has_one_spool_by_whatever_path(tmp_path: Path) -> None:
    """A home behind a link, and one that was moved, finds what its hooks took down."""
    home, other = tmp_path / "home", tmp_path / "other.db"
    home.mkdir()
    (tmp_path / "link").symlink_to(home)
    direct = spool_path(str(home), str(home / "second.db"))
    assert direct.rpartition("/")[0] == str(home / "spool")
    linked = spool_path(str(home), str(tmp_path / "link" / "second.db"))
    assert direct == linked
    assert direct != spool_path(str(home), str(other))
    assert spool_path(str(home), str(tmp_path / "link" / "cortex.db")).endswith("/events")
    moved = tmp_path / "moved"
    home.rename(moved)
    after = spool_path(str(moved), str(moved / "second.db"))
    assert direct.rpartition("/")[2] == after.rpartition("/")[2]


def test_who_forgets_keeps_drains_away_and_waits_for_one(spool: str) -> None:
    """Words cannot pass into the brain beside a forgetting: one of the two comes first."""
    with undrained(spool, 0):
        append_event(spool, LINE % 1)  # No folder yet is nothing to hold.
    with undrained(spool, 0):
        assert FileSpool(spool).take() is None
    with closing(taken_from(spool)), pytest.raises(StoreBusy), undrained(spool, 0):
        pass
    other = spool_path(str(Path(spool).parents[1]), "/elsewhere/cortex.db")
    append_event(other, LINE % 2)
    with closing(taken_from(other)), pytest.raises(StoreBusy), undrained(spool, 0):
        pass
    assert [LINE % 1] == left_in(spool)
