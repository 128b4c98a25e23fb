"""Which real text ships with the project? Decisions, guide sections, release notes, git history."""

import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

COMMITS_MAX = 30
"""Newest commits that are read: a history may be long, and a tour is short."""

WORDS_MIN = 4
"""Words of a commit's subject that says something; shorter ones are "WIP" and "Fix typo"."""

_UNFINISHED = re.compile(r"(?i)^(?:wip|fixup|squash|merge|tmp|temp|todo)\b")
_LINK = re.compile(r"\[([^\]]+)\]\([^)]+\)")
_EMPHASIS = re.compile(r"\*\*([^*]+)\*\*")
_HEADING = re.compile(r"^#+ (?P<title>.+)$")
_BULLET = re.compile(r"^(?:-|\d+\.) ")
_NO_PROSE = ("|", "```", "    ", "#")


@dataclass(frozen=True, slots=True)
class Statement:
    """Something worth keeping, as its author wrote it, and the file it stands in (or nothing)."""

    text: str
    type: str
    path: str = ""


@dataclass(frozen=True, slots=True)
class Commit:
    """An entry of the project's history: its digest, its subject and its whole message."""

    key: str
    subject: str
    text: str


def statements(root: Path) -> list[Statement]:
    """Give everything the project says about itself; what is missing is left out.

    What was written to be read comes first, the history last.
    """
    return [
        *_decisions(root),
        *_guide(root),
        *_release_notes(root),
        *_commits(root),
    ]


def _decisions(root: Path) -> Iterator[Statement]:
    """Yield each decision record: its title with the first paragraph of what was decided."""
    for path in sorted((root / "docs/adr").glob("[0-9]*.md")):
        sections = _sections(path)
        title = next(iter(sections)).replace("ADR ", "Decision ", 1)
        decided = sections.get("Decision")
        if decided:
            yield Statement(f"{title}. {decided[0]}", "decision", _relative(path, root))


def _guide(root: Path) -> Iterator[Statement]:
    """Yield the first paragraph under each heading of the guide."""
    for path in sorted((root / "docs/guide").glob("*.md")):
        for title, paragraphs in _sections(path).items():
            if paragraphs:
                yield Statement(f"{title}: {paragraphs[0]}", "note", _relative(path, root))


def _release_notes(root: Path) -> Iterator[Statement]:
    for path in sorted((root / "changelog.d").glob("*.*.md")):
        for paragraphs in _sections(path).values():
            for paragraph in paragraphs:
                yield Statement(paragraph, "note", _relative(path, root))


def commits(root: Path) -> list[Commit]:
    """Give the newest commits that say something; none where there is no history."""
    git = shutil.which("git")
    if git is None or not (root / ".git").exists():
        return []
    done = subprocess.run(
        [git, "-C", str(root), "log", f"--max-count={COMMITS_MAX}", "--format=%H%n%B%x00"],
        capture_output=True,
        check=False,
    )
    found = []
    for told in done.stdout.decode("utf-8", "replace").split("\0"):
        key, _, message = told.strip().partition("\n")
        subject = message.partition("\n")[0]
        if is_telling(subject):
            found.append(Commit(key, subject, message.strip()))
    return found


def _commits(root: Path) -> Iterator[Statement]:
    """Yield subject and first paragraph of the newest commits that say something."""
    for commit in commits(root):
        parts = [" ".join(part.split()) for part in commit.text.split("\n\n")]
        said = ". ".join(part.rstrip(".") for part in parts[:2] if part)
        yield Statement(f"Commit: {said}.", "note")


def is_telling(subject: str) -> bool:
    """Tell whether a commit's subject says what was done, and is not only a mark of its author."""
    return len(subject.split()) >= WORDS_MIN and not _UNFINISHED.match(subject)


def _sections(path: Path) -> dict[str, list[str]]:
    """Give the paragraphs of prose and the list items under each heading, in order."""
    title = ""
    sections: dict[str, list[str]] = {title: []}
    for block in path.read_text(encoding="utf-8").split("\n\n"):
        lines = block.strip("\n").split("\n")
        heading = _HEADING.match(lines[0])
        if heading is not None:
            title = _plain(heading["title"])
            sections.setdefault(title, [])
            lines = lines[1:]
        if lines and lines[0] and not lines[0].startswith(_NO_PROSE):
            sections[title].extend(_paragraphs(lines))
    if not sections[""]:
        del sections[""]
    return sections


def _paragraphs(lines: list[str]) -> Iterator[str]:
    """Yield a block as it is, or each item when it is a list."""
    gathered: list[str] = []
    for line in lines:
        if _BULLET.match(line) and gathered:
            yield _plain(" ".join(gathered))
            gathered = []
        gathered.append(_BULLET.sub("", line).strip())
    if not lines[-1].endswith(":"):  # It introduces what follows and says nothing alone.
        yield _plain(" ".join(gathered))


def _plain(text: str) -> str:
    """Take Markdown's links and emphasis off; names in backticks keep them."""
    return _EMPHASIS.sub(r"\1", _LINK.sub(r"\1", text)).strip()


def _relative(path: Path, root: Path) -> str:
    return path.relative_to(root).as_posix()
