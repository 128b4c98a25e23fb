"""Which decisions were made? ``docs/adr/README.md``, from the titles of the records beside it."""

import re
from pathlib import Path

from tools.reference.markdown import Incomplete, page, table

NAME = re.compile(r"(?P<number>\d{4})-[a-z0-9-]+\.md")
TITLE = re.compile(r"# ADR (?P<number>\d{4}): (?P<title>.+)")
STATUS = re.compile(r"^- Status: (?P<status>.+)$", re.MULTILINE)

INTRODUCTION = """\
An architecture decision record keeps the reason of a choice that would surprise its next reader:
the context, the decision, the alternatives and the consequences, in about a page. An accepted
record is not rewritten; a new one replaces it and says so in its status."""


def render(root: Path) -> str:
    """Return the index by number. Raises Incomplete for a record that misses title or status."""
    rows: list[tuple[str, str, str]] = []
    missing: list[str] = []
    for path in sorted((root / "docs/adr").glob("*.md")):
        if path.name == "README.md":
            continue
        text = path.read_text(encoding="utf-8")
        name, title, status = NAME.fullmatch(path.name), TITLE.match(text), STATUS.search(text)
        if name is None or title is None or status is None or name["number"] != title["number"]:
            missing.append(f"{path.name}: needs '# ADR NNNN: Title' and '- Status: ...'")
            continue
        rows.append((title["number"], f"[{title['title']}]({path.name})", status["status"]))
    if missing:
        raise Incomplete(missing)
    blocks = [INTRODUCTION, table(("number", "decision", "status"), rows)]
    return page("Decisions", "the records in this folder", blocks)
