"""Does the value of a field pass a test?

A field that is not there passes none, not even "not equal": nothing follows from what was never
said. Numbers are compared with numbers only. Source: CQR 12.10.
"""

from __future__ import annotations

from cortex.model.recipes import Comparison, Predicate


def passes(value: object, predicate: Predicate) -> bool:
    """Tell whether a field passes; None is a field that is not there."""
    if value is None:
        return False
    if predicate.test is Comparison.EQ:
        return is_equal(value, predicate.values[0])
    if predicate.test is Comparison.NE:
        return not is_equal(value, predicate.values[0])
    if predicate.test is Comparison.IN:
        return any(is_equal(value, other) for other in predicate.values)
    number = _number(value)
    if number is None:
        return False
    if predicate.test is Comparison.INTERVAL:
        return _is_between(number, *predicate.values)
    bound = _number(predicate.values[0])
    if bound is None:
        return False
    return number < bound if predicate.test is Comparison.LT else number > bound


def is_equal(one: object, other: object) -> bool:
    """Tell whether two fields are there and the same; true is not the number one."""
    if one is None or other is None or isinstance(one, bool) != isinstance(other, bool):
        return False
    return one == other


def _number(value: object) -> int | float | None:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return value if is_number else None  # type: ignore[return-value]  # Just looked at.


def _is_between(number: float, start: object, end: object) -> bool:
    """Tell whether a number lies in a half-open range; None is an open end."""
    low, high = _number(start), _number(end)
    if (low is None and start is not None) or (high is None and end is not None):
        return False
    return (low is None or low <= number) and (high is None or number < high)
