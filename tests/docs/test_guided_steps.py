"""Does a newcomer who types what the guide says see what the guide says?

The pages are typed in order into one shell in a fresh home: every ``sh`` block, and below it the
``text`` block with what must be seen. A line of it has to be in the output of its block, after the
line before; ``...`` stands for anything.
"""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PATHS = {
    "a seat": (
        "docs/guide/seat.md",
        "docs/guide/seat-memory.md",
        "docs/guide/seat-records.md",
        "docs/guide/asking.md",
        "docs/guide/moving-a-seat.md",
    ),
    "several seats": ("docs/guide/seat-bus.md",),
}
"""What a newcomer learns -> the pages that are followed, in order."""

FENCE = re.compile(r"^```(?P<kind>\w*)\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)
MARK = "@@step"
STATUS = re.compile(r"^# exits (\d+)$", re.MULTILINE)
WORDS = "..."


@dataclass
class Step:
    """One block that is typed: where it stands, what must be seen, and how it must end."""

    where: str
    typed: str
    seen: list[str] = field(default_factory=list)

    @property
    def status(self) -> int:
        """Give the exit status of its last command: 0, unless a comment says another."""
        found = STATUS.search(self.typed)
        return int(found[1]) if found else 0


def steps_of(page: str, text: str) -> Iterator[Step]:
    """Yield the blocks of a page that are typed, each with what must be seen."""
    step = None
    for match in FENCE.finditer(text):
        line = text.count("\n", 0, match.start()) + 1
        if step is not None and match["kind"] == "text":
            step.seen = [each.strip() for each in match["body"].splitlines() if each.strip()]
        if step is not None:
            yield step
        step = Step(f"{page}:{line}", match["body"]) if match["kind"] == "sh" else None
    if step is not None:
        yield step


def complaint(step: Step, output: str, status: int) -> str:
    """Give what of a step is not as the page says, or an empty text."""
    at = 0
    text = " ".join(output.split())
    for line in step.seen:
        for part in line.split(WORDS):
            piece = " ".join(part.split())
            found = text.find(piece, at)
            if found < 0:
                return f"{step.where}: '{piece}' of '{line}' is not seen in:\n{output}"
            at = found + len(piece)
    return "" if status == step.status else f"{step.where}: exits {status}:\n{output}"


def typed(steps: list[Step], home: Path) -> list[tuple[str, int]]:
    """Type the steps into one shell; gives (output, exit status) of each that was reached."""
    script = "".join(f"{step.typed}\nprintf '\\n{MARK} %d\\n' $?\n" for step in steps)
    ended = subprocess.run(
        ["bash", "-s"],
        input=script,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
        cwd=home,
        env={"HOME": str(home), "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"},
        encoding="utf-8",
        timeout=240,
    )
    parts = re.split(rf"^{MARK} (\d+)$", ended.stdout, flags=re.MULTILINE)
    return [(parts[at], int(parts[at + 1])) for at in range(0, len(parts) - 1, 2)]


@pytest.mark.slow
@pytest.mark.parametrize("path", PATHS)
def test_guide_shows_what_is_seen(path: str, tmp_path: Path) -> None:
    """Every command of the path works in a fresh home, and its output is as the page shows it."""
    steps = [
        step
        for page in PATHS[path]
        for step in steps_of(page, (ROOT / page).read_text(encoding="utf-8"))
    ]
    outputs = typed(steps, tmp_path)
    complaints = [complaint(step, *output) for step, output in zip(steps, outputs, strict=True)]
    assert "" == "\n\n".join(filter(None, complaints))


def test_a_step_that_shows_something_else_is_noticed(tmp_path: Path) -> None:
    """The check itself can fail: missing words, a wrong order, and an unexpected status."""
    page = "```sh\necho one two three; echo four\n```\n```text\none ... three\nfour\n```\n"
    page += "```sh\nfalse\n```\n```sh\nfalse\n# exits 1\n```\n```sh\necho a\n```\n```text\nb\n```\n"
    page += "```sh\necho x; echo y\n```\n```text\ny\nx\n```\n```json\n{}\n```\n"
    steps = list(steps_of("page", page))
    outputs = typed(steps, tmp_path)
    said = [complaint(step, *output) for step, output in zip(steps, outputs, strict=True)]
    assert [False, True, False, True, True] == [bool(one) for one in said]
