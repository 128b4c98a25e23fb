"""What does Cortex know that answers this question?

Reads one snapshot, gathers evidence, admits, orders and explains. Writes nothing; the counters of
what was served are handed back for the next writer. Source: CQR 2.12, ADR 0031.
"""

from __future__ import annotations

from cortex.core.anchors.files import files_named
from cortex.core.query.frame import Frame, read_question
from cortex.core.recall.cards import (
    Setting,
    card_of,
    conflict_notes,
    leads_from,
    numbered,
)
from cortex.core.recall.pool import Candidate
from cortex.core.scopes.paths import is_absolute
from cortex.model.cards import (
    Card,
    Coverage,
    Lead,
    NearScope,
    View,
    ViewStatus,
)
from cortex.model.evidence import Admission
from cortex.model.facts import FactKind
from cortex.model.gates import Gate, TemporalMode
from cortex.model.lean_classes import NamedTuple
from cortex.model.limits import PINNED_CARDS_MAX
from cortex.services.closure import close_over
from cortex.services.evidence import in_scope
from cortex.services.judgement import Judgement, conflicts_by_fact, is_from_elsewhere, judge

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from cortex.model.facts import Fact
    from cortex.model.questions import Question
    from cortex.model.scopes import Scope
    from cortex.ports.brain import Brain, BrainReader

NEAR_SCOPES_MAX = 5
"""Other scopes named when nothing was found here."""


class Asker(NamedTuple):
    """Where and for whom a question is asked, resolved by the caller of this service.

    ``scope_ids`` None searches every scope. ``is_missing`` tells whether a path that a fact of the
    asker's own scope names is not on this disk (False when it cannot be known).
    """

    scope: Scope
    scope_ids: tuple[str, ...] | None
    owner_id: int | None
    now_us: int
    is_missing: Callable[[str], bool] = lambda _path: False


def recall(brain: Brain, question: Question, asker: Asker) -> View:
    """Answer a question with admitted cards, or with an honest nothing.

    The same store, question and instant give the same bytes. Raises nothing for a question without
    words: it matches nothing.
    """
    with brain.reading() as reader:
        return answer(reader, judge_question(reader, question, asker), question, asker)


def judge_question(reader: BrainReader, question: Question, asker: Asker) -> Judgement:
    """Read a question and judge every fact that is heard for it."""
    frame = read_question(question)
    gate = Gate(
        mode=frame.mode,
        at_us=asker.now_us if frame.as_of_us is None else frame.as_of_us,
        scope_ids=asker.scope_ids,
        owner_id=asker.owner_id,
    )
    return judge(reader, frame, gate, question, asker.scope)


def answer(reader: BrainReader, verdict: Judgement, question: Question, asker: Asker) -> View:
    """Give the view of a judgement made in the same snapshot."""
    frame, gate, shown = verdict.frame, verdict.gate, verdict.shown
    setting = Setting(gate, reader.head(), verdict.gathered.units)
    pinned = _pinned(reader, verdict, setting, asker) if question.wants_pinned else ()
    near = () if shown else _near_scopes(reader, frame, gate, question, asker)
    leads = _leads(verdict) if question.wants_leads else ()
    cards = _told(reader, verdict, setting, asker, pinned)
    return View(
        status=_status(len(cards), leads, verdict),
        question=frame.text,
        mode=frame.mode,
        at_us=gate.at_us,
        is_as_of=frame.as_of_us is not None,
        scope_id=asker.scope.scope_id,
        cards=cards,
        leads=leads,
        near_scopes=near,
        coverage=_coverage(reader, verdict),
        admitted_count=len(shown),
        head=setting.head,
        restore_epoch=reader.restore_epoch(),
        frontier=reader.change_items.frontier(),
    )


def admitted_cards(reader: BrainReader, verdict: Judgement, asker: Asker) -> tuple[Card, ...]:
    """Give the cards of a judgement made in the same snapshot, without the rest of the view."""
    if not verdict.shown:
        return ()
    setting = Setting(verdict.gate, reader.head(), verdict.gathered.units)
    return _told(reader, verdict, setting, asker)


def _told(
    reader: BrainReader,
    verdict: Judgement,
    setting: Setting,
    asker: Asker,
    pinned: Sequence[Card] = (),
) -> tuple[Card, ...]:
    """Give the cards with what limits them and what they rest on, named."""
    own = _cards(reader, verdict, setting, asker)
    closed = close_over(reader, [*own, *pinned], verdict.gate)
    return numbered(_with_evidence(reader, closed))


def _with_evidence(reader: BrainReader, cards: Sequence[Card]) -> list[Card]:
    """Give the cards with the references of what their facts cite."""
    cited = reader.citations([card.fact.fact_id for card in cards])
    if not cited:
        return list(cards)
    return [card._replace(evidence=cited.get(card.fact.fact_id, ())) for card in cards]


def _cards(reader: BrainReader, verdict: Judgement, setting: Setting, asker: Asker) -> list[Card]:
    others = _opponents(reader, verdict)
    cards = []
    for fact_id in verdict.shown:
        fact, conflicts = verdict.facts[fact_id], verdict.conflicts.get(fact_id, ())
        notes = (*conflict_notes(fact, conflicts, others, verdict.gate), *_place_notes(fact, asker))
        cards.append(
            card_of(
                verdict.gathered.pool.of(fact_id),
                fact,
                verdict.rules[fact_id],
                setting,
                conflicts=conflicts,
                notes=notes,
            )
        )
    return cards


def _opponents(reader: BrainReader, verdict: Judgement) -> dict[int, Fact]:
    """Load the other sides of the shown facts' conflicts, through the caller's rights."""
    wanted = {
        other
        for fact_id in verdict.shown
        for c in verdict.conflicts.get(fact_id, ())
        for other in (c.source_fact_id, c.target_fact_id)
    }
    everything = Gate(TemporalMode.HISTORICAL, verdict.gate.at_us, None, verdict.gate.owner_id)
    return {fact.fact_id: fact for fact in reader.facts(sorted(wanted), everything)}


def _place_notes(fact: Fact, asker: Asker) -> tuple[str, ...]:
    """Mark what was recorded in another checkout, and what names a file that is gone."""
    notes = []
    if is_from_elsewhere(fact, asker.scope):
        worktree, branch = fact.content.provenance.worktree, fact.content.provenance.branch
        notes.append(f"recorded in another checkout: {worktree} (branch {branch or 'unknown'})")
    for path in files_named(fact.content, asker.scope.root):
        # Where the relative paths of another scope start is not known here.
        is_known = is_absolute(path) or fact.content.scope_id == asker.scope.scope_id
        if is_known and asker.is_missing(path):
            notes.append(f"may be stale: {path} is not there")
            break
    return tuple(notes)


def _pinned(reader: BrainReader, verdict: Judgement, setting: Setting, asker: Asker) -> list[Card]:
    shown = verdict.shown
    facts = [
        fact
        for fact in reader.pinned(verdict.gate, PINNED_CARDS_MAX + len(shown))
        if fact.fact_id not in shown
    ][:PINNED_CARDS_MAX]
    conflicts = conflicts_by_fact(reader, [fact.fact_id for fact in facts])
    return [
        card_of(
            verdict.gathered.pool.candidates.get(fact.fact_id, Candidate(fact.fact_id)),
            fact,
            Admission.PINNED,
            setting,
            conflicts=conflicts.get(fact.fact_id, ()),
            notes=_place_notes(fact, asker),
        )
        for fact in facts
    ]


def _leads(verdict: Judgement) -> tuple[Lead, ...]:
    rejected = [verdict.gathered.pool.of(fact_id) for fact_id in verdict.rejected]
    return leads_from(rejected, verdict.facts, verdict.gathered.units)


def _near_scopes(
    reader: BrainReader, frame: Frame, gate: Gate, question: Question, asker: Asker
) -> tuple[NearScope, ...]:
    """Tell which other scopes would have answered, by asking them the same question."""
    if gate.scope_ids is None:
        return ()
    everywhere = judge(reader, frame, in_scope(gate, None), question, asker.scope)
    counts: dict[str, int] = {}
    for fact_id in everywhere.order:
        scope_id = everywhere.facts[fact_id].content.scope_id
        if scope_id not in gate.scope_ids and scope_id != asker.scope.scope_id:
            counts[scope_id] = counts.get(scope_id, 0) + 1
    names = {row.scope_id: row.name for row in reader.scopes()} if counts else {}
    ordered = sorted(counts, key=lambda scope_id: (-counts[scope_id], scope_id))
    return tuple(
        NearScope(scope_id, names.get(scope_id, scope_id), counts[scope_id])
        for scope_id in ordered[:NEAR_SCOPES_MAX]
    )


def _status(cards: int, leads: Sequence[Lead], verdict: Judgement) -> ViewStatus:
    if cards:
        return ViewStatus.OK
    if verdict.order:
        return ViewStatus.PARTIAL
    if leads or any(route.is_exhausted or route.is_capped for route in verdict.routes):
        return ViewStatus.AMBIGUOUS
    return ViewStatus.NO_MATCH


def _coverage(reader: BrainReader, verdict: Judgement) -> Coverage:
    answered = frozenset[int]().union(
        *(verdict.gathered.pool.of(fact_id).match.matched for fact_id in verdict.shown)
    )
    units = verdict.gathered.units
    decisions = sum(f.content.kind is FactKind.DECISION for f in verdict.facts.values())
    return Coverage(
        searched_scopes=verdict.gate.scope_ids,
        corpus_size=verdict.gathered.corpus_size,
        routes=verdict.routes,
        omitted=tuple(
            (verdict.facts[fact_id].reference, verdict.reasons[fact_id].obstacle.value)
            for fact_id in (*verdict.beyond, *verdict.cut)
        ),
        cold_rows=reader.ages.cold_rows(verdict.gate.scope_ids),
        cold_searched=not verdict.gate.hides_cold,
        unmatched_words=tuple(
            dict.fromkeys(unit.word for place, unit in enumerate(units) if place not in answered)
        ),
        heard_decisions=decisions,
        heard_memories=len(verdict.facts) - decisions,
    )
