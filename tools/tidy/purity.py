"""Do the pure layers stay pure, and does each effect stay in its one home?

import-linter denies by name; the standard library keeps growing doors. So the pure layers get a
list of what they may import, and everything else is refused.
"""

import ast
import re
from collections.abc import Iterator

from tools.tidy.sources import Finding, Source

PURE_LAYERS = frozenset({"core", "hosts", "model", "ports", "wire"})
PURE_IMPORTS = (
    frozenset({"__future__", "bisect", "collections", "contextlib", "cortex", "dataclasses"})
    | frozenset(
        {"datetime", "decimal", "enum", "fractions", "functools", "hashlib", "heapq", "hmac"}
    )
    | frozenset({"itertools", "json", "math", "operator", "re", "string", "textwrap", "typing"})
    | frozenset({"array", "difflib", "shlex", "struct", "tomllib", "unicodedata", "zlib"})
    | frozenset({"_collections", "_datetime", "_functools", "_json"})
)
# Digests and stems are pure too, but one package owns them, so that they can be changed in one.
TEXT_IMPORTS = frozenset({"Stemmer", "blake3"})
TEXT_PACKAGE = ("core", "text")
# `hash` differs between two runs of Python for the same text; `id` is an address.
IMPURE_CALLS = frozenset({"__import__", "eval", "exec", "hash", "id", "input", "open", "print"})
# The one module that makes functions of its own text, as the library's named tuples do (ADR 0175).
MAKES_FUNCTIONS = ("model", "lean_classes.py")
SQL = re.compile(
    r"\s*(SELECT\s|INSERT\s+(OR\s+\w+\s+)?INTO\s|UPDATE\s+\w+\s+SET\s|DELETE\s+FROM\s)"
)
SQL_FOLDERS = frozenset({"stores"})


def impure_import(source: Source) -> Iterator[Finding]:
    """Find each import in a pure layer that is not on the list."""
    if not _is_pure(source):
        return
    allowed = PURE_IMPORTS
    if source.package[:2] == TEXT_PACKAGE:
        allowed |= TEXT_IMPORTS
    for line, module in _imported_modules(source.tree):
        if module.split(".")[0] not in allowed:
            yield Finding(source.path, line, f"{module} is not on the pure layers' import list")


def _imported_modules(tree: ast.Module) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            yield node.lineno, node.module or "."
        elif isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)


def impure_call(source: Source) -> Iterator[Finding]:
    """Find each call of a built-in with an effect, or an unstable answer, in a pure layer."""
    if not _is_pure(source):
        return
    impure = IMPURE_CALLS
    if (*source.package, source.path.name) == MAKES_FUNCTIONS:
        impure -= {"eval"}
    exempt = _calls_inside_hash_methods(source.tree)
    for node in ast.walk(source.tree):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id in impure
            and node not in exempt
        ):
            message = f"{node.func.id}() has an effect or an unstable answer; pure layers have none"
            yield Finding(source.path, node.lineno, message)


def _calls_inside_hash_methods(tree: ast.Module) -> set[ast.AST]:
    """Collect what ``__hash__`` methods contain: there ``hash`` is the point."""
    return {
        inner
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and node.name == "__hash__"
        for inner in ast.walk(node)
    }


def sql_outside_stores(source: Source) -> Iterator[Finding]:
    """Find SQL away from the store that runs it."""
    if not source.is_shipped or SQL_FOLDERS.intersection(source.package[:1]):
        return
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and SQL.match(node.value):
            yield Finding(source.path, node.lineno, "SQL lives beside the store that runs it")


def _is_pure(source: Source) -> bool:
    return bool(source.package) and source.package[0] in PURE_LAYERS
