"""Does a graph still answer what is known about it, and tell nothing it should not?

One case a line of JSON: a prompt, what has to be told, what may be, what must not be.
Source: OGL 3.10, docs/formats/client-graph.md.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from cortex.core.seat.claims import normal
from cortex.model.client_graph import SourcedFact
from cortex.model.errors import InvalidRequest
from cortex.model.lean_classes import NamedTuple

CASES_MAX = 1_000
CASE_BYTES_MAX = 1_048_576
"""Bytes of a file of cases."""

_FIELDS = {"prompt", "expect", "allow", "absent", "silent", "note"}
_FORMAT = "docs/formats/client-graph.md shows one"


class Expected(NamedTuple):
    """A fact by its noun, what of it, and its value; an empty part fits everything."""

    entity: str
    predicate: str
    value: str


class Case(NamedTuple):
    """One known answer.

    Attributes:
        line: its line in the file.
        prompt: as a person, a relay or a scheduler would write it.
        expect: what has to be told.
        allow: what may be told besides.
        absent: what must not be told.
        is_silent: nothing at all may be told.
    """

    line: int
    prompt: str
    expect: tuple[Expected, ...]
    allow: tuple[Expected, ...]
    absent: tuple[Expected, ...]
    is_silent: bool


class Judged(NamedTuple):
    """How one case went; ``wrong`` holds sentences, none when it passed."""

    case: Case
    told: int
    fitting: int
    found: int
    wrong: tuple[str, ...]


def read_cases(text: str) -> tuple[Case, ...]:
    """Give the cases of a file; empty lines and lines that begin with # say nothing.

    Raises:
        InvalidRequest: a line is no case, or there is none.
    """
    cases = []
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), start=1):
        if line.strip() and not line.lstrip().startswith("#"):
            cases.append(_case(number, line))
    if not cases or len(cases) > CASES_MAX:
        message = f"a file of cases holds 1 to {CASES_MAX}, and this one {len(cases)}"
        raise InvalidRequest(message, field="--cases")
    return tuple(cases)


def judge(case: Case, told: Sequence[SourcedFact]) -> Judged:
    """Tell how a case went, given the facts that were told."""
    found = [one for one in case.expect if any(_fits(one, fact) for fact in told)]
    wanted = (*case.expect, *case.allow)
    fitting = sum(1 for fact in told if any(_fits(one, fact) for one in wanted))
    wrong = [f"not told: {_shown(one)}" for one in case.expect if one not in found]
    wrong += [
        f"told: {_shown(one)}" for one in case.absent if any(_fits(one, fact) for fact in told)
    ]
    if case.is_silent and told:
        wrong.append(f"told {len(told)} facts where silence was right")
    return Judged(case, len(told), fitting, len(found), tuple(wrong))


def precision(judged: Sequence[Judged]) -> float:
    """Give which share of what was told was wanted; 1 when nothing was told."""
    told = sum(one.told for one in judged)
    return sum(one.fitting for one in judged) / told if told else 1.0


def recall(judged: Sequence[Judged]) -> float:
    """Give which share of what was wanted was told; 1 when nothing was wanted."""
    wanted = sum(len(one.case.expect) for one in judged)
    return sum(one.found for one in judged) / wanted if wanted else 1.0


def _case(number: int, line: str) -> Case:
    try:
        row = json.loads(line)
        prompt = row["prompt"]
        is_silent = row.get("silent", False)
        is_case = set(row) <= _FIELDS and isinstance(prompt, str) and isinstance(is_silent, bool)
        expect, allow, absent = (
            tuple(_expected(one) for one in row.get(name, ()))
            for name in ("expect", "allow", "absent")
        )
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        message = f"line {number} is no case: it takes prompt, and expect, allow, absent or silent"
        raise InvalidRequest(message, field="--cases", remedy=_FORMAT) from None
    if not is_case:
        message = f"line {number} is no case: a field is unknown, or of another kind"
        raise InvalidRequest(message, field="--cases", remedy=_FORMAT)
    if not (expect or allow or absent or is_silent):
        message = f"line {number} checks nothing"
        raise InvalidRequest(message, field="--cases", remedy='add "expect" or "silent": true')
    return Case(number, prompt, expect, allow, absent, is_silent)


def _expected(row: object) -> Expected:
    if not isinstance(row, dict) or not row or set(row) - {"entity", "predicate", "value"}:
        raise TypeError
    return Expected(*(str(row.get(name, "")) for name in ("entity", "predicate", "value")))


def _fits(one: Expected, told: SourcedFact) -> bool:
    pairs = (
        (one.entity, told.entity.name), (one.predicate, told.fact.predicate),
        (one.value, f"{told.fact.value} {told.fact.normal}"),
    )  # fmt: skip
    return all(not wanted or f" {normal(wanted)} " in f" {normal(said)} " for wanted, said in pairs)


def _shown(one: Expected) -> str:
    return ": ".join(filter(None, one))
