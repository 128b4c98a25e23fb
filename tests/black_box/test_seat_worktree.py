"""Is a seat in a linked git worktree a seat like any other, and one within it as well?"""

import json
import zipfile
from pathlib import Path

import pytest

from tests.black_box.seat_moving import slug
from tests.black_box.shell import Shell
from tests.services.repositories import git, make_repository

FUTURE = "2999-01-01T00:00:00Z"


@pytest.fixture
def tree(shell: Shell) -> Shell:
    """Give a shell in a linked worktree that is a seat, with another seat below it."""
    main, tree = shell.home / "main", shell.home / "lin ked"
    make_repository(main)
    git(main, "worktree", "add", "-q", str(tree), "-b", "side")
    (tree / "agents/inner").mkdir(parents=True)
    for name, folder in (("side", tree), ("inner", tree / "agents/inner")):
        shell.ask("seat", "install", str(folder), "--name", name, "--apply")
    return shell.at(tree)


def hook(shell: Shell, event: str, folder: Path, **fields: object) -> str:
    """Report an event in a folder, and give what the host is told."""
    payload = {"hook_event_name": event, "session_id": "s1", "cwd": str(folder), **fields}
    given = json.dumps(payload).encode()
    return shell.at(folder).run("hook", event, "--host", "claude-code", given=given, status=0).out


def test_a_worktree_is_a_seat_of_its_own(tree: Shell) -> None:
    """Hooks and verbs find the innermost seat; the main checkout is none."""
    inner, main = tree.folder / "agents/inner", tree.home / "main"
    write = {"content": f"done {FUTURE}"}
    for folder, name in ((tree.folder, "side"), (inner, "inner"), (tree.folder / "agents", "side")):
        assert f"Seat {name}:" in hook(tree, "SessionStart", folder, source="startup")
        written = {"file_path": str(folder / "memory/a.md"), **write}
        is_denied = "deny" in hook(
            tree, "PreToolUse", folder, tool_name="Write", tool_input=written
        )
        assert is_denied == (folder.name != "agents")
        tree.at(folder).ask("log", "note", f"seen from {folder.name}")
    assert "" == hook(tree, "SessionStart", main, source="startup")
    assert 0 != tree.at(main).run("state").status
    (day,) = (tree.folder / "memory").glob("*.md")
    assert ["agents", "lin ked"] == sorted(
        line.partition("seen from ")[2] for line in day.read_text().split("\n") if "seen" in line
    )
    tree.ask("bus", "send", "inner", "hello")
    assert 1 == len(tree.at(inner).ask("bus", "inbox")["messages"])


def test_a_worktree_packs_no_git_and_no_guards_of_this_machine(tree: Shell) -> None:
    """Also with the whole folder; the host's memory is that of the main checkout."""
    auto = tree.home / ".claude/projects" / slug((tree.home / "main").resolve()) / "memory"
    auto.mkdir(parents=True)
    (auto / "MEMORY.md").write_text("- [Port](port.md) 8443\n")
    packed = tree.home / "pack.zip"
    tree.ask("seat", "pack", "--whole-folder", "--to", str(packed))
    with zipfile.ZipFile(packed) as members:
        names = members.namelist()
    assert "auto-memory/MEMORY.md" in names
    assert "seat/agents/inner/STATE.md" in names
    assert [] == [name for name in names if ".git" in name or "settings.local.json" in name]
