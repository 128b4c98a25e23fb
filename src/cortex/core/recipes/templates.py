"""Which recipes come with the house?

Each is a function of its parameters; an unknown name is no recipe, and nothing is invented for it.
Source: CQR 12.10, docs/formats/recipes.md.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NoReturn

from cortex.core.anchors.matters import key_of
from cortex.core.anchors.threads import thread_id
from cortex.model.boot import BINDING_TYPES
from cortex.model.errors import InvalidRequest
from cortex.model.lean_classes import NamedTuple
from cortex.model.recipes import (
    EVERY_RELATION,
    Comparison,
    Conflict,
    Count,
    Exists,
    Filter,
    Limits,
    Plan,
    Predicate,
    Project,
    Select,
    Step,
    TemporalSlice,
)

LIMITS = Limits(max_rows=4096, max_work=16_384)
"""What the recipes of the house may do: they are known to be linear in what they search."""

OPEN_STATES = ("proposed", "ready", "in_progress", "blocked", "reopened")
VERIFIED_STATE = "verified_complete"

_IN_FORCE = ("status", Predicate(Comparison.IN, ("active", "disputed")))
_SHOWN = ("text", "subject", "attribute", "type", "thread", "state", "context")

Parameters = Mapping[str, object]


class Template(NamedTuple):
    """A recipe with the names of its parameters, none of which need be given."""

    parameters: tuple[str, ...]
    build: Callable[[Parameters], Plan]


def plan_of(name: str, parameters: Parameters) -> Plan | None:
    """Give the plan of a recipe of the house, or None when there is none of that name.

    Raises:
        InvalidRequest: a parameter is not known or not of its kind.
    """
    template = TEMPLATES.get(name)
    if template is None:
        return None
    unknown = sorted(set(parameters) - set(template.parameters))
    if unknown:
        message = f"the recipe {name} has no parameter '{unknown[0][:40]}'"
        known = ", ".join(template.parameters) or "none"
        raise InvalidRequest(message, remedy=f"its parameters: {known}", field="parameters")
    return template.build(parameters)


def _now(name: str, relations: tuple[str, ...], *where: tuple[str, Predicate] | None) -> list[Step]:
    """Give the steps that take what is in force of some relations; the last one is ``name``."""
    kept = tuple(test for test in (_IN_FORCE, *where) if test is not None)
    return [
        Select(f"{name}_all", relations, kept),
        TemporalSlice(f"{name}_now", f"{name}_all"),
        Project(name, f"{name}_now", _SHOWN),
    ]


def _current_constraints(parameters: Parameters) -> Plan:
    about = _is_about(parameters)
    steps = [
        *_now("out", tuple(sorted(BINDING_TYPES)), about),
        *_now("exceptions", ("exception",), about),
        Exists("has_exceptions", "exceptions"),
    ]
    return Plan(tuple(steps), _named("out", "exceptions", "has_exceptions"))


def _last_verified_outcome(parameters: Parameters) -> Plan:
    done = ("state", Predicate(Comparison.EQ, (VERIFIED_STATE,)))
    thread = _of_thread(parameters)
    steps = [
        *_now("out", ("obligation",), done, thread),
        *_now("results", ("verified_result",), thread),
    ]
    return Plan(tuple(steps), _named("out", "results"))


def _failed_attempts(parameters: Parameters) -> Plan:
    steps = _now("out", ("attempt", "failure"), _of_thread(parameters))
    return Plan(tuple(steps), _named("out"))


def _open_work(parameters: Parameters) -> Plan:
    is_open = ("state", Predicate(Comparison.IN, OPEN_STATES))
    steps = [*_now("out", ("obligation",), is_open, _of_thread(parameters)), Count("count", "out")]
    return Plan(tuple(steps), _named("count", "out"))


def _conflicts(parameters: Parameters) -> Plan:
    key = _text(parameters, "key") or "subject"
    value_field = _text(parameters, "value_field") or "text"
    relation = _text(parameters, "relation") or "decision"
    steps: list[Step] = [
        Select("all", (relation,), (_IN_FORCE,)),
        TemporalSlice("now", "all"),
        Conflict("clashing", "now", key, value_field),
        Project("out", "clashing", tuple(dict.fromkeys((*_SHOWN, key, value_field)))),
    ]
    return Plan(tuple(steps), _named("out"))


def _what_changed(parameters: Parameters) -> Plan:
    since = _sequence(parameters, "since_seq")
    later = Predicate(Comparison.GT, (since,))
    steps: list[Step] = [
        Select("all", (EVERY_RELATION,)),
        TemporalSlice("before", "all", known_seq=since),
        Count("known_before", "before"),
        Count("known_now", "all"),
        Filter("later", "all", "known_seq", later),
        Project("out", "later", (*_SHOWN, "status")),
    ]
    return Plan(tuple(steps), _named("known_before", "known_now", "out"))


def _handoff(parameters: Parameters) -> Plan:
    thread = _of_thread(parameters)
    is_open = ("state", Predicate(Comparison.IN, OPEN_STATES))
    steps = [
        *_now("checkpoints", ("checkpoint",), thread),
        *_now("open_work", ("obligation",), is_open, thread),
        *_now("failed", ("attempt", "failure"), thread),
    ]
    return Plan(tuple(steps), _named("checkpoints", "failed", "open_work"))


TEMPLATES: Mapping[str, Template] = {
    "conflicts": Template(("key", "value_field", "relation"), _conflicts),
    "current_constraints": Template(("subject",), _current_constraints),
    "failed_attempts": Template(("thread",), _failed_attempts),
    "handoff": Template(("thread",), _handoff),
    "last_verified_outcome": Template(("thread",), _last_verified_outcome),
    "open_work": Template(("thread",), _open_work),
    "what_changed": Template(("since_seq",), _what_changed),
}


def _named(*names: str) -> tuple[tuple[str, str], ...]:
    return tuple((name, name) for name in names)


def _is_about(parameters: Parameters) -> tuple[str, Predicate] | None:
    subject = _text(parameters, "subject")
    return (
        None if subject is None else ("subject_key", Predicate(Comparison.EQ, (key_of(subject),)))
    )


def _of_thread(parameters: Parameters) -> tuple[str, Predicate] | None:
    thread = _text(parameters, "thread")
    return None if thread is None else ("thread", Predicate(Comparison.EQ, (thread_id(thread),)))


def _text(parameters: Parameters, name: str) -> str | None:
    value = parameters.get(name)
    if value is None or (isinstance(value, str) and not value.strip()):
        return None
    if not isinstance(value, str):
        _refuse(name, "a text")
    return value


def _sequence(parameters: Parameters, name: str) -> int:
    value = parameters.get(name, 0)
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        _refuse(name, "a whole number from 0")
    return value


def _refuse(name: str, kind: str) -> NoReturn:
    message = f"the parameter '{name}' must be {kind}"
    raise InvalidRequest(message, field=f"parameters.{name}")
