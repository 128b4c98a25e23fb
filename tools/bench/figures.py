"""What is a figure, when is it good enough, and how is it shown?"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from tools.bench.samples import Sample

NOT_MEASURED = "-"


class Verdict(StrEnum):
    """How a figure stands against its budget."""

    STRETCH = "stretch"
    WITHIN = "within"
    OVER = "OVER"
    BESIDE = "beside"
    NOT_MEASURED = "not measured"


@dataclass(frozen=True, slots=True)
class Budget:
    """The bounds of a figure: of its ratio to the reference, or of its own median.

    ``is_ratio`` tells which; ``is_floor`` turns the bounds into the least that is good enough.
    """

    bound: float
    stretch: float
    is_ratio: bool = True
    is_floor: bool = False

    def verdict(self, value: float) -> Verdict:
        """Judge a ratio or a median."""
        if self._is_met(value, self.stretch):
            return Verdict.STRETCH
        return Verdict.WITHIN if self._is_met(value, self.bound) else Verdict.OVER

    def _is_met(self, value: float, bound: float) -> bool:
        return value >= bound if self.is_floor else value <= bound


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of the table.

    Args:
        name: what was measured.
        measured: what it took; None when it could not be measured, and ``note`` says why.
        reference: name and measurements of what it is compared with in the same run.
        budget: None for a figure that only stands beside others.
        note: anything a reader must know with it.
    """

    name: str
    measured: Sample | None
    reference: tuple[str, Sample] | None = None
    budget: Budget | None = None
    note: str = ""

    @property
    def ratio(self) -> float | None:
        """Give the quotient of the two medians, or None without a reference."""
        if self.measured is None or self.reference is None:
            return None
        return self.measured.median / self.reference[1].median

    @property
    def verdict(self) -> Verdict:
        """Tell whether the budget is kept."""
        if self.measured is None:
            return Verdict.NOT_MEASURED
        if self.budget is None:
            return Verdict.BESIDE
        value = self.ratio if self.budget.is_ratio else self.measured.median
        return Verdict.NOT_MEASURED if value is None else self.budget.verdict(value)


COLUMNS = ("figure", "median", "spread", "reference", "ratio", "budget", "verdict")


def table_lines(figures: Sequence[Figure]) -> list[str]:
    """Give the table as lines of text, columns aligned, notes below as numbered remarks."""
    notes: dict[str, int] = {}
    rows = [COLUMNS, *(_row(figure, notes) for figure in figures)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(COLUMNS))]
    lines = [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]
    lines.insert(1, "  ".join("-" * width for width in widths))
    return [*lines, "", *(f"[{number}] {note}" for note, number in notes.items())]


def figure_json(figure: Figure) -> dict[str, object]:
    """Give one figure with every single measurement."""
    reference = figure.reference
    budget = figure.budget
    return {
        "figure": figure.name,
        "measured": None if figure.measured is None else _sample_json(figure.measured),
        "reference": None
        if reference is None
        else {"name": reference[0], **_sample_json(reference[1])},
        "ratio": None if figure.ratio is None else round(figure.ratio, 4),
        "budget": None
        if budget is None
        else {
            "bound": budget.bound,
            "stretch": budget.stretch,
            "of": "ratio" if budget.is_ratio else "median",
            "is_floor": budget.is_floor,
        },
        "verdict": figure.verdict.value,
        "note": figure.note,
    }


def number_text(value: float) -> str:
    """Give a number with about three significant digits."""
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def _row(figure: Figure, notes: dict[str, int]) -> tuple[str, ...]:
    return (
        _noted(figure.name, figure.note, notes),
        *_measured_cells(figure.measured),
        _reference_cell(figure.reference, notes),
        NOT_MEASURED if figure.ratio is None else f"{number_text(figure.ratio)} x",
        _budget_cell(figure.budget),
        figure.verdict.value,
    )


def _measured_cells(measured: Sample | None) -> tuple[str, str]:
    if measured is None:
        return NOT_MEASURED, NOT_MEASURED
    spread = f"{number_text(measured.low)}..{number_text(measured.high)}"
    is_single = len(measured.values) == 1
    return f"{number_text(measured.median)} {measured.unit}", NOT_MEASURED if is_single else spread


def _reference_cell(reference: tuple[str, Sample] | None, notes: dict[str, int]) -> str:
    if reference is None:
        return NOT_MEASURED
    return _noted(number_text(reference[1].median), f"reference: {reference[0]}", notes)


def _noted(cell: str, note: str, notes: dict[str, int]) -> str:
    """Give a cell with the number of its note, which is printed once under the table."""
    return f"{cell} [{notes.setdefault(note, len(notes) + 1)}]" if note else cell


def _budget_cell(budget: Budget | None) -> str:
    """Give the bound and the better half of it; the unit is that of the median, or x."""
    if budget is None:
        return NOT_MEASURED
    sign = "≥" if budget.is_floor else "≤"
    unit = " x" if budget.is_ratio else ""
    return f"{sign} {number_text(budget.bound)} / {number_text(budget.stretch)}{unit}"


def _sample_json(sample: Sample) -> dict[str, object]:
    return {
        "unit": sample.unit,
        "median": round(sample.median, 4),
        "p10": round(sample.low, 4),
        "p90": round(sample.high, 4),
        "values": [round(value, 4) for value in sample.values],
    }
