"""Is each contract of Clock-Quorum Recall named by a test, so that a reader finds its proof?"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parents[1]
CONTRACTS = {"A": 20, "B": 8, "C": 11, "D": 6, "E": 9, "F": 23, "G": 15, "H": 16, "I": 11}
"""Number of contracts in each group, counted from 1."""

SINGLE = {"C14"}
"""Contracts beside the counted ones of their group."""

NAMED = re.compile(r"\bCQR ([A-I]\d+(?:(?:, | and |, and )(?:CQR )?[A-I]\d+)*)")


def docstrings() -> Iterator[str]:
    """Yield what the tests say they prove."""
    for path in sorted(TESTS.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                yield " ".join((ast.get_docstring(node) or "").split())


FOUND = {name for text in docstrings() for each in NAMED.findall(text) for name in each.split()}
PROVED = {name.strip(",") for name in FOUND}


@pytest.mark.parametrize("group", CONTRACTS)
def test_each_contract_is_named_by_a_test(group: str) -> None:
    """A contract stands in the docstring of at least one test, as ``CQR A1``."""
    expected = {f"{group}{number}" for number in range(1, CONTRACTS[group] + 1)}
    assert set() == expected - PROVED


def test_single_contracts_are_named() -> None:
    """So does each contract beside those that are counted."""
    assert set() == SINGLE - PROVED
