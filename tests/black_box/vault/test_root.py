"""Which files belong to a vault, and does nothing outside of it ever?"""

import os
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from tests.black_box.shell import CORTEX
from tests.black_box.vault.desk import Desk

INTEGRITY, INTERNAL = (4, "integrity_error"), (1, "internal_error")
BAD = "not json\n"


def count(desk: Desk) -> int:
    """Give how many records the vault has."""
    counted: int = desk.ask("status").data["canonical"]["records"]
    return counted


def linked(desk: Desk, path: str, target: Path) -> None:
    """Make a link below the root."""
    link = desk.root / path
    link.parent.mkdir(parents=True, exist_ok=True)
    link.symlink_to(target)


def test_root_must_be_a_folder(desk: Desk) -> None:
    """A root that is missing, or a file, is at fault. Vault B1, B2"""
    assert INTEGRITY == desk.bare("status", "--memory-root", str(desk.root / "gone")).refusal
    file = desk.put("file", "x")
    assert INTEGRITY == desk.bare("status", "--memory-root", str(file)).refusal


def test_root_itself_may_be_a_link(base: Desk) -> None:
    """The root is resolved once and shown resolved. Vault B3"""
    alias = base.home / "alias"
    alias.symlink_to(base.root)
    canonical = base.bare("status", "--memory-root", str(alias)).data["canonical"]
    assert {"root": str(base.root.resolve()), "records": 4} == canonical


def test_root_comes_from_option_variable_or_home(base: Desk) -> None:
    """The option wins over the variable, that over the home's default. Vault B5, B6, B7"""
    assert INTEGRITY == base.bare("status").refusal
    assert INTEGRITY == replace(base, variables={"CORTEX_MEMORY_ROOT": ""}).bare("status").refusal
    named = replace(base, variables={"CORTEX_MEMORY_ROOT": str(base.root)})
    assert 4 == named.bare("status").data["canonical"]["records"]
    assert INTEGRITY == named.bare("status", "--memory-root", str(base.root / "no")).refusal
    assert 4 == base.bare("status", "--memory-root", ".").data["canonical"]["records"]
    default = base.home / ".claude" / "LIFEOS" / "MEMORY"
    shutil.copytree(base.root, default)
    assert str(default.resolve()) == base.bare("status").data["canonical"]["root"]


def test_knowledge_and_hot_files(desk: Desk) -> None:
    """With KNOWLEDGE, its files count and the memory files beside it, nothing else. Vault B9"""
    for path in ("KNOWLEDGE/a.md", "KNOWLEDGE/sub/d.md", "PRINCIPAL_MEMORY.md", "_MEMORY.md"):
        desk.put(path, "x")
    for path in ("KNOWLEDGE/_x/b.md", "KNOWLEDGE/.h/c.md", "KNOWLEDGE/_y.md", "KNOWLEDGE/n.txt"):
        desk.put(path, "x")
    for path in ("other.md", "OTHER/o.md", "y_memory.md", "X_MEMORY.jsonl"):
        desk.put(path, BAD)
    assert 4 == count(desk)


def test_nested_knowledge_stands_alone(desk: Desk) -> None:
    """Below MEMORY, only its KNOWLEDGE counts. Vault B10"""
    (desk.root / "KNOWLEDGE").rmdir()
    desk.put("MEMORY/KNOWLEDGE/a.md", "x")
    desk.put("PRINCIPAL_MEMORY.md", "x")
    assert "MEMORY/KNOWLEDGE/a.md" == desk.only()["provenance"]["path"]


def test_plain_folder_is_walked_whole(desk: Desk) -> None:
    """Without either, every file of the root counts. Vault B11, B13, B15"""
    (desk.root / "KNOWLEDGE").rmdir()
    for path in ("a.md", "WORK/t.md", "PRINCIPAL_MEMORY.md", "x.md/inner.md"):
        desk.put(path, "x")
    desk.put("sub/b.jsonl", '{"id":"j","type":"t","title":"T","created":"2026-01-01",'
             '"updated":"2026-01-02","content":"alpha"}')  # fmt: skip
    desk.put("a.MD", BAD)
    desk.put("c.md.bak", BAD)
    assert 5 == count(desk)


def test_memory_file_must_be_a_file(desk: Desk) -> None:
    """A folder with the name of a memory file is at fault. Vault B14"""
    (desk.root / "D_MEMORY.md").mkdir()
    assert INTEGRITY == desk.ask("status").refusal


@pytest.mark.parametrize("path", ["KNOWLEDGE", "MEMORY", "P_MEMORY.md", "KNOWLEDGE/in.md"])
@pytest.mark.parametrize("is_dangling", [True, False])
def test_no_link_is_followed(desk: Desk, path: str, is_dangling: bool) -> None:  # A case.
    """Below the root a link is a fault, good or dangling. Vault B17, B18, B19"""
    (desk.root / "KNOWLEDGE").rmdir()
    if path == "P_MEMORY.md":
        desk.put("KNOWLEDGE/a.md", "x")
    outside = desk.home / "outside"
    if not is_dangling:
        if path.endswith(".md"):
            outside.write_text("x")
        else:
            (outside / "KNOWLEDGE").mkdir(parents=True)
            (outside / "a.md").write_text("x")
    linked(desk, path, outside)
    assert INTEGRITY == desk.ask("status").refusal


def test_link_that_is_passed_over_is_no_fault(base: Desk) -> None:
    """A name that is skipped is skipped before anybody looks what it is."""
    linked(base, "KNOWLEDGE/_x", base.home)
    linked(base, "KNOWLEDGE/.git", base.home)
    assert 4 == count(base)


def test_special_file_does_not_hang(base: Desk) -> None:
    """A pipe that is called a note is at fault at once; one that is not is ignored. Vault B21"""
    os.mkfifo(base.root / "KNOWLEDGE" / "f.txt")
    assert 4 == count(base)
    os.mkfifo(base.root / "KNOWLEDGE" / "f.md")
    assert INTEGRITY == base.ask("status").refusal


@pytest.mark.skipif(
    os.getuid() == 0 and shutil.which("setpriv") is None, reason="root may read everything"
)
@pytest.mark.parametrize("path", ["KNOWLEDGE/closed", "KNOWLEDGE/a.md"])
def test_what_may_not_be_read_is_an_internal_error(base: Desk, path: str) -> None:
    """A folder or file that cannot be opened is named. Vault B22, B23"""
    (base.root / "KNOWLEDGE" / "closed").mkdir()
    (base.root / path).chmod(0)
    reply = base.without_privilege("status")
    (base.root / path).chmod(0o700)
    assert INTERNAL == reply.refusal
    assert path in reply.envelope["error"]["message"]


def test_file_name_that_is_no_text_is_an_internal_error(base: Desk) -> None:
    """Bytes that are no UTF-8 make no path, and the message shows them as escapes."""
    (base.root / "KNOWLEDGE" / "sub").mkdir()
    Path(os.fsdecode(os.fsencode(base.root / "KNOWLEDGE" / "sub") + b"/\xff.md")).write_text("x")
    reply = base.ask("status")
    assert INTERNAL == reply.refusal
    assert "\\udcff" in reply.envelope["error"]["message"]


def test_variable_of_the_vault_is_known_everywhere(base: Desk) -> None:
    """Who sets the root for the vault gets no warning from the other verbs."""
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": str(base.home),
        "CORTEX_MEMORY_ROOT": str(base.root),
    }
    ended = subprocess.run(
        [CORTEX, "status"], capture_output=True, check=False, env=environment, timeout=60
    )
    assert b"CORTEX_MEMORY_ROOT" not in ended.stdout + ended.stderr
