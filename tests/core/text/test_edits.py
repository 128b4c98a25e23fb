"""Is one slip a slip, and are two or a short word's none?"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cortex.core.text.edits import is_one_slip


def distance(a: str, b: str) -> int:
    """Compute the textbook optimal string alignment distance, to compare with."""
    rows = [[i + j if 0 in {i, j} else 0 for j in range(len(b) + 1)] for i in range(len(a) + 1)]
    for i in range(1, len(a) + 1):
        for j in range(1, len(b) + 1):
            cost = a[i - 1] != b[j - 1]
            rows[i][j] = min(rows[i - 1][j] + 1, rows[i][j - 1] + 1, rows[i - 1][j - 1] + cost)
            if i > 1 and j > 1 and (a[i - 1], a[i - 2]) == (b[j - 2], b[j - 1]):
                rows[i][j] = min(rows[i][j], rows[i - 2][j - 2] + 1)
    return rows[-1][-1]


words = st.text("abc", max_size=7)


@given(words, words)
def test_a_slip_is_distance_one_from_the_second_letter_on(a: str, b: str) -> None:
    """Four characters, equal first letters, distance one: exactly that, and both ways round."""
    expected = min(len(a), len(b)) >= 4 and a[0] == b[0] and distance(a, b) == 1
    assert expected == is_one_slip(a, b) == is_one_slip(b, a)


@pytest.mark.parametrize(
    "typed",
    ["dameon", "daemn", "daemoon", "daenon", "daemo", "daemons", "dae\u0301mon"[:3] + "emon"],
)
def test_each_kind_of_slip_is_one(typed: str) -> None:
    """A swap, a loss, a doubling and a wrong letter, at the end as well."""
    assert is_one_slip(typed, "daemon")


@pytest.mark.parametrize(
    ("a", "b"),
    [("daemon", "daemon"), ("cat", "cart"), ("form", "from "), ("port", "sort"), ("ab", "ba")],
)
def test_what_is_no_slip(a: str, b: str) -> None:
    """Equal words, short words, another first letter and two edits are refused."""
    assert not is_one_slip(a, b)
