"""Does the doctor see old copies, broken helpers, other readers, and what a search would miss?"""

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import apsw
import pytest

from cortex.model.durations import DAY_US, SECOND_US
from cortex.model.seat_checks import FAIL, PASS, WARN, SeatCheck
from cortex.model.seats import LAST_PACK, Seat
from cortex.stores.system.clock import SystemClock
from cortex.stores.system.copy_names import FOLDER, copy_name
from cortex.stores.system.readers import EVERYBODY, GROUP, files_below, readers_of
from cortex.stores.system.seats import write_seats
from cortex.wire.instants import format_instant
from cortex.wiring.house import open_house
from cortex.wiring.seat.digest_runs import search_seat
from cortex.wiring.seat.ground_checks import checks_of
from cortex.wiring.seat.memory_checks import checks_of as memory_checks_of
from cortex.wiring.seat.opening import open_seat
from cortex.wiring.settings import Settings, read_settings


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Give the folder of a seat in an organisation."""
    root = tmp_path.resolve() / "acme" / "agents" / "ops"
    (root / "memory").mkdir(parents=True)
    home = tmp_path / "home"
    write_seats(str(home), [Seat("ops", str(root), str(home / "seats" / "ops"), "acme")])
    return root


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Give the settings of a run on this machine."""
    return read_settings(str(tmp_path / "home"), None, {"HOME": str(tmp_path)})


@pytest.fixture(autouse=True)
def no_variables(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Leave out what this machine's person was told."""
    for name in ("CLAUDE_CONFIG_DIR", "CLAUDE_CODE_PROJECT_DIR_NAME", "CORTEX_MEMORY_ROOT"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))


def check(settings: Settings, name: str) -> SeatCheck:
    """Give one check."""
    with open_seat(settings, "ops") as opened:
        rows = {row.check: row for row in checks_of(opened, settings)}
        rows |= {row.check: row for row in memory_checks_of(opened, settings)}
    assert {"D7", "D14", "D16", "D18"} <= rows.keys()
    assert bool(rows[name].remedy) == (rows[name].level != PASS)
    return rows[name]


def pack(settings: Settings, days: int) -> Path:
    """Note that the seat was packed so many days ago, and give the file."""
    path = Path(settings.home) / "ops.pack"
    path.touch()
    with open_seat(settings, "ops") as opened:
        at_us = opened.now_us - days * DAY_US
        opened.kept.replace(LAST_PACK, f"{format_instant(at_us)}\n{path}\n".encode())
    return path


def brain(settings: Settings, days: int | None) -> None:
    """Make a store, and a copy of it of so many days ago."""
    Path(settings.db_path).touch()
    if days is not None:
        name = copy_name("abc", SystemClock().now_us() - days * DAY_US)
        folder = Path(settings.home, FOLDER)
        folder.mkdir()
        (folder / name).touch()


def test_seat_without_a_pack_is_no_pass(root: Path, settings: Settings) -> None:
    """Doctor D14: never packed, a note that tells no instant, one that has not come: WARN."""
    assert WARN == check(settings, "D14").level
    pack(settings, -1)
    assert WARN == check(settings, "D14").level
    with open_seat(settings, "ops") as opened:
        opened.kept.replace(LAST_PACK, b"\xffyesterday")
    assert WARN == check(settings, "D14").level


@pytest.mark.parametrize(("days", "level"), [(0, PASS), (6, PASS), (8, FAIL)])
def test_pack_of_more_than_a_week_ago_fails(
    root: Path, settings: Settings, days: int, level: str
) -> None:
    """Doctor D14: seven days pass, eight fail; the evidence says when and where."""
    pack(settings, days)
    row = check(settings, "D14")
    assert (level, True) == (row.level, "ops.pack" in row.evidence)


def test_pack_that_is_not_there_now_is_no_pass(root: Path, settings: Settings) -> None:
    """Doctor D14: it may lie on a stick, or be gone; what cannot be looked at warns."""
    pack(settings, 0).unlink()
    row = check(settings, "D14")
    assert (WARN, True) == (row.level, "no file is there now" in row.evidence)


@pytest.mark.parametrize(("days", "level"), [(1, PASS), (None, WARN), (9, FAIL)])
def test_copy_of_the_brain_counts_where_there_is_one(
    root: Path, settings: Settings, days: int | None, level: str
) -> None:
    """Doctor D14: of pack and copy the worse is told."""
    pack(settings, 0)
    brain(settings, days)
    assert level == check(settings, "D14").level


def test_optional_stores_that_are_not_used_pass(root: Path, settings: Settings) -> None:
    """Doctor D16: no brain, no vault, no model: a seat needs none of them."""
    said = "brain: none; vault: none; model of digests.toml: none; model of graph.toml: none"
    assert (PASS, said) == check(settings, "D16")[1:3]
    assert not Path(settings.db_path).exists()


def test_optional_stores_that_work_pass(root: Path, settings: Settings) -> None:
    """Doctor D16: a model's program that is there."""
    Path(settings.home, "digests.toml").write_text('[model]\ncommand = ["cat", "-"]\n')
    assert (PASS, True) == (
        check(settings, "D16").level,
        "its program is there" in check(settings, "D16").evidence,
    )


@pytest.mark.parametrize("broken", ["brain", "vault", "digests.toml", "graph.toml", "words"])
def test_optional_store_that_is_broken_only_warns(
    root: Path, settings: Settings, broken: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Doctor D16: a broken brain, a vault that is gone, a model's program that is missing: WARN,
    never FAIL, and each is named.
    """
    if broken == "brain":
        Path(settings.db_path).write_bytes(b"no store at all" * 400)
    elif broken == "vault":
        monkeypatch.setenv("CORTEX_MEMORY_ROOT", str(root / "gone"))
    elif broken.endswith(".toml"):
        Path(settings.home, broken).write_text('[model]\ncommand = ["no-such-program"]\n')
    else:
        Path(settings.home, "digests.toml").write_text("[model\n")
    row = check(settings, "D16")
    assert WARN == row.level
    assert {"words": "digests.toml"}.get(broken, broken) in row.evidence


def test_brain_that_is_held_is_told_soon(root: Path, settings: Settings) -> None:
    """Doctor D16: another program that keeps the whole file is a warning, within a second or so."""
    with open_house(settings) as house, house.brain.reading() as reader:
        reader.head()
    assert "brain: answers" in check(settings, "D16").evidence
    holder = apsw.Connection(settings.db_path)
    try:
        holder.execute("PRAGMA locking_mode = EXCLUSIVE")
        holder.execute("BEGIN EXCLUSIVE")
        before_us = SystemClock().now_us()
        row = check(settings, "D16")
        assert SystemClock().now_us() - before_us < 3 * SECOND_US
    finally:
        holder.close()
    assert (WARN, True) == (row.level, "another program holds" in row.evidence)


@pytest.fixture
def open_place() -> Iterator[Path]:
    """Give a folder that everybody may enter; those of a test run are private."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder).resolve()
        place.chmod(0o755)
        yield place


def test_memory_in_a_private_folder_passes(root: Path, settings: Settings) -> None:
    """Doctor D18: open modes below a folder that nobody else may enter give nothing away."""
    (root / "STATE.md").write_text("x")
    (root / "STATE.md").chmod(0o666)
    root.chmod(0o700)
    assert PASS == check(settings, "D18").level


@pytest.mark.parametrize(("mode", "level"), [(0o644, FAIL), (0o640, WARN), (0o600, PASS)])
def test_memory_that_others_can_read_is_told(
    open_place: Path, settings: Settings, mode: int, level: str
) -> None:
    """Doctor D18: everybody fails, a group warns, in whatever script the file is named."""
    root = open_place / "ops"
    (root / "memory").mkdir(parents=True)
    for folder in (root, root / "memory"):
        folder.chmod(0o755)
    note = root / "memory" / "заметка.md"
    note.write_text("x")
    note.chmod(mode)
    write_seats(settings.home, [Seat("ops", str(root), f"{settings.home}/seats/ops")])
    row = check(settings, "D18")
    assert (level, level != PASS) == (row.level, "заметка.md" in row.evidence)
    if level != PASS:
        assert f"chmod go-rwx {root} " in row.remedy
        root.chmod(0o700)
        assert PASS == check(settings, "D18").level


def test_readers_are_worked_out_along_the_whole_way(open_place: Path) -> None:
    """A missing file is nobody's; a closed folder anywhere above closes what is below."""
    file = open_place / "a" / "b" / "c.txt"
    file.parent.mkdir(parents=True)
    file.write_text("x")
    for folder, mode, expected in (
        ("a", 0o755, EVERYBODY),
        ("a", 0o750, GROUP),
        ("a", 0o700, None),
        ("a/b", 0o755, None),
    ):
        (open_place / folder).chmod(mode)
        file.parent.chmod(0o755)
        file.chmod(0o644)
        assert expected == readers_of([str(file)]).get(str(file))
    assert {} == readers_of([str(open_place / "none")])


def test_files_below_are_sorted_and_no_link_is_followed(tmp_path: Path) -> None:
    """Links to folders are not entered; a folder that is not there has none."""
    for name in ("b", "a"):
        (tmp_path / "x" / name).mkdir(parents=True)
        (tmp_path / "x" / name / "f").touch()
    (tmp_path / "x" / "c").symlink_to(tmp_path)
    found = [os.path.relpath(path, tmp_path) for path in files_below(str(tmp_path / "x"))]
    assert ["x/a/f", "x/b/f"] == [path for path in found if path != "x/c"]
    assert [] == list(files_below(str(tmp_path / "gone")))


def hits(settings: Settings, question: str) -> list[str]:
    """Search a seat's memory and give the files that fit."""
    return [hit.file for hit in search_seat(settings, "ops", question, 10).hits]


def test_index_that_fits_the_folder_passes(root: Path, settings: Settings) -> None:
    """Doctor D7: nothing indexed is no pass; every file as it was indexed is one."""
    assert WARN == check(settings, "D7").level
    (root / "memory" / "a.md").write_text("# Ports\n\nThe gateway listens on 8443.\n")
    assert ["memory/a.md"] == hits(settings, "gateway")
    assert (PASS, True) == (
        check(settings, "D7").level,
        "1 files" in check(settings, "D7").evidence,
    )


def test_shrunk_file_leaves_nothing_behind(root: Path, settings: Settings) -> None:
    """Seat T11, Doctor D7: what went from a file is found no more, and until then it is told."""
    note = root / "memory" / "a.md"
    note.write_text("# One\n\nalpha word\n\n# Two\n\nomega word\n" + "filler line\n" * 200)
    assert ["memory/a.md"] == hits(settings, "omega")
    note.write_text("# One\n\nalpha word\n")
    row = check(settings, "D7")
    assert (WARN, True) == (row.level, "memory/a.md" in row.evidence)
    assert ([], ["memory/a.md"]) == (hits(settings, "omega"), hits(settings, "alpha"))
    assert PASS == check(settings, "D7").level


def test_renamed_file_is_found_once(root: Path, settings: Settings) -> None:
    """Seat T11, Doctor D7: both names are told, and the next search has only the new one."""
    (root / "memory" / "a.md").write_text("alpha word\n")
    assert ["memory/a.md"] == hits(settings, "alpha")
    (root / "memory" / "a.md").rename(root / "memory" / "b.md")
    row = check(settings, "D7")
    assert (WARN, True) == (row.level, "memory/b.md, memory/a.md" in row.evidence)
    assert ["memory/b.md"] == hits(settings, "alpha")
    assert PASS == check(settings, "D7").level


@pytest.mark.parametrize("index", ["{", '{"version": 0, "files": {}}', "[]", ""])
def test_broken_index_fails_and_the_next_search_mends_it(
    root: Path, settings: Settings, index: str
) -> None:
    """Doctor D7: an index that cannot be read, or of other rules, until somebody searches."""
    (root / "memory" / "a.md").write_text("alpha word\n")
    hits(settings, "alpha")
    Path(settings.home, "seats/ops/memory-index.json").write_text(index)
    assert FAIL == check(settings, "D7").level
    assert ["memory/a.md"] == hits(settings, "alpha")
    assert PASS == check(settings, "D7").level


def test_empty_index_is_not_broken(root: Path, settings: Settings) -> None:
    """Doctor D7: a search of nothing leaves an index of nothing, which proves nothing."""
    (root / "memory" / "a.md").write_text("alpha\n")
    hits(settings, "alpha")
    (root / "memory" / "a.md").unlink()
    hits(settings, "alpha")
    assert WARN == check(settings, "D7").level


def test_file_that_no_search_reads_fails(root: Path, settings: Settings) -> None:
    """Doctor D7: a note that is a link, and an organisation's file that is one, are named."""
    (root / "memory" / "a.md").write_text("alpha\n")
    hits(settings, "alpha")
    (root / "memory" / "z.md").symlink_to(root / "memory" / "a.md")
    row = check(settings, "D7")
    assert (FAIL, True) == (row.level, "memory/z.md" in row.evidence)
    (root / "memory" / "z.md").unlink()
    (root.parents[1] / "knowledge.md").symlink_to(root / "memory" / "a.md")
    with open_seat(settings, "ops") as opened:
        from cortex.seat.index_checks import index_check
        from cortex.stores.files.seat_files import SeatFolder

        org = SeatFolder(str(root.parents[1]))
        try:
            row = index_check(opened.files, opened.kept, org)
        finally:
            org.close()
    assert (FAIL, True) == (row.level, "knowledge.md" in row.evidence)
