"""Which pages are generated, and which of them no longer match the code?"""

from collections.abc import Callable
from pathlib import Path

from tools.reference import cli, decisions, environment, errors, formats, limits, mcp

PAGES: dict[str, Callable[[Path], str]] = {
    "docs/adr/README.md": decisions.render,
    "docs/formats/README.md": formats.render,
    "docs/reference/cli.md": lambda _root: cli.render(),
    "docs/reference/environment.md": lambda _root: environment.render(),
    "docs/reference/errors.md": lambda _root: errors.render(),
    "docs/reference/limits.md": limits.render,
    "docs/reference/mcp.md": lambda _root: mcp.render(),
}


def write_pages(root: Path) -> list[str]:
    """Make each page below ``root`` match the code; return the paths that did not, sorted."""
    stale = stale_pages(root)
    for name in stale:
        path = root / name
        if name in PAGES:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(PAGES[name](root), encoding="utf-8")
        else:
            path.unlink()
    return stale


def stale_pages(root: Path) -> list[str]:
    """Return the paths of the pages that are missing, outdated or made no longer; sorted."""
    outdated = {name for name, render in PAGES.items() if _read(root / name) != render(root)}
    found = {f"docs/reference/{path.name}" for path in (root / "docs/reference").glob("*.md")}
    return sorted(outdated | (found - set(PAGES)))


def _read(path: Path) -> str | None:
    return path.read_text(encoding="utf-8") if path.exists() else None
