"""Is it decided rightly what goes along with a seat, and what a pack may write?"""

import pytest

from cortex.core.seat.packs import (
    DEPTH_MAX,
    FILE_BYTES_MAX,
    FILES_MAX,
    NAME_BYTES_MAX,
    PACK_BYTES_MAX,
    collisions,
    fault_of_manifest,
    fault_of_path,
    is_passing,
    is_wanted,
    moved_content,
)
from cortex.model.seat_moves import AUTO_MEMORY, HOME, ORGANISATION, SEAT, PackFile, PackManifest


def file(path: str, area: str = SEAT, size: int = 1) -> PackFile:
    """Give a file of a pack."""
    return PackFile(area, path, size, "0" * 64, 0, False)


def manifest(*files: PackFile) -> PackManifest:
    """Give what a pack with these files says."""
    return PackManifest(0, "1", "ops", "", "/old", False, files, (), ())


@pytest.mark.parametrize(
    ("path", "is_own", "is_whole"),
    [
        ("STATE.md", True, True),
        ("übergabe.md", True, True),
        ("seat.toml", True, True),
        ("memory/2026-11-30.md", True, True),
        ("memory/deep/er/x.bin", True, True),
        (".claude/skills/dns/run.sh", True, True),
        (".claude/skills", False, True),
        (".claude/settings.json", False, True),
        (".claude/hooks/x.py", False, True),
        ("docs/plan.md", False, True),
        ("tool.py", False, True),
        ("memory", False, True),
        (".git", False, False),
        ("sub/.git/config", False, False),
    ],
)
def test_a_seats_own_files_go_along(path: str, is_own: bool, is_whole: bool) -> None:
    """Its Markdown, memory and skills; all but what git keeps when the whole folder is asked."""
    assert is_own == is_wanted(SEAT, path, is_folder=False, is_whole=False)
    assert is_whole == is_wanted(SEAT, path, is_folder=False, is_whole=True)


def test_of_other_parts_all_but_what_is_of_this_machine_goes_along() -> None:
    """Half-written files, logs of databases and the note of the last pack stay."""
    assert is_wanted(HOME, "facts/2026-11-30.jsonl", is_folder=False, is_whole=False)
    assert is_wanted(AUTO_MEMORY, "port.md", is_folder=False, is_whole=False)
    assert is_wanted(ORGANISATION, "knowledge.md", is_folder=False, is_whole=False)
    assert not is_wanted(ORGANISATION, "secrets.env", is_folder=False, is_whole=True)
    for path in ("last-pack", "graph/graph.db-wal", "graph/graph.db-shm", "live.jsonl.tmp"):
        assert is_passing(HOME, path)
    for path in (".claude/settings.local.json", "CLAUDE.md.bak-1", "cortex-copying.1-a.tmp"):
        assert is_passing(SEAT, path)
    assert not is_passing(SEAT, "notes-wal")


@pytest.mark.parametrize(
    "path",
    [
        *("", "/x", "../x", "a/../x", "a//x", "a/", "./x", "a\x00b", "a\nb", "\x1b[2J.md"),
        "\udcff.md",
        "x" * (NAME_BYTES_MAX + 1),
        "é" * (NAME_BYTES_MAX // 2 + 1),
        "d/" * DEPTH_MAX + "x",
        "/".join(["x" * 200] * 6),
    ],
)
def test_a_path_that_leads_elsewhere_is_at_fault(path: str) -> None:
    """Whatever is no plain path below a folder on every system is refused."""
    assert fault_of_path(path)
    assert "is a" not in fault_of_path("x" * NAME_BYTES_MAX)


@pytest.mark.parametrize("path", ["x", "memory/日誌.md", "a b/ü.md", "x" * NAME_BYTES_MAX, "..x"])
def test_a_name_of_any_script_is_none(path: str) -> None:
    """Letters of every script, blanks and dots go along."""
    assert "" == fault_of_path(path)


def test_what_a_pack_names_is_within_bounds() -> None:
    """Count, sizes, doubles, unknown parts and files that are folders; the limit itself is fine."""
    assert "" == fault_of_manifest(manifest(*(file(f"{one}.md") for one in range(FILES_MAX))))
    assert "" == fault_of_manifest(manifest(file("a.md", size=FILE_BYTES_MAX)))
    large = range(PACK_BYTES_MAX // FILE_BYTES_MAX + 1)
    for bad in (
        manifest(*(file(f"{one}.md") for one in range(FILES_MAX + 1))),
        manifest(file("a.md", size=FILE_BYTES_MAX + 1)),
        manifest(file("a.md", size=-1)),
        manifest(*(file(f"{one}.md", size=FILE_BYTES_MAX) for one in large)),
        manifest(file("a.md"), file("a.md")),
        manifest(file("a"), file("a/b")),
        manifest(file("a", "brain")),
        manifest(file("last-pack", HOME)),
        manifest(file("a/.git/config")),
    ):
        assert fault_of_manifest(bad)


def test_names_that_are_one_without_case_are_found() -> None:
    """Also in folders, and however an accent is written; across parts they do not meet."""
    pairs = collisions([file("A.md"), file("a.md"), file("memory/é.md"), file("memory/e\u0301.md")])
    assert [("seat/A.md", "seat/a.md"), ("seat/memory/e\u0301.md", "seat/memory/é.md")] == pairs
    assert [("seat/N", "seat/n")] == collisions([file("N/a.md"), file("n/b.md")])
    assert [] == collisions([file("a.md"), file("A.md", HOME), file("ß.md"), file("ẞ1.md")])


def test_only_lists_of_paths_change_when_a_seat_moves() -> None:
    """Whole folders are taken for it, and words about a path are not."""
    listed = b"/old/logs/in.jsonl\n/older/x\n/old\n# /old stays in words\n"
    moved = moved_content(file("graph/sources", HOME), listed, "/old", "/new/é")
    assert "/new/é/logs/in.jsonl\n/older/x\n/new/é\n# /old stays in words\n" == moved.decode()
    assert listed == moved_content(file("facts/x.jsonl", HOME), listed, "/old", "/new")
