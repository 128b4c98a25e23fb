"""How many independent trials are there among these cases, and what speaks against them?

A trial is a case that succeeded. A later copy of the same words is no second trial, whoever says
it, and neither is a second try of the same agent. Source: CQR 5.7, ADR 0076.
"""

from __future__ import annotations

from collections.abc import Sequence

from cortex.core.facts.structured import read_fields
from cortex.core.text.tokens import words
from cortex.model.facts import Fact
from cortex.model.promotion import CASE_TYPE, COUNTEREXAMPLE_TYPE

_SUCCESSES = ("success", "succeeded", "ok", "pass", "passed")
_FAILURES = ("failure", "failed", "fail", "error")


def has_failed(fact: Fact) -> bool:
    """Tell whether a fact speaks against: a counterexample, or a case that failed."""
    if fact.content.type == COUNTEREXAMPLE_TYPE:
        return True
    fields = read_fields(fact.content.fields)
    is_failure = (
        _outcome(fields) in _FAILURES
        or fields.get("success") is False
        or fields.get("exit_status") not in (None, 0)
    )
    return fact.content.type == CASE_TYPE and is_failure


def has_succeeded(fact: Fact) -> bool:
    """Tell whether a fact is a case whose fields say that it succeeded, and nothing else."""
    fields = read_fields(fact.content.fields)
    is_success = _outcome(fields) in _SUCCESSES or fields.get("success") is True
    return fact.content.type == CASE_TYPE and is_success and not has_failed(fact)


def independent(cases: Sequence[Fact]) -> tuple[Fact, ...]:
    """Give the cases that count as trials, in the order given, which is that of their making.

    Each has an agent that none of them had, and words that nobody used before.
    """
    trials: list[Fact] = []
    agents: set[str] = set()
    texts: set[str] = set()
    for case in cases:
        agent, text = case.content.provenance.source_agent, _said(case.content.text)
        if agent not in agents and text not in texts:
            trials.append(case)
            agents.add(agent)
        texts.add(text)
    return tuple(trials)


def blocks_lesson(fact: Fact, sources: Sequence[Fact]) -> bool:
    """Tell whether a fact of the target scope disconfirms what the sources of a lesson say.

    It does when it failed under the preconditions of a source, or is about the same subject; one
    that names neither may be about anything, so it does as well.
    """
    if not has_failed(fact):
        return False
    mine = _about(fact)
    return not any(mine) or any(
        one is not None and one == other
        for source in sources
        for one, other in zip(mine, _about(source), strict=True)
    )


def _about(fact: Fact) -> tuple[object, str | None]:
    """Give what a fact is about: its preconditions and its subject; None where it says nothing."""
    preconditions = read_fields(fact.content.fields).get("preconditions")
    subject = fact.content.naming.subject
    return preconditions, None if subject is None else subject.casefold()


def _outcome(fields: dict[str, object]) -> str:
    return str(fields.get("outcome", "")).strip().casefold()


def _said(text: str) -> str:
    """Give what copies of a text share: its words, without case and marks."""
    return " ".join(word.surface.casefold() for word in words(text))
