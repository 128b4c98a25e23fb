"""Which decisions does the history of a repository state?

Of a commit the lines that call themselves a decision; of a decision record (``docs/adr``,
``doc/adr``, ``adr``, ``docs/decisions``) its title and what it decides. Source: ADR 0096.
"""

import re
from collections.abc import Iterator

from cortex.core.imports.dates import instant_us
from cortex.core.imports.front_matter import front_matter
from cortex.core.imports.pieces import pieces
from cortex.model.imports import Item, Skipped
from cortex.model.lean_classes import NamedTuple
from cortex.model.limits import FACT_CONTEXT_CHARS_MAX

_LABEL = re.compile(
    r"^(decision|decided|constraint|convention|breaking[ -]change)\s*:\s*(.+)$", re.IGNORECASE
)
_TYPES = {"constraint": "constraint", "convention": "convention"}
_RECORD_PATH = re.compile(r"(^|/)(adr|adrs|decisions)/[^/]+\.md$", re.IGNORECASE)
_SECTION = re.compile(r"^#{2,6}\s+(.*?)\s*$", re.MULTILINE)
_TITLE = re.compile(
    r"^#\s+(?:(?:ADR[- ]?)?\d+\s*[.:–-]\s*)?(.+?)\s*$", re.MULTILINE | re.IGNORECASE
)
_STATUS = re.compile(r"^(?:[-*]\s*)?\**status\**\s*:\s*\**\s*(.+)$", re.IGNORECASE | re.MULTILINE)
_DATE = re.compile(
    r"^(?:[-*]\s*)?\**date\**\s*:\s*\**\s*(\d{4}-\d{2}-\d{2})", re.IGNORECASE | re.MULTILINE
)
_WITHDRAWN = ("superseded", "deprecated", "rejected", "withdrawn", "replaced")


class Commit(NamedTuple):
    """One commit as ``git log`` gives it."""

    commit_id: str
    said_us: int
    subject: str
    body: str


def commit_items(commit: Commit) -> Iterator[Item | Skipped]:
    """Give the lines of a commit's message that call themselves a decision."""
    short = commit.commit_id[:12]
    lines = commit.body.split("\n")
    at = 0
    while at < len(lines):
        found = _LABEL.match(lines[at].strip())
        at += 1
        if found is None:
            continue
        said = [found[2].strip()]
        while at < len(lines) and lines[at].strip() and not _LABEL.match(lines[at].strip()):
            if re.match(r"^[A-Z][A-Za-z-]+: ", lines[at]):
                break  # A trailer such as Signed-off-by.
            said.append(lines[at].strip())
            at += 1
        for part, piece in enumerate(pieces(" ".join(said))):
            yield Item(
                text=piece,
                locator=f"commit {short}",
                group=f"commit\0{commit.commit_id}",
                key=f"commit\0{commit.commit_id}\0{at}\0{part}",
                type=_TYPES.get(found[1].lower(), "decision"),
                context=f"commit {short}: {commit.subject}"[:FACT_CONTEXT_CHARS_MAX],
                said_us=commit.said_us,
            )


def is_decision_record(path: str) -> bool:
    """Tell whether a file of a repository is a decision record by its place and name."""
    name = path.rpartition("/")[2].lower()
    is_listing = name in ("readme.md", "index.md", "template.md", "0000-template.md")
    return bool(_RECORD_PATH.search(path)) and not is_listing


def record_items(text: str, path: str) -> Iterator[Item | Skipped]:
    """Give a decision record as one statement: what it is called, and what it decides."""
    lines = text.split("\n")
    head = front_matter(lines)
    body = "\n".join(lines[head.lines :])
    title = _TITLE.search(body)
    sections = _sections(body)
    status = head.values.get("status") or _first(_STATUS, body) or sections.get("status", "")
    if status.strip().lower().startswith(_WITHDRAWN):
        yield Skipped(path, "a decision record that no longer holds")
        return
    decided = next((text for name, text in sections.items() if name.startswith("decision")), "")
    if title is None or not decided:
        yield Skipped(path, "a decision record without a title or a decision")
        return
    why = next((text for name, text in sections.items() if name.startswith("context")), "")
    dated = head.values.get("date") or _first(_DATE, body)
    for at, piece in enumerate(pieces(f"{title[1]}: {decided}")):
        yield Item(
            text=piece,
            locator=path,
            group=path,
            key=f"record\0{path}\0{at}",
            type="decision",
            context=next(pieces(why, FACT_CONTEXT_CHARS_MAX), None) if at == 0 else None,
            said_us=instant_us(dated) if dated else None,
        )


def _first(pattern: re.Pattern[str], text: str) -> str:
    found = pattern.search(text)
    return found[1] if found else ""


def _sections(body: str) -> dict[str, str]:
    """Give the text below each heading of the second level or deeper, by its lower-case name."""
    parts = _SECTION.split(body)
    return {
        name.strip().lower(): text.strip()
        for name, text in zip(parts[1::2], parts[2::2], strict=True)
    }
