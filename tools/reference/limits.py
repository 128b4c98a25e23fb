"""How large may things get? ``docs/reference/limits.md``, from ``cortex.model.limits``.

Read as source, because the reasons stand beside the numbers and not in them.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tools.reference.markdown import Incomplete, code, page, table

HEADING = re.compile(r"#\s*-+\s*(?P<title>[a-z ]+?)\s*-+\s*$")


def render(root: Path) -> str:
    """Return the page. Raises Incomplete for a limit without a reason."""
    path = root / "src/cortex/model/limits.py"
    source = path.read_text(encoding="utf-8")
    blocks = [
        "Every cap in the program. What is over a limit is refused with a remedy, or counted and "
        "reported as left out; nothing is cut silently."
    ]
    missing: list[str] = []
    rows: list[tuple[str, str, str]] = []
    entries = sorted([*_headings(source), *_limits(source)])
    for line, name, value, reason in entries:
        if not value:
            blocks.append(_table(rows))
            blocks.append(f"## {name.capitalize()}")
            rows = []
        elif not reason:
            missing.append(f"limits.py:{line}: {name} has no reason")
        else:
            rows.append((code(name), value, reason))
    if missing:
        raise Incomplete(missing)
    return page("Limits", "`src/cortex/model/limits.py`", [*blocks, _table(rows)])


def _table(rows: list[tuple[str, str, str]]) -> str:
    return table(("limit", "value", "unit and reason"), rows) if rows else ""


def _headings(source: str) -> Iterator[tuple[int, str, str, str]]:
    for number, line in enumerate(source.splitlines(), 1):
        match = HEADING.match(line)
        if match:
            yield number, match["title"], "", ""


def _limits(source: str) -> Iterator[tuple[int, str, str, str]]:
    """Yield line, name, value and reason of each constant.

    The reason is the string below the constant, or the comment above it. Constants that follow each
    other with nothing between them share the string below the last.
    """
    lines = source.splitlines()
    waiting: list[tuple[int, str, str]] = []
    for node in ast.parse(source).body:
        if isinstance(node, ast.Assign | ast.AnnAssign):
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            if node.value is None or not ast.unparse(target).isupper():
                continue
            entry = (node.lineno, ast.unparse(target), ast.unparse(node.value))
            comment = _comment_above(lines, node.lineno)
            if comment:
                yield (*entry, comment)
            else:
                waiting.append(entry)
        elif _is_text(node):
            text = ast.literal_eval(ast.unparse(node))
            yield from ((*entry, text) for entry in waiting)
            waiting = []
    yield from ((*entry, "") for entry in waiting)


def _comment_above(lines: list[str], line: int) -> str:
    collected: list[str] = []
    for text in reversed(lines[: line - 1]):
        if not text.startswith("#") or HEADING.match(text):
            break
        collected.insert(0, text.lstrip("# "))
    return " ".join(collected)


def _is_text(node: ast.stmt) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )
