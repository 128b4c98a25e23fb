"""Is a vault whole at every moment, whoever dies in it, and does nobody's write get lost?"""

import json
import os
import shutil
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from cortex.wiring.vault import answer

KILLER = Path(__file__).with_name("vault_killer.py")
STEPS_MAX = 80
"""Changes of the disk after which a write is over for sure."""

MEMORY = "<!-- BEGIN ENTRIES -->\nRULE: old\n<!-- END ENTRIES -->\n"
NOTE = "---\nid: tea\ncreated: 2026-01-01\n---\nBy hand.\n"
ROW = '{"id":"old"}\n'

RULE = {"type": "memory", "actor": "principal", "content": "RULE: new"}
IDEA = {"type": "idea", "title": "Tea", "content": "The new section."}
STYLE = {
    "type": "proposal",
    "target_file": "x",
    "target_kind": "style",
    "edit": "The new edit.",
    "rationale": "r",
    "confidence": 1,
}
LATE = "What came later."
LATER = {"memory": "content", "idea": "content", "proposal": "edit"}
CASES = [
    ("remember", RULE, "PRINCIPAL_MEMORY.md", MEMORY, "RULE: new"),
    ("remember", IDEA, "KNOWLEDGE/Ideas/tea.md", NOTE, "The new section."),
    ("remember", {**IDEA, "title": "Pot"}, "KNOWLEDGE/Ideas/pot.md", None, "The new section."),
    ("propose", STYLE, "OBSERVABILITY/pending-proposals.jsonl", ROW, "The new edit."),
]


def laid_out(root: Path) -> Path:
    """Make a vault that has one of everything."""
    for path, text in (
        ("PRINCIPAL_MEMORY.md", MEMORY),
        ("KNOWLEDGE/Ideas/tea.md", NOTE),
        ("OBSERVABILITY/pending-proposals.jsonl", ROW),
    ):
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
    return root


def ask(root: Path, *words: str) -> Any:
    """Run a command in this process and give its data."""
    given = answer([*words, "--memory-root", str(root)])
    assert 0 == given.status, given.output
    return json.loads(given.output)["data"]


def killed(root: Path, step: int, command: str, item: dict[str, Any]) -> bool:
    """Write and die at a step; False when the write was over before it."""
    ended = subprocess.run(
        [sys.executable, str(KILLER), str(step), command, json.dumps(item), str(root)],
        capture_output=True,
        check=False,
        timeout=60,
    )
    if ended.returncode == 0:
        assert b"done" == ended.stdout
        return False
    assert -signal.SIGKILL == ended.returncode, ended.stderr
    return True


@pytest.mark.slow
@pytest.mark.parametrize(("command", "item", "path", "old", "mark"), CASES)
def test_old_or_new_and_never_half(
    tmp_path: Path, command: str, item: dict[str, Any], path: str, old: str | None, mark: str
) -> None:
    """Killed before any change of the disk, a file is the old or the new one and the vault reads.

    The next write succeeds at once, whatever the dead one left, and loses nothing. What was
    written only by half is no note to any reader (case 134).
    """
    is_new = []
    for step in range(1, STEPS_MAX):
        root = laid_out(tmp_path / str(step))
        was_killed = killed(root, step, command, item)
        file = root / path
        text = file.read_text() if file.exists() else None
        is_new.append(text != old)
        if text != old:
            assert text is not None
            assert old is None or any(kept in text for kept in ("RULE: old", "By hand.", ROW))
            assert 1 == text.count(mark)
        notes = ask(root, "status")["canonical"]["records"]
        assert notes == (3 if text != old and old is None else 2)
        said = f"RULE: {LATE}" if item is RULE else LATE
        later = {**item, LATER[item["type"]]: said}
        ask(root, command, json.dumps(later), "--adapter", "codex", "--allow-write")
        assert LATE in file.read_text()
        left = [found.name for found in root.rglob("*") if found.name.endswith((".lock", ".tmp"))]
        assert [] == left
        shutil.rmtree(root)
        if not was_killed:
            break
    else:
        pytest.fail("the write never came to its end")
    assert [False, True] == sorted(set(is_new))
    assert is_new == sorted(is_new)


@pytest.mark.slow
@pytest.mark.parametrize("processes", [2, 8])
def test_writers_at_once_lose_nothing(tmp_path: Path, processes: int) -> None:
    """Each write that was taken is there afterwards: entries, sections, rows and new notes."""
    root = laid_out(tmp_path / "root")
    cortex = str(Path(sys.executable).with_name("cortex"))
    granted = ["--adapter", "claude", "--allow-write", "--memory-root", str(root)]

    def write(number: int) -> None:
        for command, item in (
            ("remember", {**RULE, "content": f"RULE: number {number}."}),
            ("remember", {**IDEA, "content": f"Section {number}."}),
            ("remember", {**IDEA, "title": "Same", "content": f"Part {number}."}),
            ("propose", {**STYLE, "edit": f"Edit {number}."}),
        ):
            ended = subprocess.run(
                [cortex, "vault", command, json.dumps(item), *granted],
                capture_output=True,
                check=False,
                timeout=120,
                env={"PATH": os.environ["PATH"], "HOME": str(tmp_path)},
            )
            assert 0 == ended.returncode, ended.stdout

    with ThreadPoolExecutor(processes) as pool:
        list(pool.map(write, range(2 * processes)))
    for path, mark in (
        ("PRINCIPAL_MEMORY.md", "RULE: number {}."),
        ("KNOWLEDGE/Ideas/tea.md", "Section {}."),
        ("KNOWLEDGE/Ideas/same.md", "Part {}."),
        ("OBSERVABILITY/pending-proposals.jsonl", "Edit {}."),
    ):
        text = (root / path).read_text()
        assert [1] * 2 * processes == [
            text.count(mark.format(number)) for number in range(2 * processes)
        ]
    audit = (root / "OBSERVABILITY" / "tier-b-writes.jsonl").read_text().splitlines()
    assert 4 * processes == len([json.loads(line) for line in audit])
    assert 3 == ask(root, "status")["canonical"]["records"]
