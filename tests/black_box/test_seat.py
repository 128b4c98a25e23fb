"""Does a folder become a seat by a plan, once, and stop being one without losing a word?"""

import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.black_box.shell import Shell


def install(shell: Shell, folder: Path, *words: str) -> dict[str, Any]:
    """Install a seat and give what was told."""
    told: dict[str, Any] = shell.ask("seat", "install", str(folder), *words)
    return told


@pytest.fixture
def folder(shell: Shell) -> Path:
    """Give a folder with instructions of its own."""
    path = shell.folder / "Ops"
    path.mkdir()
    (path / "CLAUDE.md").write_text("# Ops\n\nBe brief.\n", encoding="utf-8")
    return path


def test_plan_writes_nothing(shell: Shell, folder: Path) -> None:
    """Seat T1: without --apply neither the folder nor the home changes."""
    before = sorted(path.name for path in folder.iterdir())
    told = install(shell, folder)
    assert (False, "ops") == (told["applied"], told["seat"])
    assert before == sorted(path.name for path in folder.iterdir())
    assert not (shell.home / ".cortex").exists()


def test_second_apply_changes_no_byte(shell: Shell, folder: Path) -> None:
    """Seat T1: applied twice, every file is as after the first time, without a new copy."""
    first = install(shell, folder, "--apply")
    assert 1 == len(first["copies"])
    kept = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    second = install(shell, folder, "--apply")
    assert ([], {"skip"}) == (second["copies"], {step["action"] for step in second["steps"]})
    assert kept == {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_what_people_wrote_stays(shell: Shell, folder: Path) -> None:
    """A STATE.md that is there is not touched, and text around the block is kept."""
    (folder / "STATE.md").write_text("# mine\n", encoding="utf-8")
    install(shell, folder, "--apply")
    assert "# mine\n" == (folder / "STATE.md").read_text(encoding="utf-8")
    text = (folder / "CLAUDE.md").read_text(encoding="utf-8")
    assert text.startswith("# Ops\n\nBe brief.\n")
    assert 1 == text.count("cortex:begin")


def test_uninstalling_gives_the_instructions_back(shell: Shell, folder: Path) -> None:
    """CLAUDE.md is what it was, what the seat wrote stays, and the folder is no seat any more."""
    before = (folder / "CLAUDE.md").read_bytes()
    install(shell, folder, "--apply")
    shell.ask("seat", "uninstall", "ops", "--apply")
    assert before == (folder / "CLAUDE.md").read_bytes()
    assert (folder / "STATE.md").exists()
    assert [] == shell.ask("seat", "list")["seats"]
    assert 3 == shell.run("seat", "uninstall", "ops").status


def test_name_of_another_seat_is_refused(shell: Shell, folder: Path) -> None:
    """Two folders cannot be one seat; the error names the other one."""
    install(shell, folder, "--apply")
    other = shell.folder / "other"
    other.mkdir()
    refused = shell.run("seat", "install", str(other), "--name", "ops", "--json", status=2)
    assert str(folder) in refused.error["message"]


@pytest.mark.parametrize("name", ["Größe", "a b", "x" * 65, "../up"])
def test_odd_names_are_refused(shell: Shell, folder: Path, name: str) -> None:
    """A name is a folder of the home too, so only plain ones are taken."""
    assert 2 == shell.run("seat", "install", str(folder), "--name", name).status


def test_edited_block_is_not_written_over(shell: Shell, folder: Path) -> None:
    """Words somebody put inside our block are seen; nothing is changed, and the remedy is named."""
    install(shell, folder, "--apply")
    path = folder / "CLAUDE.md"
    path.write_text(path.read_text(encoding="utf-8").replace("Rewrite it", "Never rewrite it"))
    edited = path.read_bytes()
    refused = shell.run("seat", "install", str(folder), "--apply", "--json", status=1)
    assert "CLAUDE.md" in refused.error["message"]
    assert edited == path.read_bytes()


def test_edited_block_goes_when_it_is_forced(shell: Shell, folder: Path) -> None:
    """Uninstalling refuses as well and says how; forced, the block goes and a copy stays."""
    before = (folder / "CLAUDE.md").read_text(encoding="utf-8")
    install(shell, folder, "--apply")
    path = folder / "CLAUDE.md"
    path.write_text(path.read_text(encoding="utf-8").replace("Rewrite it", "Never rewrite it"))
    refused = shell.run("seat", "uninstall", "ops", "--apply", "--json", status=1)
    assert "cortex seat uninstall ops --force" in refused.error["remedy"]
    assert 1 == len(shell.ask("seat", "list")["seats"])
    told = shell.ask("seat", "uninstall", "ops", "--force", "--apply")
    assert before == path.read_text(encoding="utf-8")
    assert any("Never rewrite it" in Path(copy).read_text("utf-8") for copy in told["copies"])


def test_seat_whose_folder_is_gone_can_be_taken_out(shell: Shell, folder: Path) -> None:
    """What is left of it on this machine goes: its line in the registry, its flags."""
    install(shell, folder, "--with-notes-recall", "--apply")
    shutil.rmtree(folder)
    assert not shell.ask("seat", "list")["seats"][0]["present"]
    assert 1 == shell.run("seat", "doctor", "ops").status
    shell.ask("seat", "uninstall", "ops", "--apply")
    assert [] == shell.ask("seat", "list")["seats"]
    assert not (shell.home / ".cortex/seats/ops/notes-recall").exists()
    assert not folder.exists()


def test_link_is_not_followed(shell: Shell, folder: Path, tmp_path: Path) -> None:
    """A STATE.md that is a link to somewhere else is refused and its target untouched."""
    target = tmp_path / "outside.md"
    target.write_text("outside", encoding="utf-8")
    (folder / "STATE.md").symlink_to(target)
    assert 1 == shell.run("seat", "install", str(folder), "--apply").status
    assert "outside" == target.read_text(encoding="utf-8")


def test_installed_seat_keeps_a_state(shell: Shell, folder: Path) -> None:
    """From then on `cortex state` works in the folder, without a brain."""
    install(shell, folder, "--apply")
    here = Shell(shell.home, folder)
    here.ask("state", "set", "--section", "promises", given=b"- [open] send the report")
    assert "send the report" in (folder / "STATE.md").read_text(encoding="utf-8")


def test_doctor_says_what_each_check_found(shell: Shell, folder: Path) -> None:
    """A fresh seat has an empty STATE.md, which fails; once it says something, nothing fails."""
    install(shell, folder, "--apply")
    ill = shell.run("seat", "doctor", "ops", "--json", status=1)
    failed = {row["check"] for row in ill.envelope["data"]["checks"] if row["level"] == "fail"}
    assert failed
    assert {"D2", "D4"} == {name.partition(".")[0] for name in failed}
    shell.ask("install", "--host", "claude-code", "--apply")
    told = b"task: the report\nstands: drafted\nexact next step: send it"
    Shell(shell.home, folder).ask("state", "set", "--section", "checkpoint", given=told)
    rows = shell.ask("seat", "doctor", "ops")["checks"]
    numbers = [int(row["check"].partition(".")[0][1:]) for row in rows]
    assert sorted(numbers) == numbers
    assert {*range(1, 19)} == set(numbers)


def test_doctor_names_a_checkpoint_that_failed(shell: Shell, folder: Path) -> None:
    """Doctor D1: a checkpoint that holds nothing fails, and its remedy is told."""
    install(shell, folder, "--apply")
    kept = folder / "memory" / "checkpoints"
    kept.mkdir(parents=True)
    (kept / "latest.md").write_text("status: CHECKPOINT FAILED: 0 messages captured\n")
    ill = shell.run("seat", "doctor", "ops", "--json", status=1)
    [row] = [row for row in ill.envelope["data"]["checks"] if row["check"] == "D1"]
    assert "fail" == row["level"]
    assert row["remedy"]
