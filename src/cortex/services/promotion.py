"""How does a statement become more than what somebody said?

By a rule that the operator's policy opens to this caller, and on evidence that is kept with it:
what it rests on, what speaks against it, who promoted it and what would take it back.
Source: CQR 5.7, ADR 0076, docs/formats/promotion.md.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NoReturn

from cortex.core.facts.structured import clean_fields, read_fields
from cortex.core.promotion.policy import is_allowed
from cortex.core.promotion.trials import blocks_lesson, has_failed, has_succeeded, independent
from cortex.core.text.digests import canonical_json
from cortex.model.commits import CommitOutcome, CommitRequest
from cortex.model.errors import Denied, InvalidRequest
from cortex.model.facts import Epistemic, Fact, RetentionClass
from cortex.model.gates import Gate, TemporalMode
from cortex.model.lean_classes import NamedTuple
from cortex.model.limits import RELATIONS_MAX
from cortex.model.promotion import (
    CASE_TYPE,
    COUNTEREXAMPLE_TYPE,
    POPULATION_MAX,
    PROMOTED_TYPES,
    RULE_VERSION,
    TRIALS_MIN,
    PromotePolicy,
    PromoteRequest,
    Rule,
)
from cortex.model.relations import Relation, Role
from cortex.model.scopes import USER_SCOPE_ID
from cortex.services.find import get_fact

if TYPE_CHECKING:
    from cortex.model.callers import Caller
    from cortex.services.commit import Committing

TRIALS_READ_MAX = 1000
"""Cases and counterexamples looked at; with more, what speaks against might be missed, so none is
promoted."""

_TRIALS = (CASE_TYPE, COUNTEREXAMPLE_TYPE)
_CHECKED = ("predicate", "artifact", "checker")


class Promoted(NamedTuple):
    """What was promoted, and the facts for and against it, by id."""

    outcome: CommitOutcome
    population: tuple[Fact, ...]
    exclusions: tuple[Fact, ...]


class _Evidence(NamedTuple):
    population: tuple[Fact, ...] = ()
    exclusions: tuple[Fact, ...] = ()
    preconditions: object = None


def promoter(caller: Caller) -> str:
    """Give the principal under which a caller promotes: an agent is never its person."""
    return caller.principal if caller.is_person else f"agent:{caller.agent}"


def promote(work: Committing, policy: PromotePolicy, asked: PromoteRequest) -> Promoted:
    """Keep a promoted statement inside the transaction of ``work``.

    A lesson is kept in its target scope, which ``work`` must be in.

    Raises:
        Denied: the policy does not open the rule to this caller.
        InvalidRequest: the evidence is missing or speaks against it.
        NotFound: a source does not exist, or not for this caller.
        CortexError: as ``prepare`` and ``deposit``.
    """
    principal = promoter(work.caller)
    rule = policy.rules[asked.rule]
    if not is_allowed(principal, rule.principals):
        message = f"'{principal}' may not use the rule '{asked.rule}'"
        remedy = "let a person promote it, or name the principal in promote-policy.json"
        raise Denied(message, remedy=remedy, field="promote.rule")
    evidence = _EVIDENCE[asked.rule](work, asked)
    is_checked = asked.rule is Rule.CHECKER_RESULT
    epistemic = Epistemic.CHECKER_VERIFIED if is_checked else Epistemic.SUPPORTED
    fields: dict[str, object] = {
        "authority": asked.authority,
        "epistemic": epistemic.value,
        "exclusions": [fact.reference for fact in evidence.exclusions],
        "population": [fact.reference for fact in evidence.population],
        "preconditions": evidence.preconditions,
        "promoted_by": principal,
        "revocation_triggers": list(rule.revocation),
        "rule": asked.rule.value,
        "rule_version": RULE_VERSION,
        "scope": work.scope.scope_id,
    }
    request = CommitRequest(
        text=asked.text,
        type=PROMOTED_TYPES[asked.rule],
        context=asked.context,
        thread=asked.thread,
        paths=asked.paths,
        retention=RetentionClass.DURABLE,
        fields=fields,
    )
    outcome = work.keep(request, epistemic)
    _relate(work, outcome, evidence)
    return Promoted(outcome, evidence.population, evidence.exclusions)


def _relate(work: Committing, outcome: CommitOutcome, evidence: _Evidence) -> None:
    """Keep what a promoted statement rests on and what speaks against it; a replay has it."""
    if outcome.is_replay:
        return
    roles = ((Role.COUNTEREVIDENCE, evidence.exclusions), (Role.SUPPORT, evidence.population))
    named = [(role, fact) for role, facts in roles for fact in facts]
    for role, fact in named[:RELATIONS_MAX]:
        relation = Relation(outcome.fact.fact_id, role, fact.fact_id)
        work.writer.relations.add(relation, outcome.version_id)


def _for_preference(work: Committing, asked: PromoteRequest) -> _Evidence:
    return _Evidence(_sources(work, asked), preconditions=asked.preconditions)


def _for_checker_result(work: Committing, asked: PromoteRequest) -> _Evidence:
    given = asked.preconditions
    said = given if isinstance(given, Mapping) else {}
    for name in _CHECKED:
        value = said.get(name)
        if not isinstance(value, str) or not value.strip():
            remedy = f"name {', '.join(_CHECKED)}"
            _refuse("preconditions", f"does not name the {name}", remedy)
    if said.get("passed") is not True:
        remedy = "a check that did not pass is an attempt: record it on its thread"
        _refuse("preconditions", "does not say passed=true", remedy)
    return _Evidence(_sources(work, asked), preconditions=said)


def _for_procedure(work: Committing, asked: PromoteRequest) -> _Evidence:
    """Give the independent trials under these preconditions, and all that failed under them."""
    wanted = read_fields(clean_fields({"preconditions": asked.preconditions}).text)
    preconditions = wanted.get("preconditions")
    if preconditions is None:
        remedy = "name what must hold, in the words of the cases"
        _refuse("preconditions", "is missing", remedy)
    known = work.writer.threads.trials(
        _TRIALS, canonical_json(preconditions), _gate(work), TRIALS_READ_MAX + 1
    )
    _require_readable(known)
    population = independent([fact for fact in known if has_succeeded(fact)])
    if asked.sources:
        named = {fact.fact_id for fact in _sources(work, asked)}
        population = tuple(fact for fact in population if fact.fact_id in named)
    if len(population) < TRIALS_MIN:
        fault = f"has {len(population)} independent successful case(s), {TRIALS_MIN} are needed"
        remedy = "a copy, or a second try of the same agent, is no second trial"
        _refuse("preconditions", fault, remedy)
    exclusions = tuple(fact for fact in known if has_failed(fact))
    return _Evidence(population[:POPULATION_MAX], exclusions[:POPULATION_MAX], preconditions)


def _for_lesson(work: Committing, asked: PromoteRequest) -> _Evidence:
    """Give the sources of a lesson, unless something in the target scope speaks against them."""
    if not asked.target_scope:
        _refuse("target_scope", "is missing", "name the project the lesson is for, or `user`")
    if not asked.authority or not asked.authority.strip():
        _refuse("authority", "is missing", "say on whose word the lesson goes to another project")
    sources = _sources(work, asked)
    if not sources:
        _refuse("sources", "is missing", "name at least one fact the lesson comes from")
    target = work.scope.scope_id
    scopes = None if target == USER_SCOPE_ID else (target,)
    known = work.writer.threads.facts_typed(_TRIALS, _gate(work, scopes), TRIALS_READ_MAX + 1)
    _require_readable(known)
    against = [fact for fact in known if blocks_lesson(fact, sources)]
    if against:
        shown = ", ".join(fact.reference for fact in against[:3])
        remedy = "settle the counterexample first, or narrow the lesson"
        _refuse("target_scope", f"has what disconfirms the lesson: {shown}", remedy)
    return _Evidence(sources, preconditions=asked.preconditions)


_EVIDENCE = {
    Rule.PREFERENCE: _for_preference,
    Rule.CHECKER_RESULT: _for_checker_result,
    Rule.PROCEDURE: _for_procedure,
    Rule.CROSS_PROJECT_LESSON: _for_lesson,
}


def _sources(work: Committing, asked: PromoteRequest) -> tuple[Fact, ...]:
    if len(asked.sources) > POPULATION_MAX:
        _refuse("sources", f"names more than {POPULATION_MAX} facts", "name the decisive ones")
    field = "promote.sources"
    found = {
        fact.fact_id: fact
        for name in asked.sources
        for fact in (get_fact(work.writer, name, work.caller, field),)
    }
    return tuple(found[fact_id] for fact_id in sorted(found))


def _gate(work: Committing, scope_ids: tuple[str, ...] | None = ()) -> Gate:
    asked = work.scope.visible_ids if scope_ids == () else scope_ids
    return Gate(TemporalMode.CURRENT, work.now_us, asked, work.caller.owner_id)


def _require_readable(known: Sequence[Fact]) -> None:
    if len(known) > TRIALS_READ_MAX:
        fault = f"has more than {TRIALS_READ_MAX} cases, so what speaks against may be missed"
        _refuse("preconditions", fault, "make the preconditions narrower")


def _refuse(name: str, fault: str, remedy: str) -> NoReturn:
    field = f"promote.{name}"
    message = f"'{field}' {fault}"
    raise InvalidRequest(message, remedy=remedy, field=field)
