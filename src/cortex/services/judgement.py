"""Which of the facts a store holds for a question are let in, and which are not?

Reads through one snapshot; every decision is made in ``core.recall``. Source: CQR 2.12, ADR 0031.
"""

from __future__ import annotations

from cortex.core.facts.revision import is_revision
from cortex.core.recall import bridging
from cortex.core.recall.dominance import beaten, crowds, is_crowded
from cortex.core.recall.quorum import admit, refusal
from cortex.core.recall.rank import RankKey, rank_key
from cortex.core.recall.refusals import filter_reason
from cortex.core.recall.routes import within_quotas
from cortex.model.cards import Obstacle, Reason
from cortex.model.conflicts import ConflictClass, ConflictRecord, ConflictStatus
from cortex.model.evidence import ARM_ORDER
from cortex.model.lean_classes import NamedTuple
from cortex.model.limits import ANCHOR_CANDIDATES_MAX, CARDS_MAX
from cortex.services.evidence import Gathered, gather

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cortex.core.query.frame import Frame
    from cortex.core.recall.pool import Candidate
    from cortex.model.cards import RouteReport
    from cortex.model.evidence import Admission
    from cortex.model.facts import Fact
    from cortex.model.gates import Gate
    from cortex.model.questions import Question
    from cortex.model.scopes import Scope
    from cortex.ports.brain import BrainReader


class Judgement(NamedTuple):
    """The outcome of admission for one question and gate.

    Args:
        facts: every candidate the gate lets through, by id.
        rules: the rule that let each admitted fact in.
        order: admitted ids, best first; the first ``wanted`` of them are shown.
        cut: ids the law lets in and no better fact beats, beyond the quotas; best first.
        rejected: ids by share of the question.
        conflicts: the conflict records that touch each fact.
        reasons: for every fact that was heard and is not shown, what kept it out.
    """

    frame: Frame
    gate: Gate
    gathered: Gathered
    facts: Mapping[int, Fact]
    rules: Mapping[int, Admission]
    order: tuple[int, ...]
    wanted: int
    cut: tuple[int, ...]
    rejected: tuple[int, ...]
    routes: tuple[RouteReport, ...]
    conflicts: Mapping[int, tuple[ConflictRecord, ...]]
    reasons: Mapping[int, Reason]

    @property
    def shown(self) -> tuple[int, ...]:
        """Give the ids of the facts that become cards, best first."""
        return self.order[: self.wanted]

    @property
    def beyond(self) -> tuple[int, ...]:
        """Give the admitted ids for which the answer has no room, best first."""
        return self.order[self.wanted :]


def judge(
    reader: BrainReader, frame: Frame, gate: Gate, question: Question, here: Scope
) -> Judgement:
    """Gather, admit, bridge, leave out what a better fact makes superfluous, and order.

    Args:
        here: where the question is asked.
    """
    wanted = max(0, min(CARDS_MAX, question.limit))
    gathered = gather(reader, frame, gate, wanted)
    pool = gathered.pool
    facts, reasons = _eligible(reader, pool.ids(), gate, frame, question, gathered)
    conflicts = conflicts_by_fact(reader, list(facts))
    keys = _keys(pool.candidates, facts, conflicts, here)
    heard = {i: c for i, c in pool.candidates.items() if i in facts}
    kept, routes = within_quotas(heard, keys, wanted, gathered.capped)
    rules = _admitted(heard, kept)
    ranked = [heard[i] for i in sorted(rules, key=keys.__getitem__) if not heard[i].is_taught]
    reached = _bridge(reader, gathered, frame, gate, ranked)
    if reached:
        extra, filtered = _eligible(reader, reached, gate, frame, question, gathered)
        facts.update(extra)
        reasons.update(filtered)
        conflicts.update(conflicts_by_fact(reader, list(extra)))
        heard = {i: c for i, c in pool.candidates.items() if i in facts}
        keys = _keys(heard, facts, conflicts, here)
        rules.update(_admitted(heard, frozenset(extra) - set(rules)))
    refused = _refused(heard, rules, facts)
    rules = {i: rule for i, rule in rules.items() if i not in refused}
    order = tuple(sorted(rules, key=keys.__getitem__))
    cut = [i for i, reason in refused.items() if reason.obstacle is Obstacle.QUOTA]
    rejected = sorted(refused, key=lambda i: (-heard[i].match.permille, keys[i]))
    late = {
        fact_id: Reason(Obstacle.LIMIT, place=place, allowed=wanted)
        for place, fact_id in enumerate(order[wanted:], wanted + 1)
    }
    return Judgement(
        frame,
        gate,
        gathered,
        facts,
        rules,
        order,
        wanted,
        tuple(sorted(cut, key=keys.__getitem__)),
        tuple(rejected),
        routes,
        conflicts,
        reasons | refused | late,
    )


def _refused(
    heard: Mapping[int, Candidate], rules: Mapping[int, Admission], facts: Mapping[int, Fact]
) -> dict[int, Reason]:
    """Give what keeps each heard fact out: the law, a better fact, a crowd, or else the quotas.

    Those that the quotas cut are compared with the ones let in, so that only those are called cut
    that a longer answer would have shown. What use taught keeps no other fact out.
    """
    refused = {}
    lawful = []
    for fact_id in sorted(heard):
        candidate = heard[fact_id]
        if fact_id in rules or admit(candidate) is not None:
            candidate.is_revision = is_revision(facts[fact_id].content.text)
            lawful.append(candidate)
        else:
            refused[fact_id] = refusal(candidate)
    admitted = [candidate for candidate in lawful if candidate.fact_id in rules]
    lost = beaten(lawful, [peer for peer in admitted if not peer.is_taught])
    left = [peer for peer in admitted if peer.fact_id not in lost]
    crowded = crowds(peer for peer in left if not peer.is_taught)
    crowded_by_all = crowds(left)
    for candidate in lawful:
        fact_id = candidate.fact_id
        if fact_id in lost:
            refused[fact_id] = Reason(Obstacle.BEATEN, (facts[lost[fact_id]].reference,))
        elif is_crowded(candidate, crowded_by_all if candidate.is_taught else crowded):
            refused[fact_id] = Reason(Obstacle.CROWD)
        elif fact_id not in rules:
            arms = sorted(candidate.arms, key=ARM_ORDER.__getitem__)
            refused[fact_id] = Reason(Obstacle.QUOTA, tuple(arm.value for arm in arms))
    return refused


def _admitted(heard: Mapping[int, Candidate], kept: frozenset[int]) -> dict[int, Admission]:
    rules = {}
    for fact_id in sorted(kept):
        rule = admit(heard[fact_id])
        if rule is not None:
            rules[fact_id] = rule
    return rules


def _eligible(
    reader: BrainReader,
    ids: Sequence[int],
    gate: Gate,
    frame: Frame,
    question: Question,
    gathered: Gathered,
) -> tuple[dict[int, Fact], dict[int, Reason]]:
    """Load the rows again through the gate; give those to judge, and why the others are not."""
    facts, filtered = {}, {}
    for fact in reader.facts(ids, gate):
        carried = gathered.carried.get(fact.fact_id, ())
        reason = filter_reason(fact, carried, question.types, frame.paths)
        if reason is None:
            facts[fact.fact_id] = fact
        else:
            filtered[fact.fact_id] = reason
    return facts, filtered


def conflicts_by_fact(
    reader: BrainReader, ids: Sequence[int]
) -> dict[int, tuple[ConflictRecord, ...]]:
    """Give the conflict records that touch each of these facts, by conflict id."""
    found: dict[int, tuple[ConflictRecord, ...]] = {}
    wanted = set(ids)
    for record in reader.conflicts_of(ids, tuple(ConflictStatus)):
        for fact_id in (record.source_fact_id, record.target_fact_id):
            if fact_id in wanted:
                found[fact_id] = (*found.get(fact_id, ()), record)
    return found


def is_from_elsewhere(fact: Fact, here: Scope) -> bool:
    """Tell whether a fact of this project was stated in another checkout of it."""
    worktree = fact.content.provenance.worktree
    return fact.content.scope_id == here.scope_id and bool(worktree) and worktree != here.worktree


def _keys(
    candidates: Mapping[int, Candidate],
    facts: Mapping[int, Fact],
    conflicts: Mapping[int, tuple[ConflictRecord, ...]],
    here: Scope,
) -> dict[int, RankKey]:
    return {
        fact_id: rank_key(
            candidates[fact_id],
            fact,
            is_contradicted=any(
                c.classification is ConflictClass.CONTRADICTS for c in conflicts.get(fact_id, ())
            ),
            is_from_elsewhere=is_from_elsewhere(fact, here),
        )
        for fact_id, fact in facts.items()
        if fact_id in candidates
    }


def _bridge(
    reader: BrainReader, gathered: Gathered, frame: Frame, gate: Gate, ranked: list[Candidate]
) -> tuple[int, ...]:
    heads = bridging.bridgeheads(ranked, gathered.units)
    if not heads:
        return ()
    own = reader.anchors_of([head.fact_id for head in heads])
    carried = [
        (h.kind, h.value, h.specificity) for head in heads for h in own.get(head.fact_id, ())
    ]
    names = bridging.bridge_names(carried, ((a.kind, a.value) for a in frame.anchors))
    rare = bridging.rare(names, reader.anchor_degrees(names))
    hits = reader.anchor_hits(rare, gate, ANCHOR_CANDIDATES_MAX)
    return bridging.cross(gathered.pool, heads, ((h.fact_id, h.kind, h.value) for h in hits))
