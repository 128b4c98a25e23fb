"""Is a plan read as it is written, or refused by name?"""

from typing import Any

import pytest

from cortex.core.recipes.interpreter import run
from cortex.core.recipes.plans import read_plan
from cortex.core.recipes.templates import LIMITS, TEMPLATES, plan_of
from cortex.model.errors import InvalidRequest
from cortex.model.recipes import Comparison, Count, Fault, Plan, Predicate, Select
from cortex.model.refusals import RecipeRefused

SELECT = {"op": "Select", "id": "a", "relation": "rule"}


def test_a_plan_is_read_whole() -> None:
    """Operators in either spelling, a list or an object of outputs, an annotation beside."""
    where = [{"field": "n", "predicate": {"kind": "interval", "from": 1}}]
    written = {
        "annotation": "how many rules",
        "steps": [{**SELECT, "where": where}, {"op": "count", "id": "n", "input": "a"}],
        "outputs": ["n"],
    }
    test = ("n", Predicate(Comparison.INTERVAL, (1, None)))
    expected = Plan((Select("a", ("rule",), (test,)), Count("n", "a")), (("n", "n"),))
    assert expected == read_plan(written)
    assert expected == read_plan({**written, "outputs": {"n": "n"}})


@pytest.mark.parametrize(
    ("op", "fields"),
    [
        ("Filter", {"input": "a", "field": "n", "predicate": {"kind": "in", "values": [1, "x"]}}),
        ("Join", {"left": "a", "right": "a", "left_field": "n", "right_field": "n"}),
        ("Project", {"input": "a", "fields": ["n"]}),
        ("TemporalSlice", {"input": "a", "valid_at_us": 5, "known_seq": 3}),
        ("temporal_slice", {"input": "a"}),
        ("Compare", {"left": "a", "right": "a", "fields": "n"}),
        ("Exists", {"input": "a"}),
        ("Conflict", {"input": "a", "key": "subject", "value_field": "text"}),
        ("Guard", {"input": "a", "expects": False}),
        ("Render", {"input": "a", "form": "ids"}),
    ],
)
def test_every_operator_can_be_written(op: str, fields: dict[str, object]) -> None:
    """Each operator of the sheet is read and runs on no facts."""
    plan = read_plan({"steps": [SELECT, {"op": op, "id": "b", **fields}], "outputs": ["b"]})
    assert ("b",) == tuple(name for name, _ in run(plan, {}, 0).values)


@pytest.mark.parametrize(
    "written",
    [
        None,
        [],
        "select everything",
        {},
        {"steps": [], "outputs": ["a"]},
        {"steps": [SELECT]},
        {"steps": [SELECT], "outputs": []},
        {"steps": [SELECT], "outputs": {"x": 3}},
        {"steps": [SELECT], "outputs": ["a"], "code": "x"},
        {"steps": ["Select"], "outputs": ["a"]},
        {"steps": [{**SELECT, "op": "Explode"}], "outputs": ["a"]},
        {"steps": [{**SELECT, "limit": 3}], "outputs": ["a"]},
        {"steps": [{"op": "Select", "id": "a"}], "outputs": ["a"]},
        {"steps": [{**SELECT, "id": "i" * 129}], "outputs": ["a"]},
        {"steps": [{**SELECT, "relation": [1]}], "outputs": ["a"]},
        {"steps": [{**SELECT, "where": "n"}], "outputs": ["a"]},
        {
            "steps": [
                SELECT,
                {
                    "op": "Filter",
                    "id": "b",
                    "input": "a",
                    "field": "n",
                    "predicate": {"kind": "like", "value": "x"},
                },
            ],
            "outputs": ["b"],
        },
        {
            "steps": [
                SELECT,
                {
                    "op": "Filter",
                    "id": "b",
                    "input": "a",
                    "field": "n",
                    "predicate": {"kind": "eq", "value": [1]},
                },
            ],
            "outputs": ["b"],
        },
        {
            "steps": [SELECT, {"op": "TemporalSlice", "id": "b", "input": "a", "known_seq": "3"}],
            "outputs": ["b"],
        },
        {
            "steps": [SELECT, {"op": "Guard", "id": "b", "input": "a", "expects": 1}],
            "outputs": ["b"],
        },
    ],
)
def test_anything_else_is_refused(written: Any) -> None:
    """CQR G12: empty steps or outputs, unknown operators, names and kinds are refused."""
    with pytest.raises(RecipeRefused) as refused:
        read_plan(written)
    assert Fault.UNSUPPORTED_FEATURE is refused.value.fault
    assert "plan" == refused.value.field


@pytest.mark.parametrize("name", sorted(TEMPLATES))
def test_every_template_runs_on_no_facts(name: str) -> None:
    """The seven recipes of the house stay within their own limits."""
    plan = plan_of(name, {})
    assert plan is not None
    assert run(plan, {}, 0, LIMITS).searched


def test_there_are_seven_and_no_more() -> None:
    """An unknown name is no recipe; nothing is invented for it."""
    assert 7 == len(TEMPLATES)
    assert None is plan_of("current_constraint", {})


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("open_work", {"subject": "x"}),
        ("what_changed", {"since_seq": -1}),
        ("what_changed", {"since_seq": True}),
        ("what_changed", {"since_seq": "3"}),
        ("current_constraints", {"subject": 3}),
    ],
)
def test_parameters_are_checked(name: str, parameters: dict[str, object]) -> None:
    """A parameter that is unknown or of the wrong kind is refused by name."""
    with pytest.raises(InvalidRequest) as refused:
        plan_of(name, parameters)
    assert (refused.value.field or "").startswith("parameters")
