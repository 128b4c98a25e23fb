"""Has every failure that others reported a test, or a reason why it has none yet?"""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs/reported-failures.md"

# The collection the page speaks of; a number that is missing on the page is noticed.
NUMBERS = [
    *(1, 2, 4, 5, 7, 8, 10, 11, 13, 14, 16, 17, 19, 20, 22, 23, 25, 26, 28, 29, 31, 32, 34, 35, 37),
    *(38, 40, 41, 43, 44, 46, 47, 49, 50, 52, 53, 55, 56, 58, 59, 61, 62, 64, 65, 67, 68, 70, 71),
    *(73, 74, 76, 77, 79, 80, 82, 83, 85, 86, 88, 89, 91, 92, 94, 95, 97, 98, 100, 101, 103, 104),
    *(106, 107, 109, 110, 112, 113, 115, 116, 118, 119, 121, 122, 124, 125, 127, 128, 130, 131),
    *(133, 134, 136, 137, 139, 140, 142, 143, 145, 146),
]
STANDINGS = ("proved", "in part", "later")
WORKS = (
    "observation",
    "vault",
    "dashboard",
    "vectors",
)
ROW = re.compile(r"^\| (\d+) \| (\S+#\d+) \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$", re.MULTILINE)
NAMED = re.compile(r"\b[Cc]ases? (\d+(?:(?:,| and|, and) (?:[Cc]ase )?\d+)*)")


class Row(NamedTuple):
    """One line of the page."""

    number: int
    source: str
    fault: str
    standing: str
    where: str

    @property
    def files(self) -> list[str]:
        """Give the test files the row names, below tests."""
        return re.findall(r"`([\w/]+\.py)`", self.where)


def rows() -> list[Row]:
    """Give the lines of the page, in page order."""
    found = ROW.findall(PAGE.read_text(encoding="utf-8"))
    return [Row(int(number), *map(str.strip, others)) for number, *others in found]


def numbers_in(docstring: str) -> Iterator[int]:
    """Yield the cases a docstring names: "case 8, case 11", "cases 61 and 62"."""
    for listed in NAMED.findall(" ".join(docstring.split())):
        yield from map(int, re.findall(r"\d+", listed))


def cases_tested() -> dict[int, set[str]]:
    """Give the files, below tests, that have a test for each case."""
    found: dict[int, set[str]] = defaultdict(set)
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        if path == Path(__file__).resolve():
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for number in numbers_in(ast.get_docstring(node) or ""):
                    found[number].add(path.relative_to(ROOT / "tests").as_posix())
    return found


TESTS = cases_tested()


def test_every_case_has_one_row() -> None:
    """Each number of the collection stands on the page once, and no other does."""
    assert NUMBERS == sorted(row.number for row in rows())


@pytest.mark.parametrize("row", rows(), ids=lambda row: f"case-{row.number}")
def test_row_is_true(row: Row) -> None:
    """What a row claims is there: each file it names has a test that names the case.

    What is not proved says which work will have to.
    """
    assert row.standing in STANDINGS
    assert [] == [name for name in row.files if not (ROOT / "tests" / name).exists()]
    claimed = {name for name in row.files if row.standing != "later"}
    assert set() == claimed - TESTS.get(row.number, set())
    assert (row.standing != "later") == bool(claimed)
    assert (row.standing == "later") == (row.number not in TESTS)
    if row.standing != "proved":
        assert [work for work in WORKS if work in row.where]


def test_no_test_names_an_unknown_case() -> None:
    """A case that a docstring names is one of the collection."""
    assert set() == set(TESTS) - set(NUMBERS)


def test_works_on_the_page_are_known() -> None:
    """The page explains each work that a row waits for, and no work that is done."""
    opening = PAGE.read_text(encoding="utf-8").partition("\n## ")[0]
    assert set(WORKS) == set(re.findall(r"\*\*([a-z ]+)\*\*", opening.replace("\n", " ")))
    waiting = "".join(row.where for row in rows() if row.standing != "proved")
    assert [] == [work for work in WORKS if work not in waiting]


@pytest.mark.parametrize(
    ("docstring", "expected"),
    [
        ("A rule (case 61).", [61]),
        ("Cases 61 and 62: a rule.", [61, 62]),
        ("A rule (cases 61, 62,\n    65).", [61, 62, 65]),
        ("case 8, case 11", [8, 11]),
        ("No number in this case.", []),
    ],
)
def test_cases_are_read_from_docstrings(docstring: str, expected: list[int]) -> None:
    """The forms that tests use are understood, over line ends too."""
    assert expected == list(numbers_in(docstring))
