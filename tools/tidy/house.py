"""Which rules are there, and what breaks them in this house?"""

from collections.abc import Iterator
from pathlib import Path

from tools.tidy.purity import impure_call, impure_import, sql_outside_stores
from tools.tidy.remarks import machine_path, sleeping_test, unexplained_ignore, unnumbered_todo
from tools.tidy.shape import (
    long_file,
    long_function,
    missing_module_docstring,
    missing_test_docstring,
    vague_name,
)
from tools.tidy.sources import Finding, Rule, read_sources

RULES: tuple[Rule, ...] = (
    impure_call,
    impure_import,
    long_file,
    long_function,
    machine_path,
    missing_module_docstring,
    missing_test_docstring,
    sleeping_test,
    sql_outside_stores,
    unexplained_ignore,
    unnumbered_todo,
    vague_name,
)


def findings(root: Path) -> Iterator[Finding]:
    """Yield what breaks a rule in the house at ``root``, by path, then rule."""
    for source in read_sources(root):
        for rule in RULES:
            yield from rule(source)
