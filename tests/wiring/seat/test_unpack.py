"""Does an unpacking that is cut off leave nothing registered or everything?"""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import apsw
import pytest

from cortex.model.errors import CortexError, DiskFull
from cortex.model.refusals import SeatPackRefused, SeatPlaceTaken
from cortex.model.seat_moves import HOME, PackProbe
from cortex.stores.system.seats import read_seats
from cortex.wiring.seat import unpack as seat_unpack
from cortex.wiring.seat.pack import pack_seat
from cortex.wiring.seat.unpack import UnpackWish, unpack_seat
from cortex.wiring.settings import Settings
from tests.wiring.seat_sessions import make_seat

KILLED = 9
TEXTS = {
    "STATE.md": "# STATE\n",
    "memory/notes/gateway.md": "# Gateway\nIt listens on 8443 端口.\n",
}
STEPS = (
    (os, "fsync"),
    (os, "rename"),
    (seat_unpack, "write_seats"),
    (os, "replace"),
    (seat_unpack, "_rehash"),
    (shutil, "rmtree"),
)
"""What is done in turn; a run may end at each call of each."""


@pytest.fixture
def packed(tmp_path: Path) -> tuple[Settings, UnpackWish]:
    """Give a machine without the seat, and a pack of it."""
    seat = make_seat(tmp_path)
    for name, text in TEXTS.items():
        path = Path(seat.root, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    Path(seat.home, "facts").mkdir(parents=True)
    Path(seat.home, "facts/2026-11-30.jsonl").write_text("{}\n")
    auto = tmp_path / ".claude/projects" / seat.root.replace("/", "-").replace("_", "-") / "memory"
    auto.mkdir(parents=True)
    (auto / "MEMORY.md").write_text("- x\n")
    home = str(tmp_path / "home")
    here = Settings(
        home=home, db_path=f"{home}/cortex.db", cwd=str(tmp_path), user_home=str(tmp_path)
    )
    target = str(tmp_path / "p.zip")
    given = pack_seat(here, "scout", target, is_whole=False, is_forced=False)
    assert 4 == len(given.manifest.files)
    other = tmp_path / "other"
    there = Settings(home=str(other / "home"), db_path="", cwd=str(other), user_home=str(other))
    return there, UnpackWish(target, str(other / "agents/scout"))


def killed(run: Callable[[], object], module: object, name: str, at: int) -> bool:
    """Do something in a process that dies at the nth call of a function; tell whether it died."""
    child = os.fork()
    if not child:
        real, calls = getattr(module, name), [0]

        def dying(*given: object, **more: object) -> object:
            calls[0] += 1
            if calls[0] == at:
                os._exit(KILLED)
            return real(*given, **more)

        try:
            setattr(module, name, dying)
            run()
        finally:
            os._exit(0)
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status) == KILLED


def held(settings: Settings, wish: UnpackWish) -> dict[str, bytes]:
    """Give every file of the seat's folder."""
    root = Path(settings.cwd, wish.folder)
    return {
        str(path.relative_to(root)): path.read_bytes()
        for path in sorted(root.rglob("*"))
        if path.is_file()
    }


def test_killed_at_any_step_it_is_nothing_or_whole(packed: tuple[Settings, UnpackWish]) -> None:
    """Whatever a kill leaves, the next run ends it, and what is registered is always whole."""
    settings, wish = packed
    deaths = 0
    for module, name in STEPS:
        for at in range(1, 40):
            if not killed(lambda: unpack_seat(settings, wish, is_applied=True), module, name, at):
                break
            deaths += 1
            whole = {name: text.encode() for name, text in TEXTS.items()}
            if read_seats(settings.home):
                assert whole == held(settings, wish)
        done = unpack_seat(settings, wish, is_applied=True)
        assert (4, 1) == (done.rehashed, len(read_seats(settings.home)))
        left = list(Path(settings.cwd).rglob("cortex-copying.*"))
        assert [] == left
        for path in (settings.home, f"{settings.cwd}/agents", f"{settings.user_home}/.claude"):
            shutil.rmtree(path)
    assert deaths > 12


def test_a_full_disk_leaves_nothing(
    packed: tuple[Settings, UnpackWish], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The refusal names the place, and neither folder nor line is there."""
    settings, wish = packed

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(DiskFull):
        unpack_seat(settings, wish, is_applied=True)
    assert [] == read_seats(settings.home)
    assert {} == held(settings, wish)


def test_names_that_are_one_on_this_disk_are_refused(
    packed: tuple[Settings, UnpackWish], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where case does not count nothing is written; elsewhere a warning names the pair."""
    settings, _ = packed
    seat = tmp_path / "seat/memory"
    (seat / "Log.md").write_text("1\n")
    (seat / "log.md").write_text("2\n")
    home = str(tmp_path / "home")
    here = Settings(home=home, db_path="", cwd=str(tmp_path), user_home=str(tmp_path))
    target = str(tmp_path / "two.zip")
    pack_seat(here, "scout", target, is_whole=False, is_forced=False)
    wish = UnpackWish(target, "scout")
    planned = unpack_seat(settings, wish, is_applied=False)
    assert "seat/memory/Log.md and seat/memory/log.md are one name" in planned.warnings[0]
    monkeypatch.setattr(seat_unpack, "folds_case", lambda _: True)
    with pytest.raises(SeatPackRefused, match="one name on the disk"):
        unpack_seat(settings, wish, is_applied=True)
    assert [] == read_seats(settings.home)
    monkeypatch.undo()
    unpack_seat(settings, wish, is_applied=True)
    assert {b"1\n", b"2\n"} <= set(held(settings, wish).values())


@pytest.mark.parametrize("kind", ["file", "link", "link to a folder"])
def test_what_is_no_empty_folder_is_never_written_over(
    packed: tuple[Settings, UnpackWish], kind: str
) -> None:
    """A file, a dead link, a folder behind a link that holds something."""
    settings, wish = packed
    root = Path(wish.folder)
    root.parent.mkdir(parents=True)
    behind = root.parent / "behind"
    if kind == "file":
        root.write_text("mine\n")
    elif kind == "link to a folder":
        behind.mkdir()
        (behind / "mine").write_text("mine\n")
        root.symlink_to(behind)
    else:
        root.symlink_to(root.parent / "nowhere/deep")
    if kind == "link":  # What it names is made: nothing was there.
        unpack_seat(settings, wish, is_applied=True)
        assert str(root.resolve()) == read_seats(settings.home)[0].root
        return
    with pytest.raises(SeatPlaceTaken):
        unpack_seat(settings, wish, is_applied=True)
    assert [] == read_seats(settings.home)
    assert "mine\n" == (root if kind == "file" else behind / "mine").read_text()


def test_an_answer_of_another_version_is_a_warning(
    packed: tuple[Settings, UnpackWish], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same program must answer the same; another one may have learnt to search."""
    settings, wish = packed
    monkeypatch.setattr(
        seat_unpack,
        "answers_of",
        lambda _, __, asked: [PackProbe(one, "0") for one in asked],
    )
    with pytest.raises(CortexError, match="another answer"):
        unpack_seat(settings, wish, is_applied=True)
    assert [] == read_seats(settings.home)
    monkeypatch.setattr(seat_unpack, "__version__", "9.9")
    done = unpack_seat(settings, wish, is_applied=True)
    assert "another answer" in done.warnings[0]
    assert 0 == done.answered


def test_a_database_in_use_is_packed_as_it_is_at_one_instant(tmp_path: Path) -> None:
    """What was committed to its log is in the copy, what was not is not, and no log goes along."""
    seat = make_seat(tmp_path)
    graph = Path(seat.home, "graph")
    graph.mkdir(parents=True)
    writer = apsw.Connection(str(graph / "graph.db"))
    for statement in (
        "PRAGMA journal_mode=wal",
        "CREATE TABLE facts (text)",
        "INSERT INTO facts VALUES ('committed 端口')",
        "BEGIN IMMEDIATE",
        "INSERT INTO facts VALUES ('not yet')",
    ):
        writer.execute(statement).fetchall()
    (graph / "broken.db").write_bytes(b"SQLite format 3\x00 and nothing more")
    home, target = str(tmp_path / "home"), str(tmp_path / "p.zip")
    here = Settings(home=home, db_path="", cwd=str(tmp_path), user_home=str(tmp_path))
    packed = pack_seat(here, "scout", target, is_whole=False, is_forced=False)
    writer.close()
    names = [one.path for one in packed.manifest.files if one.area == HOME]
    assert ["graph/broken.db", "graph/graph.db"] == names
    there = Settings(home=str(tmp_path / "b"), db_path="", cwd="/", user_home=str(tmp_path / "b"))
    unpack_seat(there, UnpackWish(target, str(tmp_path / "b/seat")), is_applied=True)
    copy = apsw.Connection(str(tmp_path / "b/seats/scout/graph/graph.db"))
    assert [("committed 端口",)] == list(copy.execute("SELECT text FROM facts"))
    copy.close()
