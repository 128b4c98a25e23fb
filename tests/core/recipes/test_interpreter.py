"""Does a recipe give what it says, within its limits, and nothing it does not say?"""

import pytest

from cortex.core.recipes.interpreter import run, searched_by
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
    Limits,
    Plan,
    Predicate,
    Project,
    Render,
    Row,
    Scalar,
    Select,
    Step,
    TemporalSlice,
    Value,
)
from cortex.model.refusals import RecipeRefused

NOW_US = 1_000


def row(fact_id: int, relation: str = "rule", **fields: object) -> Row:
    """Give a fact without a window, known since its own number."""
    return Row(str(fact_id), (fact_id,), "user", relation, fields, None, None, fact_id)


def is_(comparison: Comparison, *values: Scalar) -> Predicate:
    """Give a predicate."""
    return Predicate(comparison, values)


def plan(*steps: Step, outputs: tuple[str, ...] = ("out",)) -> Plan:
    """Give a plan whose outputs are called as their steps are."""
    return Plan(steps, tuple((name, name) for name in outputs))


RULES = Select("all", ("rule",))


def out(made: Plan, *rows: Row, limits: Limits | None = None) -> Value:
    """Give the one output of a plan over facts."""
    snapshot: dict[str, list[Row]] = {}
    for each in rows:
        snapshot.setdefault(each.relation, []).append(each)
    return run(made, snapshot, NOW_US, limits).values[0][1]


def ids(value: Value) -> list[str]:
    """Give the ids of rows."""
    assert isinstance(value, tuple)
    return [each.id for each in value if isinstance(each, Row)]


def fault_of(made: Plan, *rows: Row, limits: Limits | None = None) -> Fault:
    """Give why a plan is refused."""
    with pytest.raises(RecipeRefused) as refused:
        out(made, *rows, limits=limits)
    assert refused.value.remedy
    return Fault(refused.value.fault)


@pytest.mark.parametrize(
    ("predicate", "expected"),
    [
        (is_(Comparison.EQ, 2), ["2"]),
        (is_(Comparison.EQ, "x"), ["4"]),
        (is_(Comparison.NE, 2), ["1", "3", "4", "6"]),
        (is_(Comparison.IN, 1, "x"), ["1", "4"]),
        (is_(Comparison.IN), []),
        (is_(Comparison.LT, 3), ["1", "2"]),
        (is_(Comparison.GT, 1), ["2", "3"]),
        (is_(Comparison.GT, "a"), []),
        (is_(Comparison.INTERVAL, 1, 3), ["1", "2"]),
        (is_(Comparison.INTERVAL, 2, None), ["2", "3"]),
        (is_(Comparison.INTERVAL, None, 2), ["1"]),
        (is_(Comparison.INTERVAL, "a", None), []),
        (is_(Comparison.EQ, None), []),
    ],
)
def test_predicates_and_missing_fields(predicate: Predicate, expected: list[str]) -> None:
    """CQR G12: a missing field matches no predicate, not even `ne`; numbers compare with numbers;
    ranges are half-open; true is no number."""
    facts = [row(1, n=1), row(2, n=2), row(3, n=3), row(4, n="x"), row(5), row(6, n=True)]
    made = plan(RULES, Filter("out", "all", "n", predicate))
    assert expected == ids(out(made, *facts))
    assert expected == ids(out(plan(Select("out", ("rule",), (("n", predicate),))), *facts))


def test_rows_come_in_id_order_whatever_the_order_of_the_relations() -> None:
    """The order is canonical: ten comes after nine, and two relations are one list."""
    facts = [row(10), row(9, "note"), row(2, "note")]
    first = out(plan(Select("out", ("rule", "note"))), *facts)
    assert ["2", "9", "10"] == ids(first)
    assert first == out(plan(Select("out", ("note", "rule", "note"))), *facts)
    assert first == out(plan(Select("out", ("*",))), *facts)


def test_a_slice_is_half_open_and_knows_what_was_known() -> None:
    """CQR G12: a window holds its start and not its end; known_seq leaves out what came later."""
    windows = [(None, None), (NOW_US, None), (None, NOW_US), (NOW_US + 1, None), (5, NOW_US + 1)]
    facts = [
        row(i)._replace(valid_from_us=start, valid_until_us=end)
        for i, (start, end) in enumerate(windows, 1)
    ]
    assert ["1", "2", "5"] == ids(out(plan(RULES, TemporalSlice("out", "all")), *facts))
    at_five = plan(RULES, TemporalSlice("out", "all", valid_at_us=5))
    assert ["1", "3", "5"] == ids(out(at_five, *facts))
    known = plan(RULES, TemporalSlice("out", "all", known_seq=2))
    assert ["1", "2"] == ids(out(known, *facts))


def test_a_join_needs_the_key_on_both_sides() -> None:
    """The id is a+b, right fields are prefixed, the later of both is known."""
    made = plan(RULES, Select("notes", ("note",)), Join("out", "all", "notes", "k", "key"))
    facts = [row(1, k="a"), row(2), row(3, "note", key="a", t=1), row(4, "note"), row(5, "note")]
    joined = out(made, *facts)
    assert isinstance(joined, tuple)
    only = joined[0]
    assert isinstance(only, Row)
    assert (1, "1+3", 3, (1, 3)) == (len(joined), only.id, only.known_seq, only.fact_ids)
    assert {"k": "a", "right.key": "a", "right.t": 1} == only.fields


def test_compare_tells_the_fields_that_differ() -> None:
    """Rows are laid beside each other in order; a row too many stands alone."""
    made = plan(RULES, Select("notes", ("note",)), Compare("out", "all", "notes", ("a", "b")))
    facts = [row(1, a=1, b=1), row(2, a=1), row(3, "note", a=1, b=2), row(4, "note", a=1)]
    assert ({"left": "1", "right": "3", "fields": ["b"]},) == out(made, *facts)
    assert ({"left": "1", "right": None, "fields": ["a", "b"]},) == out(made, facts[0])


def test_conflict_keeps_the_rows_of_a_key_with_two_values() -> None:
    """A row without key or value is in no conflict, and the same value twice is none."""
    made = plan(RULES, Conflict("out", "all", "subject", "text"))
    facts = [
        row(1, subject="a", text="x"),
        row(2, subject="b", text="x"),
        row(3, subject="a", text="y"),
        row(4, subject="b", text="x"),
        row(5, text="z"),
        row(6, subject="a"),
    ]
    assert ["1", "3"] == ids(out(made, *facts))


def test_count_exists_project_and_render() -> None:
    """Small outputs are numbers, truths and fixed texts."""
    facts = [row(1, text="a", x=1), row(2, text="b")]
    made = plan(
        RULES,
        Count("n", "all"),
        Exists("any", "all"),
        Project("few", "all", ("x", "none")),
        Render("ids", "all", "ids"),
        Render("lines", "all", "lines"),
        outputs=("n", "any", "few", "ids", "lines"),
    )
    values = dict(run(made, {"rule": facts}, NOW_US).values)
    assert (2, True, "1, 2", "1: a\n2: b") == tuple(
        values[name] for name in ("n", "any", "ids", "lines")
    )
    few = values["few"]
    assert isinstance(few, tuple)
    assert [{"x": 1}, {}] == [each.fields for each in few if isinstance(each, Row)]


def test_guards_hold_or_stop() -> None:
    """CQR G12: a guard that does not hold ends the run, also one that expects nothing."""
    some, none = Guard("out", "all"), Guard("out", "all", expects=False)
    assert ["1"] == ids(out(plan(RULES, some), row(1)))
    assert [] == ids(out(plan(RULES, none)))
    assert Fault.GUARD_FAILED is fault_of(plan(RULES, some))
    assert Fault.GUARD_FAILED is fault_of(plan(RULES, none), row(1))


@pytest.mark.parametrize(
    ("made", "fault"),
    [
        (plan(Count("out", "out")), Fault.CYCLE),
        (plan(Count("out", "later"), Select("later", ("rule",))), Fault.UNKNOWN_INPUT),
        (plan(Count("out", "nowhere")), Fault.UNKNOWN_INPUT),
        (plan(RULES, Count("all", "all"), outputs=("all",)), Fault.DUPLICATE_STEP_ID),
        (plan(RULES, outputs=("missing",)), Fault.UNKNOWN_OUTPUT),
        (plan(RULES, Render("out", "all", "Dear {name}")), Fault.UNSUPPORTED_FEATURE),
        (plan(RULES, Count("n", "all"), Count("out", "n")), Fault.UNSUPPORTED_FEATURE),
    ],
)
def test_broken_plans_are_refused_by_name(made: Plan, fault: Fault) -> None:
    """CQR G12: cycles, unknown inputs and outputs, duplicate ids and free templates are refused."""
    assert fault is fault_of(made)


@pytest.mark.parametrize("name", Limits._fields)
@pytest.mark.parametrize("value", [0, -1, True, 1.5])
def test_limits_below_one_are_refused(name: str, value: float) -> None:
    """CQR G12: every limit is a whole number from 1."""
    limits = Limits()._replace(**{name: value})  # type: ignore[arg-type]  # What is refused.
    assert Fault.INVALID_LIMITS is fault_of(plan(RULES, outputs=("all",)), limits=limits)


def chain(length: int) -> Plan:
    """Give a plan of steps that read each other."""
    steps: list[Step] = [Select("s0", ("rule",))]
    steps += [TemporalSlice(f"s{n}", f"s{n - 1}") for n in range(1, length)]
    return plan(*steps, outputs=(f"s{length - 1}",))


def test_each_limit_lets_itself_through_and_no_more() -> None:
    """CQR G12: the limit passes, one more is refused, for steps, depth, rows, work and bytes."""
    facts = [row(n) for n in range(1, 5)]
    simple = plan(Select("out", ("rule",)))
    assert 4 == len(ids(out(simple, *facts, limits=Limits(max_rows=4))))
    assert Fault.ROW_LIMIT is fault_of(simple, *facts, limits=Limits(max_rows=3))
    assert 4 == len(ids(out(simple, *facts, limits=Limits(max_work=5))))
    assert Fault.WORK_LIMIT is fault_of(simple, *facts, limits=Limits(max_work=4))
    assert [] == ids(out(chain(8)))
    assert Fault.DEPTH_LIMIT is fault_of(chain(9))
    assert Fault.STEP_LIMIT is fault_of(chain(8), limits=Limits(max_steps=7))
    text = plan(RULES, Render("out", "all", "ids"))
    assert "1" == out(text, row(1), limits=Limits(max_bytes=3))
    assert Fault.BYTE_LIMIT is fault_of(text, row(1), limits=Limits(max_bytes=2))


def test_a_join_costs_left_times_right() -> None:
    """Sixty-five by sixty-four rows are too much for the default limits."""
    made = plan(RULES, Select("notes", ("note",)), Join("out", "all", "notes", "k", "k"))
    facts = [row(n) for n in range(1, 66)] + [row(n, "note") for n in range(66, 130)]
    assert Fault.WORK_LIMIT is fault_of(made, *facts)


def test_the_default_limits_are_those_of_the_sheet() -> None:
    """32 steps, 256 rows, 4096 units of work, 65536 bytes, depth 8."""
    assert (32, 256, 4096, 65_536, 8) == Limits()


def test_a_result_says_on_what_it_rests() -> None:
    """CQR G12: facts used are positive; a relation searched in vain is there as well."""
    made = plan(
        RULES,
        Filter("kept", "all", "n", is_(Comparison.EQ, 1)),
        Select("none", ("exception",)),
        Exists("any", "none"),
        Count("count", "kept"),
        outputs=("any", "count"),
    )
    result = run(made, {"rule": [row(1, n=1), row(2, n=2)]}, NOW_US)
    assert ((1,), ("exception", "rule")) == (result.positive, result.searched)
    assert result.searched == searched_by(made)
