"""When does an accepted string count as standing in a text?"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cortex.core.measure.answers import comparable, holds_any


@pytest.mark.parametrize(
    ("text", "answers"),
    [
        ("The daemon listens on 7437.", ["7437"]),
        ("Licence: apache  2.0,\nas always", ["Apache 2.0"]),
        ("café au lait", ["cafe\u0301"]),
        ("first, second", ["nowhere", "SECOND"]),
    ],
)
def test_case_and_white_space_do_not_count(text: str, answers: list[str]) -> None:
    """Case, the amount of white space and how an accent is composed make no difference."""
    assert holds_any(text, answers)


@pytest.mark.parametrize(
    ("text", "answers"),
    [
        ("it takes ~35ms", ["35 ms"]),
        ("apache-2.0", ["apache 2.0"]),
        ("cafe", ["café"]),
        ("anything", []),
        ("anything", ["", "  "]),
        ("", ["7437"]),
    ],
)
def test_everything_else_counts(text: str, answers: list[str]) -> None:
    """A missing space, another sign or another letter is a miss, and blanks stand in nothing."""
    assert not holds_any(text, answers)


@given(st.text(), st.text(), st.text())
def test_a_text_holds_every_part_of_itself_between_spaces(
    before: str, part: str, after: str
) -> None:
    """Whatever stands between two spaces is found again, unless it is blank."""
    assert bool(comparable(part)) == holds_any(f"{before} {part} {after}", [part])
