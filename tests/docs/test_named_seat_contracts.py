"""Is each acceptance test and each check of the doctor of a seat named by a test that proves it?"""

import re

import pytest

from tests.docs.test_named_contracts import docstrings

ACCEPTANCE = 18
"""Acceptance tests of the seat kit, ``Seat T1`` to ``Seat T18``."""

CHECKS = 18
"""Checks of a seat's doctor, ``Doctor D1`` to ``Doctor D18``."""

TESTS_MIN = 2
"""Tests that name a check: that it passes, and that it fails or warns."""

NAMED = re.compile(r"\b(Seat T|Doctor D)(\d+(?:(?:, | and |, and )[TD]?\d+)*)")

FOUND = [
    f"{sort}{number}"
    for text in docstrings()
    for sort, numbers in NAMED.findall(text)
    for number in re.findall(r"\d+", numbers)
]


@pytest.mark.parametrize("number", range(1, ACCEPTANCE + 1))
def test_each_acceptance_is_named_by_a_test(number: int) -> None:
    """It stands in the docstring of at least one test, as ``Seat T1``."""
    assert f"Seat T{number}" in FOUND


@pytest.mark.parametrize("number", range(1, CHECKS + 1))
def test_each_check_is_named_by_its_tests(number: int) -> None:
    """It stands in the docstrings of at least two tests, as ``Doctor D1``."""
    assert FOUND.count(f"Doctor D{number}") >= TESTS_MIN
