"""What does a recipe give for a set of facts?

Pure and bounded: facts in, values out, in the order of ids, the same for ever.
Source: CQR 12.10, ADR 0082.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from cortex.core.recipes.predicates import is_equal, passes
from cortex.core.recipes.values import value_bytes
from cortex.model.recipes import (
    EVERY_RELATION,
    Compare,
    Conflict,
    Count,
    Exists,
    Fault,
    Filter,
    Guard,
    Join,
    Limits,
    Plan,
    Project,
    Render,
    Result,
    Row,
    Select,
    Step,
    TemporalSlice,
    Value,
    refused,
)

Snapshot = Mapping[str, Sequence[Row]]
"""Rows by relation; each in id order."""

RENDER_FORMS = ("ids", "lines")


def inputs_of(step: Step) -> tuple[str, ...]:
    """Give the steps a step reads."""
    if isinstance(step, Select):
        return ()
    if isinstance(step, Join | Compare):
        return (step.left, step.right)
    return (step.input,)


def searched_by(plan: Plan) -> tuple[str, ...]:
    """Give every relation a plan looks through, sorted."""
    return tuple(
        sorted({name for step in plan.steps if isinstance(step, Select) for name in step.relations})
    )


def check(plan: Plan, limits: Limits) -> None:
    """Refuse a plan that cannot be run, whatever the facts.

    Raises:
        RecipeRefused: the limits, the number of steps, a name or the depth is wrong.
    """
    _check_limits(plan, limits)
    depth: dict[str, int] = {}
    for step in plan.steps:
        depth[step.id] = _depth(step, depth)
        if depth[step.id] > limits.max_depth:
            what = f"'{step.id}' stands {depth[step.id]} deep, and {limits.max_depth} is allowed"
            raise refused(Fault.DEPTH_LIMIT, what)
        if isinstance(step, Render) and step.form not in RENDER_FORMS:
            what = f"'{step.id}' renders as '{step.form[:40]}'; forms: {', '.join(RENDER_FORMS)}"
            raise refused(Fault.UNSUPPORTED_FEATURE, what)
    for name, step_id in plan.outputs:
        if step_id not in depth:
            raise refused(Fault.UNKNOWN_OUTPUT, f"'{name}' gives '{step_id}'")


def _check_limits(plan: Plan, limits: Limits) -> None:
    for name, value in limits._asdict().items():
        if isinstance(value, bool) or not isinstance(value, int) or value < 1:
            raise refused(Fault.INVALID_LIMITS, f"'{name}' is {value}")
    if len(plan.steps) > limits.max_steps:
        what = f"{len(plan.steps)} steps, and {limits.max_steps} are allowed"
        raise refused(Fault.STEP_LIMIT, what)


def _depth(step: Step, earlier: Mapping[str, int]) -> int:
    """Give how many steps lead to one, itself included.

    Raises:
        RecipeRefused: its name is taken, or it reads what does not stand before it.
    """
    if step.id in earlier:
        raise refused(Fault.DUPLICATE_STEP_ID, f"'{step.id}' stands twice")
    for name in inputs_of(step):
        if name == step.id:
            raise refused(Fault.CYCLE, f"'{step.id}' reads itself")
        if name not in earlier:
            raise refused(Fault.UNKNOWN_INPUT, f"'{step.id}' reads '{name}'")
    return 1 + max((earlier[name] for name in inputs_of(step)), default=0)


def run(plan: Plan, snapshot: Snapshot, now_us: int, limits: Limits | None = None) -> Result:
    """Run a plan over the facts.

    Args:
        snapshot: rows by relation, each in id order; a relation without facts may be absent.
        now_us: the instant a slice without one means.

    Raises:
        RecipeRefused: as ``check``; a limit was reached; a guard failed.
    """
    limits = limits or Limits()
    check(plan, limits)
    run_ = _Run(snapshot, now_us, limits)
    for step in plan.steps:
        run_.take(step)
    values = tuple((name, run_.values[step_id]) for name, step_id in plan.outputs)
    size = sum(value_bytes(value) for _, value in values)
    if size > limits.max_bytes:
        what = f"the outputs have {size} bytes, and {limits.max_bytes} are allowed"
        raise refused(Fault.BYTE_LIMIT, what)
    rests_on = {fact_id for _, step_id in plan.outputs for fact_id in run_.sources[step_id]}
    return Result(values, tuple(sorted(rests_on)), searched_by(plan), run_.work)


class _Run:
    """One run: what each step gave, and how much was done."""

    def __init__(self, snapshot: Snapshot, now_us: int, limits: Limits) -> None:
        self.values: dict[str, Value] = {}
        self.sources: dict[str, frozenset[int]] = {}
        self.work = 0
        self._snapshot = snapshot
        self._now_us = now_us
        self._limits = limits
        self._doing: dict[type[Any], Callable[[Any], Value]] = {
            Select: self._select,
            Filter: self._filter,
            Join: self._join,
            Project: self._project,
            TemporalSlice: self._slice,
            Compare: self._compare,
            Count: lambda step: len(self._rows(step.input)),
            Exists: lambda step: bool(self._rows(step.input)),
            Conflict: self._conflict,
            Guard: self._guard,
            Render: self._render,
        }

    def take(self, step: Step) -> None:
        """Do one step and keep what it gives."""
        self._spend(1, step.id)
        value = self._doing[type(step)](step)
        if isinstance(value, tuple) and len(value) > self._limits.max_rows:
            what = f"'{step.id}' has {len(value)} rows, and {self._limits.max_rows} are allowed"
            raise refused(Fault.ROW_LIMIT, what)
        self.values[step.id] = value
        own = _facts_in(value)
        self.sources[step.id] = own.union(
            *(self.sources[name] for name in inputs_of(step) if not _has_rows(step))
        )

    def _spend(self, amount: int, step_id: str) -> None:
        self.work += amount
        if self.work > self._limits.max_work:
            what = f"'{step_id}' goes beyond {self._limits.max_work} units of work"
            raise refused(Fault.WORK_LIMIT, what)

    def _rows(self, name: str) -> tuple[Row, ...]:
        value = self.values[name]
        if isinstance(value, tuple) and all(isinstance(row, Row) for row in value):
            self._spend(len(value), name)
            return value  # type: ignore[return-value]  # Each one was looked at.
        raise refused(Fault.UNSUPPORTED_FEATURE, f"'{name}' gives no rows to read")

    def _select(self, step: Select) -> Value:
        wanted = step.relations
        if EVERY_RELATION in wanted:
            wanted = tuple(self._snapshot)
        found: dict[str, Row] = {}
        for relation in dict.fromkeys(wanted):
            rows = self._snapshot.get(relation, ())
            self._spend(len(rows), step.id)
            for row in rows:
                if all(passes(field_of(row, name), test) for name, test in step.where):
                    found[row.id] = row
        return tuple(sorted(found.values(), key=lambda row: row.fact_ids))

    def _filter(self, step: Filter) -> Value:
        rows = self._rows(step.input)
        return tuple(row for row in rows if passes(field_of(row, step.field), step.predicate))

    def _join(self, step: Join) -> Value:
        left, right = self._rows(step.left), self._rows(step.right)
        self._spend(len(left) * len(right), step.id)
        return tuple(
            _joined(one, other)
            for one in left
            for other in right
            if is_equal(field_of(one, step.left_field), field_of(other, step.right_field))
        )

    def _project(self, step: Project) -> Value:
        return tuple(
            row._replace(fields={n: row.fields[n] for n in step.fields if n in row.fields})
            for row in self._rows(step.input)
        )

    def _slice(self, step: TemporalSlice) -> Value:
        at_us = step.valid_at_us
        if at_us is None and step.known_seq is None:
            at_us = self._now_us
        return tuple(
            row
            for row in self._rows(step.input)
            if _holds(row, at_us) and (step.known_seq is None or row.known_seq <= step.known_seq)
        )

    def _compare(self, step: Compare) -> Value:
        left, right = self._rows(step.left), self._rows(step.right)
        pairs: list[dict[str, object]] = []
        for place in range(max(len(left), len(right))):
            one = left[place] if place < len(left) else None
            other = right[place] if place < len(right) else None
            differing = [name for name in step.fields if _differs(one, other, name)]
            if differing or one is None or other is None:
                ids = [None if row is None else row.id for row in (one, other)]
                pairs.append({"left": ids[0], "right": ids[1], "fields": differing})
        return tuple(pairs)

    def _conflict(self, step: Conflict) -> Value:
        groups: list[tuple[object, list[Row]]] = []
        for row in self._rows(step.input):
            key, value = field_of(row, step.key), field_of(row, step.value_field)
            if key is None or value is None:
                continue
            known = next((rows for other, rows in groups if is_equal(other, key)), None)
            self._spend(len(groups), step.id)
            if known is None:
                groups.append((key, [row]))
            else:
                known.append(row)
        clashing = [rows for _, rows in groups if _has_two_values(rows, step.value_field)]
        rows = [row for group in clashing for row in group]
        return tuple(sorted(rows, key=lambda row: row.fact_ids))

    def _guard(self, step: Guard) -> Value:
        rows = self._rows(step.input)
        if bool(rows) != step.expects:
            expected = "something" if step.expects else "nothing"
            what = f"'{step.id}' expects {expected} in '{step.input}', which has {len(rows)} rows"
            raise refused(Fault.GUARD_FAILED, what)
        return rows

    def _render(self, step: Render) -> Value:
        rows = self._rows(step.input)
        if step.form == "ids":
            return ", ".join(row.id for row in rows)
        return "\n".join(f"{row.id}: {row.fields.get('text', '')}" for row in rows)


def field_of(row: Row, name: str) -> object:
    """Give a field of a row, ``id``, ``relation``, ``scope`` and ``known_seq`` among them.

    None when there is no such field.
    """
    if name in ("id", "relation", "scope", "known_seq"):
        return getattr(row, name)
    return row.fields.get(name)


def _joined(left: Row, right: Row) -> Row:
    fields = {**left.fields, **{f"right.{name}": value for name, value in right.fields.items()}}
    return Row(
        id=f"{left.id}+{right.id}",
        fact_ids=(*left.fact_ids, *right.fact_ids),
        scope=left.scope,
        relation=left.relation,
        fields=fields,
        valid_from_us=_latest(left.valid_from_us, right.valid_from_us),
        valid_until_us=_earliest(left.valid_until_us, right.valid_until_us),
        known_seq=max(left.known_seq, right.known_seq),
    )


def _latest(one: int | None, other: int | None) -> int | None:
    given = [instant for instant in (one, other) if instant is not None]
    return max(given, default=None)


def _earliest(one: int | None, other: int | None) -> int | None:
    given = [instant for instant in (one, other) if instant is not None]
    return min(given, default=None)


def _holds(row: Row, at_us: int | None) -> bool:
    """Tell whether a half-open window holds an instant; any window holds no instant at all."""
    if at_us is None:
        return True
    return (row.valid_from_us is None or row.valid_from_us <= at_us) and (
        row.valid_until_us is None or at_us < row.valid_until_us
    )


def _differs(left: Row | None, right: Row | None, name: str) -> bool:
    one = None if left is None else field_of(left, name)
    other = None if right is None else field_of(right, name)
    if one is None or other is None:
        return one is not other
    return not is_equal(one, other)


def _has_two_values(rows: Sequence[Row], name: str) -> bool:
    first = field_of(rows[0], name)
    return any(not is_equal(first, field_of(row, name)) for row in rows[1:])


def _has_rows(step: Step) -> bool:
    """Tell whether a step gives rows, which then say themselves what they rest on."""
    return isinstance(step, Select | Filter | Join | Project | TemporalSlice | Conflict | Guard)


def _facts_in(value: Value) -> frozenset[int]:
    rows: Iterable[object] = value if isinstance(value, tuple) else ()
    return frozenset(i for row in rows if isinstance(row, Row) for i in row.fact_ids)
