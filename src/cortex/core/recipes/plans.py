"""What does a plan written as JSON say?

Anything unknown is refused by name: a plan that does less than it says would be a wrong answer.
Source: CQR 12.10, docs/formats/recipes.md.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NoReturn

from cortex.core.names.nearness import nearest_name
from cortex.model.recipes import (
    Compare,
    Comparison,
    Conflict,
    Count,
    Exists,
    Fault,
    Filter,
    Guard,
    Join,
    Plan,
    Predicate,
    Project,
    Render,
    Scalar,
    Select,
    Step,
    TemporalSlice,
    refused,
)

NAME_CHARS_MAX = 128
VALUES_MAX = 256
"""Values one predicate may name: as many as a step may have rows."""


def read_plan(plan: object) -> Plan:
    """Give the plan an object ``{steps, outputs}`` describes.

    Raises:
        RecipeRefused: something in it is unknown, missing, or of the wrong kind.
    """
    if not isinstance(plan, Mapping):
        _refuse("a plan is an object with steps and outputs")
    unknown = sorted(set(map(str, plan)) - {"steps", "outputs", "annotation"})
    if unknown:
        _refuse(f"a plan has no '{unknown[0][:40]}'")
    steps, outputs = plan.get("steps"), plan.get("outputs")
    if not isinstance(steps, Sequence) or isinstance(steps, str) or not steps:
        _refuse("a plan needs a list of steps")
    return Plan(tuple(_step(_Reader(step)) for step in steps), _outputs(outputs))


def _outputs(outputs: object) -> tuple[tuple[str, str], ...]:
    if isinstance(outputs, Sequence) and not isinstance(outputs, str):
        outputs = {str(name): name for name in outputs}
    if not isinstance(outputs, Mapping) or not outputs:
        _refuse("a plan needs outputs: names of steps, or an object of name and step")
    pairs = []
    for name in sorted(outputs, key=str):
        step_id = outputs[name]
        if not isinstance(name, str) or not isinstance(step_id, str):
            _refuse("an output is a name and the name of a step")
        pairs.append((name, step_id))
    return tuple(pairs)


class _Reader:
    """One object of a plan, read by name; what was not read is refused."""

    def __init__(self, raw: object) -> None:
        if not isinstance(raw, Mapping):
            _refuse("a step or predicate is an object")
        self._left = {str(key): value for key, value in raw.items()}

    def take(self, name: str) -> object:
        return self._left.pop(name, None)

    def text(self, *names: str) -> str:
        given = [value for value in map(self.take, names) if value is not None]
        if len(given) != 1 or not isinstance(given[0], str) or not given[0].strip():
            _refuse(f"'{names[0]}' must be a text")
        if len(given[0]) > NAME_CHARS_MAX:
            _refuse(f"'{names[0]}' has more than {NAME_CHARS_MAX} characters")
        return given[0]

    def texts(self, *names: str) -> tuple[str, ...]:
        given = [value for value in map(self.take, names) if value is not None]
        value = given[0] if len(given) == 1 else None
        listed = [value] if isinstance(value, str) else value
        if not isinstance(listed, Sequence) or not listed or len(listed) > VALUES_MAX:
            _refuse(f"'{names[0]}' must be a list of texts")
        if not all(isinstance(item, str) and item.strip() for item in listed):
            _refuse(f"'{names[0]}' must be a list of texts")
        return tuple(str(item) for item in listed)

    def integer(self, name: str) -> int | None:
        value = self.take(name)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int):
            _refuse(f"'{name}' must be a whole number")
        return value

    def flag(self, name: str, *, default: bool) -> bool:
        value = self.take(name)
        if value is None:
            return default
        if not isinstance(value, bool):
            _refuse(f"'{name}' must be true or false")
        return value

    def done(self) -> None:
        if self._left:
            name = min(self._left)
            _refuse(f"'{name[:40]}' is not known there")


def _step(raw: _Reader) -> Step:
    operator, step_id = raw.text("op"), raw.text("id")
    read = _STEPS.get(operator) or _STEPS.get(_pascal(operator))
    if read is None:
        near = nearest_name(operator, tuple(_STEPS))
        hint = f"; did you mean {near}?" if near else f"; operators: {', '.join(_STEPS)}"
        _refuse(f"there is no operator '{operator[:40]}'{hint}")
    step = read(raw, step_id)
    raw.done()
    return step


def _select(raw: _Reader, step_id: str) -> Step:
    where = raw.take("where")
    tests = where if isinstance(where, Sequence) and not isinstance(where, str) else ()
    if where is not None and not tests:
        _refuse("'where' is a list of {field, predicate}")
    return Select(step_id, raw.texts("relation", "relations"), tuple(map(_where, tests)))


def _where(raw: object) -> tuple[str, Predicate]:
    reader = _Reader(raw)
    pair = (reader.text("field"), _predicate(reader.take("predicate")))
    reader.done()
    return pair


def _predicate(raw: object) -> Predicate:
    reader = _Reader(raw)
    kind = reader.text("kind")
    if kind not in tuple(Comparison):
        _refuse(f"there is no predicate '{kind[:40]}'; they are {', '.join(Comparison)}")
    test = Comparison(kind)
    values: tuple[Scalar, ...]
    if test is Comparison.INTERVAL:
        values = (_scalar(reader.take("from")), _scalar(reader.take("until")))
    elif test is Comparison.IN:
        listed = reader.take("values")
        if not isinstance(listed, Sequence) or isinstance(listed, str) or len(listed) > VALUES_MAX:
            _refuse(f"'values' must be a list of at most {VALUES_MAX}")
        values = tuple(map(_scalar, listed))
    else:
        values = (_scalar(reader.take("value")),)
    reader.done()
    return Predicate(test, values)


def _scalar(value: object) -> Scalar:
    if value is not None and not isinstance(value, str | int | float | bool):
        _refuse("a predicate compares with a text, a number, or true and false")
    return value


_STEPS: Mapping[str, Callable[[_Reader, str], Step]] = {
    "Select": _select,
    "Filter": lambda raw, i: Filter(
        i, raw.text("input"), raw.text("field"), _predicate(raw.take("predicate"))
    ),
    "Join": lambda raw, i: Join(
        i, raw.text("left"), raw.text("right"), raw.text("left_field"), raw.text("right_field")
    ),
    "Project": lambda raw, i: Project(i, raw.text("input"), raw.texts("fields")),
    "TemporalSlice": lambda raw, i: TemporalSlice(
        i, raw.text("input"), raw.integer("valid_at_us"), raw.integer("known_seq")
    ),
    "Compare": lambda raw, i: Compare(i, raw.text("left"), raw.text("right"), raw.texts("fields")),
    "Count": lambda raw, i: Count(i, raw.text("input")),
    "Exists": lambda raw, i: Exists(i, raw.text("input")),
    "Conflict": lambda raw, i: Conflict(
        i, raw.text("input"), raw.text("key"), raw.text("value_field")
    ),
    "Guard": lambda raw, i: Guard(i, raw.text("input"), raw.flag("expects", default=True)),
    "Render": lambda raw, i: Render(i, raw.text("input"), raw.text("form", "template")),
}


def _pascal(name: str) -> str:
    return "".join(part.capitalize() for part in name.replace("-", "_").split("_"))


def _refuse(what: str) -> NoReturn:
    raise refused(Fault.UNSUPPORTED_FEATURE, what)
