"""What does one report about the use of facts teach?

The report is kept whole. What it teaches is kept apart, once for each receipt, and moves only the
order of cards and the words a question is heard in. Source: CQR 12.3, ADR 0080.
"""

from __future__ import annotations

from itertools import combinations

from cortex.core.anchors.handles import handles_of
from cortex.core.learning import bridges, signals
from cortex.core.learning.questions import memorable_terms, signature_of
from cortex.core.text.digests import canonical_json, digest
from cortex.model.lean_classes import NamedTuple
from cortex.model.learning import (
    AgentOutcome,
    Lesson,
    LessonKind,
    OutcomeWord,
)
from cortex.model.links import LinkRelation
from cortex.model.records import LedgerEntry
from cortex.ports.brain import Brain, BrainWriter

HASH_DOMAIN = "cortex/feedback/1"
UNIT_DOMAIN = "cortex/training-unit/1"
UNIT_DIGITS = 32
LEDGER_PREFIX = "agent_feedback"

LINKED_SOURCES_MAX = 8
"""Facts joined by one report: 28 pairs. Who used more cannot say which two belong together."""


class Report(NamedTuple):
    """One report as it came in, cleaned.

    Args:
        query: the question in words, when the reporter gave it.
        signature: of the question a receipt was given for; None without one.
        vote: what may vote once: the receipt, or what stands for one.
    """

    outcome: AgentOutcome
    query: str | None
    signature: str | None
    vote: str


class Taught(NamedTuple):
    """What a report taught.

    Args:
        counted: False when its receipt had voted before.
        links: pairs of facts joined, or parted by harm.
        signals: facts for which use now speaks otherwise.
        bridges: pairs of words voted on.
        is_on: whether anything is learned at all.
    """

    counted: bool = False
    links: int = 0
    signals: int = 0
    bridges: int = 0
    is_on: bool = True


class _Asked(NamedTuple):
    """The question a report is about."""

    signature: str
    terms: tuple[str, ...]


def record(brain: Brain, report: Report, now_us: int) -> Taught:
    """Keep a report and take what it teaches, in one transaction.

    Raises:
        StoreBusy, StoreReadOnly, DiskFull: nothing was recorded.
    """
    with brain.writing() as writer:
        writer.learning.keep_outcome(report.outcome)
        if writer.learning.votes() is None:
            return Taught(is_on=False)
        return _learn(writer, report, now_us)


def _learn(writer: BrainWriter, report: Report, now_us: int) -> Taught:
    outcome = report.outcome
    if not _is_first(writer, report, now_us):
        return Taught()
    amount = signals.vote(outcome.outcome, is_harmful=outcome.is_harmful)
    is_lesson = outcome.is_harmful or outcome.outcome is OutcomeWord.SUCCESS
    asked = _asked(writer, report)
    if is_lesson:
        writer.learning.keep_lesson(_lesson(report, asked, now_us))
    if asked is None or amount is None or not outcome.used:
        return Taught(counted=True, links=_link(writer, outcome) if is_lesson else 0)
    _signal(writer, outcome, amount, now_us)
    if not is_lesson:
        return Taught(counted=True, signals=len(outcome.used))
    if not outcome.is_harmful:
        writer.learning.remember_question(outcome.principal, asked, (0, 1), now_us)
    return Taught(
        counted=True,
        links=_link(writer, outcome),
        signals=len(outcome.used),
        bridges=_bridge(writer, outcome, asked, now_us),
    )


def _is_first(writer: BrainWriter, report: Report, now_us: int) -> bool:
    """Tell whether this receipt speaks for the first time, and remember that it did.

    Harm has a vote beside the use in which it was found out.
    """
    outcome = report.outcome
    unit = _unit(report)
    if writer.find_ledger(outcome.principal, unit) is not None:
        return False
    spoken = canonical_json({"outcome": outcome.outcome.value, "used": list(outcome.used)})
    entry = LedgerEntry(
        principal=outcome.principal,
        idempotency_key=unit,
        request_id=unit,
        canonical_hash=digest(HASH_DOMAIN, spoken.encode("utf-8", "replace")),
        outcome_json=spoken,
        recorded_us=now_us,
    )
    writer.remember(entry)
    return True


def _unit(report: Report) -> str:
    """Name what votes once: the receipt, or what stands for one, and the kind of vote."""
    kind = LessonKind.HARMFUL_USE if report.outcome.is_harmful else LessonKind.VERIFIED_USE
    named = digest(UNIT_DOMAIN, f"{kind.value}:{report.vote}".encode("utf-8", "replace"))
    return f"{LEDGER_PREFIX}:{named[:UNIT_DIGITS]}"


def _asked(writer: BrainWriter, report: Report) -> _Asked | None:
    """Give the question: the one told, else the one the receipt was given for."""
    if report.query is not None:
        terms = memorable_terms(report.query)
        return _Asked(signature_of(report.query), terms) if terms else None
    if report.signature is None:
        return None
    known = writer.learning.find_question(report.outcome.principal, report.signature)
    return None if known is None else _Asked(known.signature, known.terms)


def _lesson(report: Report, asked: _Asked | None, now_us: int) -> Lesson:
    outcome = report.outcome
    return Lesson(
        principal=outcome.principal,
        unit=_unit(report),
        kind=LessonKind.HARMFUL_USE if outcome.is_harmful else LessonKind.VERIFIED_USE,
        reward=-1 if outcome.is_harmful else 1,
        signature="" if asked is None else asked.signature,
        cues=() if asked is None else asked.terms,
        fact_ids=outcome.used,
        at_us=now_us,
    )


def _link(writer: BrainWriter, outcome: AgentOutcome) -> int:
    """Join the facts that served together, or part those that did harm; give the pairs."""
    pairs = list(combinations(outcome.used[:LINKED_SOURCES_MAX], 2))
    for low, high in pairs:
        relation = LinkRelation.USED_WITH.value
        writer.use_link(low, high, relation, is_rejected=outcome.is_harmful)
    return len(pairs)


def _signal(writer: BrainWriter, outcome: AgentOutcome, amount: float, now_us: int) -> None:
    known = writer.learning.signals(outcome.principal, outcome.used)
    writer.learning.keep_signals(
        outcome.principal,
        [signals.heard(known.get(i), i, amount, now_us) for i in outcome.used],
    )


def _bridge(writer: BrainWriter, outcome: AgentOutcome, asked: _Asked, now_us: int) -> int:
    """Vote on the words of the question and of the facts used; give the pairs of words."""
    facts = writer.facts(outcome.used[: bridges.SOURCES_MAX])
    answered = [[term for term, _ in handles_of(fact.content).terms] for fact in facts]
    every = {*asked.terms, *(term for terms in answered for term in terms)}
    pairs = bridges.pairs(asked.terms, answered, writer.term_frequencies(sorted(every)))
    votes = (0, 1) if outcome.is_harmful else (1, 0)
    writer.learning.add_to_bridges(outcome.principal, pairs, votes, now_us)
    return len(pairs)
