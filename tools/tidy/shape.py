"""Is the room small, named for its noun, and introduced by its docstring?"""

import ast
from collections.abc import Iterator

from tools.tidy.sources import Finding, Source

FILE_LINES_MAX = 400
FUNCTION_LINES_MAX = 60  # Body only: a long docstring does not make a long function.
VAGUE_NAMES = frozenset({"base", "common", "core_utils", "helper", "helpers"}) | frozenset(
    {"manager", "managers", "misc", "shared", "stuff", "util", "utils"}
)
FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef


def long_file(source: Source) -> Iterator[Finding]:
    """Find a file past the limit; it holds more than one noun."""
    count = len(source.lines)
    if count > FILE_LINES_MAX:
        message = f"{count} lines, the limit is {FILE_LINES_MAX}; split it by noun"
        yield Finding(source.path, 1, message)


def long_function(source: Source) -> Iterator[Finding]:
    """Find each function whose body is past the limit."""
    for node in ast.walk(source.tree):
        if isinstance(node, FunctionNode):
            count = _body_lines(node)
            if count > FUNCTION_LINES_MAX:
                message = f"{node.name}: {count} lines, the limit is {FUNCTION_LINES_MAX}"
                yield Finding(source.path, node.lineno, message)


def _body_lines(node: FunctionNode) -> int:
    """Count the lines of a function without its signature and its docstring."""
    body = node.body[1:] if ast.get_docstring(node, clean=False) is not None else node.body
    if not body:
        return 0
    return (body[-1].end_lineno or body[-1].lineno) - body[0].lineno + 1


def vague_name(source: Source) -> Iterator[Finding]:
    """Find a file or folder named for nothing in particular."""
    for part in (*source.path.parent.parts, source.path.stem):
        if part in VAGUE_NAMES:
            yield Finding(source.path, 1, f"'{part}' names nothing; name the noun inside")


def missing_module_docstring(source: Source) -> Iterator[Finding]:
    """Find a module that does not open with the question it answers."""
    if source.text.strip() and not ast.get_docstring(source.tree):
        yield Finding(source.path, 1, "no module docstring; open with the question it answers")


def missing_test_docstring(source: Source) -> Iterator[Finding]:
    """Find a test that does not state the rule it proves."""
    if not source.is_test:
        return
    for node in ast.walk(source.tree):
        if (
            isinstance(node, FunctionNode)
            and node.name.startswith("test_")
            and not ast.get_docstring(node)
        ):
            message = f"{node.name}: no docstring; state the rule this test proves"
            yield Finding(source.path, node.lineno, message)
