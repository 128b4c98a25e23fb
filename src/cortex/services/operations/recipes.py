"""How does an agent ask for a recipe instead of a question?

By ``recipe`` or by a need ``recipe:<name>``. An unknown name falls back to ordinary recall and says
so; a plan of the agent's own is tried on no facts first. Source: docs/formats/recipes.md, ADR 0082.
"""

from __future__ import annotations

from collections.abc import Mapping

from cortex.core.names.nearness import nearest_name
from cortex.core.recipes.interpreter import run
from cortex.core.recipes.plans import read_plan
from cortex.core.recipes.templates import LIMITS, TEMPLATES, plan_of
from cortex.model.callers import Caller, Place
from cortex.model.cards import POLICY_EPOCH
from cortex.model.operations import OperationStatus
from cortex.model.recipes import OPERATOR_VERSION, Fault, Limits, Plan
from cortex.model.refusals import RecipeRefused
from cortex.services.operations.arguments import Arguments
from cortex.services.operations.host import OperationHost
from cortex.services.operations.needs import RECIPE_PREFIX
from cortex.services.recipes import Order, serve
from cortex.wire.encoding import encode
from cortex.wire.instants import parse_instant

RECIPE_FIELDS = ("recipe", "plan", "parameters", "environment")
"""Arguments of query that belong to recipes."""

PROPOSED = "proposed"
FELL_BACK = "unknown_recipe_fell_back_to_recall"

PLAN_BYTES_MAX = 65_536
"""UTF-8 bytes of a proposed plan with its annotation: as many as a recipe may give back."""


def recipe_named(arguments: Arguments) -> str | None:
    """Give the recipe a query asks for, or None when it asks for none."""
    named = arguments.name("recipe")
    if named is not None:
        return named.strip().removeprefix(RECIPE_PREFIX)
    for need in arguments.texts("needs"):
        if need.startswith(RECIPE_PREFIX):
            return need.removeprefix(RECIPE_PREFIX).strip()
    return None


def answer_recipe(
    host: OperationHost, arguments: Arguments, caller: Caller, place: Place
) -> dict[str, object] | None:
    """Give what a recipe gives; None when none is asked for, or there is none of that name.

    Raises:
        InvalidRequest: a parameter or the plan cannot be read, or a limit of recipes was reached.
    """
    name = recipe_named(arguments)
    if name is None:
        return None
    source = None
    if name == PROPOSED:
        plan, source = _proposed(host, arguments)
        limits = Limits()
    else:
        found = plan_of(name, _parameters(arguments))
        if found is None:
            return None
        plan, limits = found, LIMITS
    order = Order(
        name=name,
        plan=plan,
        limits=limits,
        principal=caller.principal,
        gate=host.gate(place, caller),
        environment=arguments.value("environment"),
        policy=str(POLICY_EPOCH),
    )
    host.asking(caller)
    served = serve(host.known, order)
    told: dict[str, object] = {
        "name": name,
        "cached": served.is_cached,
        "operator": OPERATOR_VERSION,
    }
    if source is not None:
        told["source"] = source
    return {
        "status": OperationStatus.OK.value,
        "recipe": told,
        "values": served.values,
        "trust": {"kind": "recalled_claim", "instruction": False},
    }


def fell_back(arguments: Arguments) -> dict[str, object]:
    """Give what an answer of recall says when a recipe was asked for that there is not."""
    name = recipe_named(arguments)
    if name is None:
        return {}
    known = sorted(TEMPLATES)
    return {"recipe": {"name": name, "status": FELL_BACK, "known": known}}


def require_known_recipe(arguments: Arguments) -> None:
    """Refuse a recipe there is not, where no question says what to recall instead.

    Raises:
        InvalidRequest: one was named, and answer_recipe had none of that name.
    """
    name = recipe_named(arguments)
    if name is not None:
        known = (*sorted(TEMPLATES), PROPOSED)
        near = nearest_name(name, known)
        remedy = f"it is one of: {', '.join(known)}" if near is None else f"did you mean '{near}'?"
        field = "recipe" if arguments.has("recipe") else "needs"
        arguments.refuse(field, "names no recipe", remedy)


def _parameters(arguments: Arguments) -> Mapping[str, object]:
    given = arguments.value("parameters")
    if given is None:
        return {}
    if not isinstance(given, Mapping):
        arguments.refuse("parameters", "must be an object with named values")
    return {str(name): value for name, value in given.items()}


def _proposed(host: OperationHost, arguments: Arguments) -> tuple[Plan, dict[str, object]]:
    """Read a plan of an agent and try it on no facts, so that a broken one touches none."""
    given = arguments.value("plan")
    if given is None:
        arguments.refuse("plan", "is missing", "give {steps, outputs}, or name a recipe")
    size = len(encode(given).encode("utf-8", "replace"))
    if size > PLAN_BYTES_MAX:
        arguments.refuse("plan", f"has more than {PLAN_BYTES_MAX} bytes")
    plan = read_plan(_with_instants(given, host.now_us()))
    try:
        run(plan, {}, 0)
    except RecipeRefused as error:
        # What a guard takes for granted may hold where there are facts.
        if error.fault is not Fault.GUARD_FAILED:
            raise
    note = given.get("annotation") if isinstance(given, Mapping) else None
    annotation = 0 if note is None else len(encode(note).encode("utf-8", "replace"))
    return plan, {"kind": "agent_proposed", "annotation_bytes": annotation, "plan_bytes": size}


def _with_instants(given: object, now_us: int) -> object:
    """Give a plan whose slices name their instant in microseconds instead of as text."""
    if not isinstance(given, Mapping) or not isinstance(given.get("steps"), list):
        return given
    steps = []
    for place, step in enumerate(given["steps"]):
        told = step
        if isinstance(step, Mapping) and isinstance(step.get("valid_at"), str):
            field = f"plan.steps[{place}].valid_at"
            at_us = parse_instant(step["valid_at"], field=field, now_us=now_us)
            told = {key: value for key, value in step.items() if key != "valid_at"}
            told["valid_at_us"] = at_us
        steps.append(told)
    return {**given, "steps": steps}
