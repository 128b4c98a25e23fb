"""Is a recipe answered through query, and a kept answer used only while all it rests on stands?"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import apsw
import pytest

from cortex.core.recipes.templates import LIMITS, plan_of
from cortex.model.callers import Caller, Place
from cortex.model.gates import Gate, TemporalMode
from cortex.model.recipes import COMPILED_READS_MAX, Fault
from cortex.model.refusals import RecipeRefused
from cortex.services.recipes import Order, serve
from cortex.wiring.house import House, open_house
from cortex.wiring.settings import Settings
from tests.services.operations.conftest import Asking
from tests.services.repositories import make_repository

Recipe = Callable[..., dict[str, Any]]
CONSTRAINTS = "current_constraints"


@pytest.fixture
def recipe(ask: Asking) -> Recipe:
    """Give a function that asks for the constraints, or for another recipe."""

    def asking(name: str = CONSTRAINTS, **arguments: Any) -> dict[str, Any]:
        return ask("query", recipe=name, **arguments)

    ask("commit", text="Never log card numbers", type="constraint", subject="Billing")
    return asking


def cached(answer: dict[str, Any]) -> bool:
    """Tell whether an answer was worked out before."""
    assert "ok" == answer["status"], answer
    return bool(answer["recipe"]["cached"])


def test_a_recipe_is_asked_for_by_name_or_need(ask: Asking, recipe: Recipe) -> None:
    """CQR G12: the reply has status, recipe and values, either way it was asked for."""
    by_name = recipe(parameters={"subject": "billing"})
    by_need = ask("query", needs=[f"recipe:{CONSTRAINTS}"], parameters={"subject": "BILLING"})
    assert ("ok", False, True) == (by_name["status"], cached(by_name), cached(by_need))
    assert by_name["values"] == by_need["values"]
    [row] = by_name["values"]["out"]
    assert ("fact:1", "Never log card numbers") == (row["references"][0], row["fields"]["text"])
    assert not by_name["values"]["has_exceptions"]
    assert {"kind": "recalled_claim", "instruction": False} == by_name["trust"]


def test_an_unrelated_write_keeps_a_kept_answer(ask: Asking, recipe: Recipe) -> None:
    """CQR G12: a fact of a relation that was not searched changes nothing."""
    assert [False, True] == [cached(recipe()) for _ in range(2)]
    ask("commit", text="The mail queue is drained nightly")
    assert cached(recipe())


def test_a_new_exception_invalidates_a_kept_answer(ask: Asking, recipe: Recipe) -> None:
    """CQR G12, C14: a row in a relation that was searched in vain makes the answer a new one."""
    assert [False, True] == [cached(recipe()) for _ in range(2)]
    ask("commit", text="Cards of test accounts may be logged", type="exception", subject="Billing")
    answer = recipe()
    assert (False, True) == (cached(answer), answer["values"]["has_exceptions"])
    assert cached(recipe())


def test_retracting_or_rolling_back_invalidates_too(
    ask: Asking, house: House, recipe: Recipe
) -> None:
    """A used fact that is gone, and one that is back, each make a new answer."""
    ask("commit", text="Never keep card numbers", type="constraint", subject="Billing")
    assert [2, 2] == [len(recipe()["values"]["out"]) for _ in range(2)]
    head = 2
    house.retract("2", "no longer", Caller())
    answers = [recipe(), recipe()]
    assert [(1, False), (1, True)] == [(len(a["values"]["out"]), cached(a)) for a in answers]
    house.rollback(head, Caller(), is_applied=True)
    back = recipe()
    assert (2, False) == (len(back["values"]["out"]), cached(back))


def test_principals_and_environments_have_answers_of_their_own(
    house: House, recipe: Recipe
) -> None:
    """CQR G12: cached is true only for the same principal, parameters and environment."""
    assert not cached(recipe(environment={"branch": "main"}))
    assert cached(recipe(environment={"branch": "main"}))
    assert not cached(recipe(environment={"branch": "other"}))
    assert not cached(recipe())
    assert not cached(recipe(parameters={"subject": "billing"}))
    asked = {"recipe": CONSTRAINTS}
    other = Caller("user:2", "tester", 2)
    assert not cached(house.operate("query", asked, other, Place()))
    assert cached(house.operate("query", asked, other, Place()))


@pytest.mark.parametrize("environment", ["unsupported", {"os": "unknown"}, {"load": 0.5}])
def test_an_unsupported_environment_is_never_unchanged(recipe: Recipe, environment: object) -> None:
    """CQR G12: what cannot be fingerprinted is worked out each time."""
    assert [False, False] == [cached(recipe(environment=environment)) for _ in range(2)]


def test_another_scope_has_an_answer_of_its_own(
    house: House, recipe: Recipe, tmp_path: Path
) -> None:
    """CQR G12, C14: a project's own facts never come out of another one's kept answer."""
    for name in ("alpha", "beta"):
        make_repository(tmp_path / name)
    assert not cached(recipe())
    alpha = {"recipe": CONSTRAINTS, "cwd": str(tmp_path / "alpha")}
    beta = {"recipe": CONSTRAINTS, "cwd": str(tmp_path / "beta")}
    rule = {"text": "Alpha ships on Mondays", "type": "rule", "cwd": alpha["cwd"]}
    house.operate("commit", rule, Caller(), Place())
    told = [house.operate("query", where, Caller(), Place()) for where in (alpha, beta, alpha)]
    assert [False, False, True] == [cached(answer) for answer in told]
    assert [2, 1, 2] == [len(answer["values"]["out"]) for answer in told]


def test_another_policy_or_window_makes_a_new_answer(house: House, recipe: Recipe) -> None:
    """CQR G12: the policy is a guard, and so is time: a fact that ends is not given after it."""
    recipe()
    plan = plan_of(CONSTRAINTS, {})
    assert plan is not None
    now_us = house.now_us()
    house.operate(
        "commit",
        {"text": "Freeze until the audit", "type": "rule", "valid_until": "2999-01-01"},
        Caller(),
        Place(),
    )
    gate = Gate(TemporalMode.CURRENT, house.now_us())
    order = Order(CONSTRAINTS, plan, LIMITS, "solo", gate, policy="p1")
    assert [False, True] == [serve(house.known, order).is_cached for _ in range(2)]
    assert not serve(house.known, order._replace(policy="p2")).is_cached
    assert serve(house.known, order._replace(policy="p2")).is_cached
    later = order._replace(policy="p2", gate=gate._replace(at_us=now_us + 10**18))
    after = serve(house.known, later)
    assert (False, 1) == (after.is_cached, len(after.values["out"]))  # type: ignore[arg-type]  # A list of rows.
    earlier = order._replace(policy="p2", gate=gate._replace(at_us=now_us))
    assert not serve(house.known, earlier).is_cached


def test_kept_answers_are_bounded_and_may_be_dropped(house: House, recipe: Recipe) -> None:
    """Dropping every kept answer changes no answer, only whether it was kept."""
    whole = recipe()["values"]
    connection = apsw.Connection(house.settings.db_path)
    connection.execute("DELETE FROM compiled_guards; DELETE FROM compiled_reads")
    connection.close()
    again = recipe()
    assert (False, whole) == (cached(again), again["values"])
    assert 512 == COMPILED_READS_MAX


def test_an_unknown_recipe_falls_back_to_recall(ask: Asking, recipe: Recipe) -> None:
    """CQR G12: the cards are those of the question, and the answer says so; no plan is invented."""
    answer = recipe("constraints_now", need="which numbers are never logged")
    plain = ask("query", need="which numbers are never logged")
    assert ["decision::1"] == [card["reference"] for card in answer["cards"]]
    assert plain["cards"] == answer["cards"]
    assert "unknown_recipe_fell_back_to_recall" == answer["recipe"]["status"]
    assert CONSTRAINTS in answer["recipe"]["known"]
    assert "recipe" not in plain
    assert "recipe" == ask("query", recipe="constraints_now")["field"]


def proposed(*steps: dict[str, object], outputs: object = ("out",)) -> dict[str, Any]:
    """Give a plan of an agent, with a remark."""
    first = {"op": "Select", "id": "all", "relation": "constraint"}
    return {"annotation": "why", "steps": [first, *steps], "outputs": list(outputs)}  # type: ignore[call-overload]  # A tuple of names.


def test_a_proposed_plan_runs_after_a_trial_on_no_facts(recipe: Recipe) -> None:
    """CQR G12: its source and the bytes of its remark are told; it is kept like any other."""
    plan = proposed(
        {"op": "Guard", "id": "some", "input": "all"}, {"op": "Count", "id": "out", "input": "some"}
    )
    answers = [recipe("proposed", plan=plan) for _ in range(2)]
    assert [False, True] == [cached(answer) for answer in answers]
    assert {"out": 1} == answers[0]["values"]
    source = answers[0]["recipe"]["source"]
    assert ("agent_proposed", 5) == (source["kind"], source["annotation_bytes"])


@pytest.mark.parametrize(
    "plan",
    [
        None,
        "Select",
        proposed({"op": "Explode", "id": "out", "input": "all"}),
        proposed({"op": "Count", "id": "out", "input": "nowhere"}),
        proposed(outputs=()),
        {"steps": [], "outputs": ["out"]},
        proposed({"op": "Render", "id": "out", "input": "all", "template": "Dear {x}"}),
        proposed({"op": "TemporalSlice", "id": "out", "input": "all", "valid_at": "soonish"}),
        {**proposed(), "annotation": "x" * 70_000},
    ],
)
def test_a_broken_plan_is_an_invalid_request(recipe: Recipe, plan: object) -> None:
    """CQR G12: an unknown operator, an empty plan or a free template is refused by name."""
    answer = recipe("proposed", plan=plan)
    assert "invalid_request" == answer["status"]
    assert answer["field"].startswith("plan")


def test_a_slice_of_a_plan_may_name_its_instant_as_text(recipe: Recipe) -> None:
    """Outside, instants are RFC 3339: before the fact was known to hold there is nothing."""
    slices: dict[str, object] = {
        "op": "TemporalSlice",
        "id": "out",
        "input": "all",
        "valid_at": "2001-01-01",
    }
    assert {"out": []} == recipe("proposed", plan=proposed(slices))["values"]


def test_what_changed_counts_what_was_known_before(ask: Asking, recipe: Recipe) -> None:
    """Known before, known now, and what came since, in the order of commits."""
    ask("commit", text="The mail queue is drained nightly")
    values = recipe("what_changed", parameters={"since_seq": 1})["values"]
    assert (1, 2, [2]) == (
        values["known_before"],
        values["known_now"],
        [row["known_seq"] for row in values["out"]],
    )


def test_clashing_values_of_a_key_are_found(ask: Asking, recipe: Recipe) -> None:
    """Statements of one subject that differ stand beside each other."""
    for text in ("Alpha has a nightly backup", "Its owner is Mara Voss"):
        ask("commit", text=text, subject="Alpha")
    ask("commit", text="Beta is idle on weekends", subject="Beta")
    rows = recipe("conflicts")["values"]["out"]
    assert ["2", "3"] == [row["id"] for row in rows]


def test_asking_where_nothing_was_kept_leaves_no_store(tmp_path: Path) -> None:
    """A recipe in an empty home answers nothing and makes no file."""
    home = tmp_path / "home"
    settings = Settings(home=str(home), db_path=str(home / "cortex.db"), cwd=str(tmp_path))
    with open_house(settings) as empty:
        answer = empty.operate("query", {"recipe": "open_work"}, Caller(), Place())
    assert ("ok", {"count": 0, "out": []}) == (answer["status"], answer["values"])
    assert not home.exists()


def test_a_busy_store_answers_without_keeping(house: House, recipe: Recipe, tmp_path: Path) -> None:
    """Nobody waits for an answer to be kept: while another writes, it is only given."""
    settings = house.settings
    with open_house(settings) as other, other.brain.writing():
        assert [False, False] == [cached(recipe()) for _ in range(2)]
    assert [False, True] == [cached(recipe()) for _ in range(2)]


def test_too_many_facts_are_refused_before_they_are_loaded(house: House, recipe: Recipe) -> None:
    """CQR G12: a recipe that would look at more than it may is refused, cached or not."""
    plan = plan_of(CONSTRAINTS, {})
    assert plan is not None
    gate = Gate(TemporalMode.CURRENT, house.now_us())
    rule = {"text": "Never keep card numbers", "type": "rule"}
    house.operate("commit", rule, Caller(), Place())
    order = Order(CONSTRAINTS, plan, LIMITS._replace(max_work=1), "solo", gate)
    for _ in range(2):
        with pytest.raises(RecipeRefused) as refused:
            serve(house.known, order)
        assert Fault.WORK_LIMIT is refused.value.fault
