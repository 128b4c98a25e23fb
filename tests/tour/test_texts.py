"""Is the project's own text taken as its authors wrote it, and is missing text left out?"""

import subprocess
from pathlib import Path

import pytest

from tools.tour.texts import Statement, commits, is_telling, statements

ROOT = Path(__file__).resolve().parents[2]
RECORDS, GUIDE = "docs/adr", "docs/guide"

RECORD = """\
# ADR 0010: Bees

- Status: accepted

## Context
There were **no** bees.

## Decision
Keep bees, as [the page](bees.md) says,
in `hive.py`. Feed them.

- In winter too.
"""
PAGE = """\
# Honey

Honey keeps
for years.

```sh
cortex query "honey"
```

## Jars
These matter:

| jar | size |
|---|---|

1. Glass lasts.
2. Tin does not.
"""


def a_project(root: Path) -> Path:
    """Write a project of three pages."""
    for name, text in (
        (f"{RECORDS}/0010-bees.md", RECORD),
        (f"{RECORDS}/README.md", "# Not a record\n\nPassed over."),
        (f"{GUIDE}/honey.md", PAGE),
        ("changelog.d/42.added.md", "There were no bees.\n\nNow there are.\n"),
        ("changelog.d/README.md", "Passed over too."),
    ):
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return root


def test_every_kind_of_text_becomes_statements(tmp_path: Path) -> None:
    """Titles are kept, Markdown is taken off, code and tables are left out, items stand alone."""
    expected = [
        Statement(
            "Decision 0010: Bees. Keep bees, as the page says, in `hive.py`. Feed them.",
            "decision",
            f"{RECORDS}/0010-bees.md",
        ),
        Statement("Honey: Honey keeps for years.", "note", f"{GUIDE}/honey.md"),
        Statement("Jars: Glass lasts.", "note", f"{GUIDE}/honey.md"),
        Statement("There were no bees.", "note", "changelog.d/42.added.md"),
        Statement("Now there are.", "note", "changelog.d/42.added.md"),
    ]
    assert expected == statements(a_project(tmp_path))


def test_a_folder_without_text_and_history_gives_nothing(tmp_path: Path) -> None:
    """Missing pages and a missing history are no errors."""
    assert [] == statements(tmp_path)


def test_history_is_given_with_its_digests(tmp_path: Path) -> None:
    """A commit that says something is given whole, under its digest; other marks are not."""
    message = "Keep bees in the hive\n\nThey were cold."
    git = ["git", "-C", str(tmp_path), "-c", "user.name=Ada", "-c", "user.email=ada@example.org"]
    subprocess.run([*git, "init", "-q"], check=True)
    for said in ("WIP", message):
        commit = [*git, "commit", "-q", "--allow-empty", "--no-gpg-sign", "-m", said]
        subprocess.run(commit, check=True)
    (found,) = commits(tmp_path)
    assert ("Keep bees in the hive", message) == (found.subject, found.text)
    assert 40 <= len(found.key)
    said = "Commit: Keep bees in the hive. They were cold."
    assert [Statement(said, "note")] == statements(tmp_path)


@pytest.mark.parametrize(
    ("subject", "expected"),
    [
        ("WIP", False),
        ("wip: read text once, for logic and index", False),
        ("Merge branch 'main' of origin into main", False),
        ("Complete the tree", False),
        ("Read text once, for logic and index alike", True),
    ],
)
def test_a_commit_that_says_nothing_is_left_out(subject: str, expected: bool) -> None:
    """Marks of an author are no statements about the project."""
    assert expected is is_telling(subject)


def test_this_project_has_enough_to_show() -> None:
    """Our own pages give the tour its statements, and none is longer than a fact may be."""
    found = statements(ROOT)
    assert 20 < len(found)
    assert {"decision", "note"} == {statement.type for statement in found}
    assert max(len(statement.text) for statement in found) < 4096
