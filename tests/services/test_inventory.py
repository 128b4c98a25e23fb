"""Are registered files taken in a few at a time, and does a walk go on where it was?"""

from pathlib import Path

import apsw
import pytest

from cortex.model.callers import Caller
from cortex.model.capture_policy import PAUSED, CapturePolicy
from cortex.model.errors import CortexError, NotFound
from cortex.model.inventories import FileStatus, Inventory
from cortex.model.limits import BOOTSTRAP_BYTES_MAX, BOOTSTRAP_SOURCES_MAX, SOURCE_FILE_BYTES_MAX
from cortex.model.observations import Grant, Role
from cortex.model.refusals import CaptureRefused
from cortex.ports.brain import Brain
from cortex.ports.source_files import FileContent
from cortex.services import observe
from cortex.services.intake import FILE_PREFIX, Intake, take_file
from cortex.services.inventory import Budget, bootstrap, find_inventory, reconcile, take_stock
from cortex.stores.sources.whole_files import WholeFiles
from tests.contracts.brains import BACKENDS, NOW_US

ME, OTHER = Caller(agent="t"), Caller("user:2", "t", 2)
FILES = WholeFiles()
ALL = Budget(BOOTSTRAP_SOURCES_MAX, BOOTSTRAP_BYTES_MAX)
REVISION = "a" * 32
TAKING = Intake(ME, NOW_US, CapturePolicy())


def registered(brain: Brain, path: Path, content: str | None = "text\n", most: int = 100) -> str:
    """Write a file and register it."""
    if content is not None:
        path.write_bytes(content.encode())
    key = f"{FILE_PREFIX}{path}"
    observe.register(brain, Grant(key, "scope:here", Role.DOCUMENT, most), ME, NOW_US)
    return key


def stock(brain: Brain, revision: str = REVISION) -> Inventory:
    """List the files."""
    return take_stock(brain, FILES, revision, TAKING)


def walk(brain: Brain, budget: Budget = ALL, taking: Intake = TAKING) -> Inventory:
    """Take files in."""
    return bootstrap(brain, FILES, REVISION, budget, taking)


def statuses(inventory: Inventory) -> list[str]:
    """Give how each file stands."""
    return [entry.status.value for entry in inventory.entries]


def texts(brain: Brain) -> list[str]:
    """Give every text that was kept, in order."""
    with brain.reading() as reader:
        return [str(one.event.text) for one in reader.observations.iter_all()]


def test_file_is_kept_exactly_and_once(brain: Brain, tmp_path: Path) -> None:
    """CQR H1: every byte of a file comes back; handing it over again makes nothing new."""
    content = "\ufeffa\r\n端口 🎉 \n\n"
    path = tmp_path / "notes.md"
    registered(brain, path, content)
    first, again = (take_file(brain, FILES, str(path), TAKING) for _ in range(2))
    assert [content] == texts(brain)
    assert (False, True) == (first.is_duplicate, again.is_duplicate)
    assert first.observation == again.observation
    assert path.stat().st_mtime_ns // 1000 == first.observation.event.observed_us
    path.write_text("changed")
    assert not take_file(brain, FILES, str(path), TAKING).is_duplicate


def test_largest_file_is_kept(brain: Brain, tmp_path: Path) -> None:
    """CQR H6: a file of exactly 1 MiB is kept whatever more its grant allows; one byte more not."""
    path = tmp_path / "big.txt"
    registered(brain, path, "word " * (SOURCE_FILE_BYTES_MAX // 5) + "x", 2 * 1024 * 1024)
    assert SOURCE_FILE_BYTES_MAX == path.stat().st_size
    assert not take_file(brain, FILES, str(path), TAKING).is_duplicate
    path.write_text(path.read_text() + "x")
    with pytest.raises(CaptureRefused, match=r"^quota_blocked"):
        take_file(brain, FILES, str(path), TAKING)


@pytest.mark.parametrize("content", [b"\xff\xfe", b"half \xe7\xab"])
def test_file_that_is_no_text_is_refused(brain: Brain, tmp_path: Path, content: bytes) -> None:
    """What is no UTF-8 cannot be kept exactly."""
    path = tmp_path / "a.md"
    registered(brain, path)
    path.write_bytes(content)
    with pytest.raises(CaptureRefused, match=r"^unknown_format"):
        take_file(brain, FILES, str(path), TAKING)


def test_odd_time_of_a_file_is_left_out(brain: Brain, tmp_path: Path) -> None:
    """A file from before the first year is kept without an instant."""
    path = tmp_path / "a.md"
    registered(brain, path)
    before = -(10**17)

    class Ancient(WholeFiles):
        def read(self, path: str, bytes_max: int) -> FileContent:
            found = super().read(path, bytes_max)
            return found._replace(look=found.look._replace(modified_us=before))

    assert take_file(brain, Ancient(), str(path), TAKING).observation.event.observed_us is None


def test_only_registered_files_are_listed(brain: Brain, tmp_path: Path) -> None:
    """CQR H14: a list has the caller's registered files, by key, with the ending as a hint."""
    (tmp_path / "unasked.md").write_text("no")
    for name in ("c.py", "a.MD", "b.csv"):
        registered(brain, tmp_path / name)
    observe.register(brain, Grant("log", "scope:here", Role.DOCUMENT, 10), ME, NOW_US)
    found = stock(brain)
    assert ["md", "unknown", "py"] == [entry.format for entry in found.entries]
    assert (0, FileStatus.PARTIALLY_INDEXED) == (found.next_index, found.status)
    assert [] == texts(brain)
    with pytest.raises(NotFound):
        find_inventory(brain, REVISION, TAKING._replace(caller=OTHER))
    assert () == take_stock(brain, FILES, "b" * 32, TAKING._replace(caller=OTHER)).entries


def test_walk_goes_on_where_it_was(brain: Brain, tmp_path: Path) -> None:
    """CQR H14: each call takes the next files; when all are taken the list is ready."""
    for number in range(5):
        registered(brain, tmp_path / f"{number}.md", f"text {number}")
    stock(brain)
    first = walk(brain, Budget(2, 1000))
    assert (2, ["ready"] * 2 + ["partially_indexed"] * 3) == (first.next_index, statuses(first))
    by_bytes = walk(brain, Budget(9, 11))
    assert (3, FileStatus.PARTIALLY_INDEXED) == (by_bytes.next_index, by_bytes.status)
    last = walk(brain)
    assert (5, FileStatus.READY) == (last.next_index, last.status)
    assert [1, 2, 3, 4, 5] == [entry.observation_id for entry in last.entries]
    assert last == walk(brain)
    assert [f"text {n}" for n in range(5)] == texts(brain)


def test_walk_survives_reopening(tmp_path: Path) -> None:
    """CQR H14: a walk that another process began is gone on with."""
    brain = BACKENDS["sqlite"](tmp_path / "cortex.db")
    for number in range(2):
        registered(brain, tmp_path / f"{number}.md", f"text {number}")
    stock(brain)
    walk(brain, Budget(1, 100))
    brain.close()
    again = BACKENDS["sqlite"](tmp_path / "cortex.db")
    assert FileStatus.READY is walk(again).status
    assert ["text 0", "text 1"] == texts(again)
    again.close()


def _gone(path: Path, brain: Brain) -> None:
    del brain
    path.unlink()


def _changed(path: Path, brain: Brain) -> None:
    del brain
    path.write_text("another")


def _linked(path: Path, brain: Brain) -> None:
    del brain
    path.rename(path.with_suffix(".real"))
    path.symlink_to(path.with_suffix(".real"))


def _disabled(path: Path, brain: Brain) -> None:
    observe.set_enabled(brain, f"{FILE_PREFIX}{path}", ME, is_enabled=False)


@pytest.mark.parametrize(
    ("harm", "status"),
    [
        (_gone, FileStatus.SOURCE_UNAVAILABLE),
        (_linked, FileStatus.SOURCE_UNAVAILABLE),
        (_changed, FileStatus.SOURCE_CHANGED),
        (_disabled, FileStatus.PERMISSION_REQUIRED),
    ],
)
def test_blocked_file_stops_the_walk_or_is_passed_over(
    brain: Brain, tmp_path: Path, harm: object, status: FileStatus
) -> None:
    """CQR H14: a file that cannot be taken in keeps the place, unless it may be passed over."""
    for name in ("a.md", "b.md"):
        registered(brain, tmp_path / name, name)
    stock(brain)
    harm(tmp_path / "a.md", brain)  # type: ignore[operator]  # One of the four above.
    stopped = walk(brain)
    assert (0, status, []) == (stopped.next_index, stopped.status, texts(brain))
    assert stopped.entries[0].detail
    passed = walk(brain, ALL._replace(skips_blocked=True))
    assert (2, FileStatus.READY) == (passed.next_index, passed.status)
    assert [status, FileStatus.READY] == [entry.status for entry in passed.entries]
    assert ["b.md"] == texts(brain)


@pytest.mark.parametrize(
    ("content", "most", "budget", "status"),
    [
        ("x" * 101, 100, ALL, FileStatus.QUOTA_BLOCKED),
        ("x" * 50, 100, Budget(1, 49), FileStatus.QUOTA_BLOCKED),
        ("token = sk-abcdefghijklmnop1234", 100, ALL, FileStatus.UNKNOWN_FORMAT),
    ],
)
def test_what_a_file_may_not_be(
    brain: Brain, tmp_path: Path, content: str, most: int, budget: Budget, status: FileStatus
) -> None:
    """Larger than its grant or than a whole call, or holding a secret: it is said which."""
    registered(brain, tmp_path / "a.md", content, most)
    stock(brain)
    assert (0, status) == (walk(brain, budget).next_index, walk(brain, budget).status)


def test_paused_capture_takes_no_file(brain: Brain, tmp_path: Path) -> None:
    """The operator's word holds for files as for everything; a resume lets the walk go on."""
    registered(brain, tmp_path / "a.md")
    stock(brain)
    paused = CapturePolicy().changed(PAUSED, "*", 1)
    assert FileStatus.PERMISSION_REQUIRED is walk(brain, taking=Intake(ME, NOW_US, paused)).status
    assert FileStatus.READY is walk(brain).status


def test_kept_before_is_a_duplicate_here(brain: Brain, tmp_path: Path) -> None:
    """CQR H14: a file that was kept before its place moved is not kept twice."""
    registered(brain, tmp_path / "a.md")
    stock(brain)
    take_file(brain, FILES, str(tmp_path / "a.md"), TAKING)
    assert 1 == walk(brain).next_index
    assert 1 == len(texts(brain))


def test_place_that_cannot_move_keeps_nothing(tmp_path: Path) -> None:
    """CQR H14: file and place are one step; when the place cannot move, nothing is kept."""
    path = tmp_path / "cortex.db"
    brain = BACKENDS["sqlite"](path)
    registered(brain, tmp_path / "a.md")
    stock(brain)
    outside = apsw.Connection(str(path))
    outside.execute(
        "CREATE TRIGGER no BEFORE UPDATE ON inventories BEGIN SELECT RAISE(ABORT, 'no'); END"
    )
    with pytest.raises(CortexError):
        walk(brain)
    assert ([], 0) == (texts(brain), find_inventory(brain, REVISION, TAKING).next_index)
    outside.execute("DROP TRIGGER no")
    outside.close()
    assert FileStatus.READY is walk(brain).status
    brain.close()


def test_two_walks_of_one_list_conflict(brain: Brain, tmp_path: Path) -> None:
    """Whoever comes second finds the place moved, is told so, and keeps nothing twice."""
    registered(brain, tmp_path / "a.md")
    registered(brain, tmp_path / "b.md")
    stock(brain)

    class Racing(WholeFiles):
        def read(self, path: str, bytes_max: int) -> FileContent:
            found = super().read(path, bytes_max)
            walk(brain, Budget(1, 100))
            return found

    with pytest.raises(CaptureRefused, match=r"^inventory_resume_conflict"):
        bootstrap(brain, Racing(), REVISION, ALL, TAKING)
    assert 1 == find_inventory(brain, REVISION, TAKING).next_index
    assert 1 == len(texts(brain))


def test_reconcile_looks_and_moves_nothing(brain: Brain, tmp_path: Path) -> None:
    """Each file is said to stand as it does now; new ones are counted and never added."""
    for name in ("a.md", "b.md", "c.md"):
        registered(brain, tmp_path / name, name)
    stock(brain)
    walk(brain, Budget(2, 100))
    (tmp_path / "a.md").write_text("another")
    (tmp_path / "c.md").unlink()
    registered(brain, tmp_path / "d.md")
    found = reconcile(brain, FILES, REVISION, TAKING)
    assert ["source_changed", "ready", "source_unavailable"] == statuses(found)
    assert (2, 1, 2) == (found.next_index, found.untracked, len(texts(brain)))
    assert found == reconcile(brain, FILES, REVISION, TAKING)
    (tmp_path / "c.md").write_text("back")
    assert "source_changed" == statuses(reconcile(brain, FILES, REVISION, TAKING))[2]


@pytest.mark.parametrize(
    "budget",
    [
        Budget(0, 1),
        Budget(1, 0),
        Budget(BOOTSTRAP_SOURCES_MAX + 1, 1),
        Budget(1, BOOTSTRAP_BYTES_MAX + 1),
    ],
)
def test_budget_out_of_bounds_is_refused(brain: Brain, budget: Budget) -> None:
    """A call takes 1 to 128 files and 1 byte to 16 MiB."""
    with pytest.raises(CaptureRefused, match=r"^invalid_bootstrap_budget"):
        walk(brain, budget)


def test_list_of_another_life_of_the_store_is_refused(tmp_path: Path) -> None:
    """After a restore a list is made again: what it says was kept may be gone."""
    path = tmp_path / "cortex.db"
    brain = BACKENDS["sqlite"](path)
    registered(brain, tmp_path / "a.md")
    stock(brain)
    outside = apsw.Connection(str(path))
    outside.execute("UPDATE brain_meta SET restore_epoch = restore_epoch + 1")
    outside.close()
    for act in (walk, lambda b: reconcile(b, FILES, REVISION, TAKING)):
        with pytest.raises(CaptureRefused, match=r"^inventory_restore_epoch_changed"):
            act(brain)
    assert FileStatus.PARTIALLY_INDEXED is stock(brain, "c" * 32).status
    brain.close()
