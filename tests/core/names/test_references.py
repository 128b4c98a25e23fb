"""Is a number found in what people write for a reference?"""

import pytest

from cortex.core.names.references import number_in


@pytest.mark.parametrize(
    ("written", "number"),
    [
        ("task::12", 12),
        (" 012 ", 12),
        ("9" * 18, 10**18 - 1),
        ("9" * 19, None),
        ("0", None),
        ("", None),
        ("task::", None),
        ("feed::12", None),
        ("-1", None),
        ("\u0661", None),
        ("\u00b2", None),
    ],
)
def test_number_or_none(written: str, number: int | None) -> None:
    """Only a positive number that a store can hold is one, in digits of ASCII."""
    assert number == number_in(written, "task::")
