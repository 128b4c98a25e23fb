"""Which format pages are there? The list at the end of ``docs/formats/README.md``."""

import re
from pathlib import Path

from tools.reference.markdown import Incomplete

BEGIN = "<!-- The pages in this folder, listed by `make docs`. -->\n"
TITLE = re.compile(r"# (?P<title>.+)\n")


def render(root: Path) -> str:
    """Return the front page with its list of pages; what stands above the list is kept.

    Raises Incomplete for a page without a title, or a front page that lost its mark.
    """
    folder = root / "docs/formats"
    prose, mark, _ = (folder / "README.md").read_text(encoding="utf-8").partition(BEGIN)
    missing = [] if mark else [f"docs/formats/README.md lacks the line {BEGIN.strip()}"]
    entries = []
    for path in sorted(folder.glob("*.md")):
        title = TITLE.match(path.read_text(encoding="utf-8"))
        if title is None:
            missing.append(f"docs/formats/{path.name} does not begin with a title")
        elif path.name != "README.md":
            entries.append(f"- [{title['title']}]({path.name})")
    if missing:
        raise Incomplete(missing)
    return f"{prose}{mark}\n" + "\n".join(entries) + "\n"
