"""Is each case of the vault contract named by a test, so that a reader finds its proof?"""

import re

import pytest

from tests.docs.test_named_contracts import docstrings

CASES = {
    "A": (1, 2, 3, 5, 6, 7, 9, 10, 11, 13, 14, 15, 17, 18, 19, 21),
    "B": (1, 2, 3, 5, 6, 7, 9, 10, 11, 13, 14, 15, 17, 18, 19, 21, 22, 23),
    "C": (1, 2, 3),
    "D": (1, 2, 3, 5, 6, 7, 9, 10, 11, 13, 14, 15, 17, 18, 19, 21, 22, 23, 25, 26),
    "E": (1, 2, 3, 5, 6, 7, 9, 10, 11, 13, 14, 15, 17),
    "F": (1, 2, 3, 5, 6, 7, 9, 10, 11, 13, 14, 15, 17, 18, 19, 21, 22, 23, 25, 26, 27),
    "G": (1, 2, 3, 5, 6),
    "H": (1, 2, 3, 5, 6, 7, 9, 10, 11, 13, 14, 15),
    "I": (1, 2, 3, 5, 6, 7, 9, 10, 11, 13),
    "J": (1, 2, 3, 5, 6, 7, 9, 10, 11),
    "K": (1, 2, 3, 5, 6, 7, 9, 10),
    "L": (1, 2, 3, 5, 6, 7, 9, 10),
    "M": (1, 2, 3, 5, 6, 7, 9, 10, 11, 13, 14, 15, 17, 18, 19, 21, 22, 23, 25, 26),
    "N": (1, 2, 3, 5, 6, 7),
    "O": (1, 2, 3),
    "Q": (1, 2, 3, 5, 6, 7, 9, 10, 11, 13, 14, 15),
}
"""Numbers of the cases in each group, as the list of cases gives them."""

NAMED = re.compile(r"\bVault ([A-Q]\d+(?:, [A-Q]\d+)*)")

PROVED = {
    name for text in docstrings() for each in NAMED.findall(text) for name in each.split(", ")
}


@pytest.mark.parametrize("group", CASES)
def test_each_case_is_named_by_a_test(group: str) -> None:
    """A case stands in the docstring of at least one test, as ``Vault A2``."""
    assert set() == {f"{group}{number}" for number in CASES[group]} - PROVED


@pytest.mark.parametrize("group", CASES)
def test_no_test_names_a_case_there_is_not(group: str) -> None:
    """A number that is in no list is a slip of the pen."""
    named = {name for name in PROVED if name.startswith(group)}
    assert set() == named - {f"{group}{number}" for number in CASES[group]}
