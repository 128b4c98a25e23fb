"""Is a figure judged by its budget, and shown with all that belongs to it?"""

import pytest

from tools.bench.figures import Budget, Figure, Verdict, figure_json, table_lines
from tools.bench.samples import Sample

TEN = Sample((9.0, 10.0, 11.0), "ms")
FOUR = Sample((4.0,), "ms")


@pytest.mark.parametrize(
    ("budget", "expected"),
    [
        (Budget(3, 2.5), Verdict.STRETCH),
        (Budget(2.5, 1), Verdict.WITHIN),
        (Budget(2.4, 1), Verdict.OVER),
        (Budget(10, 5, is_ratio=False), Verdict.WITHIN),
        (Budget(9, 5, is_ratio=False), Verdict.OVER),
        (Budget(10, 20, is_ratio=False, is_floor=True), Verdict.WITHIN),
        (Budget(5, 10, is_ratio=False, is_floor=True), Verdict.STRETCH),
        (Budget(11, 20, is_ratio=False, is_floor=True), Verdict.OVER),
        (None, Verdict.BESIDE),
    ],
)
def test_a_budget_bounds_the_ratio_or_the_median(budget: Budget | None, expected: Verdict) -> None:
    """The bound itself is still good, for ceilings and floors, and stretch is the better half."""
    assert expected == Figure("case", TEN, ("bare", FOUR), budget).verdict


def test_what_was_not_measured_is_never_within() -> None:
    """Without a measurement, or without the reference a ratio needs, there is no verdict."""
    assert Verdict.NOT_MEASURED == Figure("case", None, None, Budget(2, 1)).verdict
    assert Verdict.NOT_MEASURED == Figure("case", TEN, None, Budget(2, 1)).verdict
    assert None is Figure("case", TEN).ratio


def test_the_table_has_a_line_for_each_figure_and_numbers_its_notes() -> None:
    """A note is printed once under the table, whoever refers to it."""
    figures = [
        Figure("first", TEN, ("bare", FOUR), Budget(3, 2), "a note"),
        Figure("second", None, note="a note"),
    ]
    lines = table_lines(figures)
    assert "first [1]" in lines[2]
    assert "2.50 x" in lines[2]
    assert "4.00 [2]" in lines[2]
    assert "9.20..10.8" in lines[2]
    assert "≤ 3.00 / 2.00 x" in lines[2]
    assert lines[3].startswith("second [1]")
    assert lines[3].endswith("not measured")
    assert ["", "[1] a note", "[2] reference: bare"] == lines[4:]


def test_the_report_keeps_every_measurement() -> None:
    """Values, reference, ratio, budget and verdict are all in the JSON form."""
    expected = {
        "figure": "case",
        "measured": {
            "unit": "ms",
            "median": 10.0,
            "p10": 9.2,
            "p90": 10.8,
            "values": [9.0, 10.0, 11.0],
        },
        "reference": {
            "name": "bare",
            "unit": "ms",
            "median": 4.0,
            "p10": 4.0,
            "p90": 4.0,
            "values": [4.0],
        },
        "ratio": 2.5,
        "budget": {"bound": 3, "stretch": 2, "of": "ratio", "is_floor": False},
        "verdict": "within",
        "note": "",
    }
    assert expected == figure_json(Figure("case", TEN, ("bare", FOUR), Budget(3, 2)))
