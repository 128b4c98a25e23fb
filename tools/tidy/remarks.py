"""Does each remark in the margin give its reason? Ignores, to-dos, naps and machine paths."""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

from tools.tidy.sources import Finding, Source

IGNORE = re.compile(
    r"#\s*(type:\s*ignore|noqa)\b(?P<codes>\[[\w, -]+\]|:\s*[A-Z]+\d+(,\s*[A-Z]+\d+)*)?"
)
TODO = re.compile(r"\b(TODO|FIXME|XXX|HACK)\b")
ISSUE_NUMBER = re.compile(r"#\d+")
REASON_LETTERS_MIN = 8


def unexplained_ignore(source: Source) -> Iterator[Finding]:
    """Find each silenced check without its code and, beside it, its reason."""
    for line, comment in _comments(source):
        match = IGNORE.search(comment)
        if match is None:
            continue
        if not match["codes"]:
            yield Finding(source.path, line, "an ignore names its code")
        elif not _is_explained(source, line, IGNORE.sub("", comment)):
            yield Finding(source.path, line, "an ignore gives its reason, beside, above or below")


def _is_explained(source: Source, line: int, rest: str) -> bool:
    """Return whether words stand after the ignore, or a comment stands right above or below it."""
    around = [source.lines[at].strip() for at in (line - 2, line) if 0 <= at < len(source.lines)]
    remarks = [rest, *(text for text in around if text.startswith("#"))]
    return any(_letters(IGNORE.sub("", text)) >= REASON_LETTERS_MIN for text in remarks)


def unnumbered_todo(source: Source) -> Iterator[Finding]:
    """Find each to-do that names no issue."""
    for line, comment in _comments(source):
        if TODO.search(comment) and not ISSUE_NUMBER.search(comment):
            yield Finding(source.path, line, "a to-do names its issue (#12), or is done now")


def sleeping_test(source: Source) -> Iterator[Finding]:
    """Find each test that waits by the clock; wait for the event instead."""
    if not source.is_test:
        return
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func) in {"time.sleep", "sleep"}:
            yield Finding(source.path, node.lineno, "a test does not sleep; wait for what happens")


def machine_path(source: Source) -> Iterator[Finding]:
    """Find the folder this copy of the house stands in: no other machine has it."""
    here = str(Path(__file__).resolve().parents[2])
    for number, text in enumerate(source.lines, 1):
        if here in text:
            yield Finding(source.path, number, "a path of this machine; derive it or ask for it")


def _comments(source: Source) -> Iterator[tuple[int, str]]:
    for token in tokenize.generate_tokens(io.StringIO(source.text).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string


def _letters(text: str) -> int:
    return sum(character.isalpha() for character in text)
