"""Which facts belong together, computed from the definition in the port?"""

from collections.abc import Sequence

from cortex.model.anchors import AnchorKind
from cortex.model.limits import LINKS_PER_ANCHOR_MAX
from cortex.model.links import Link, LinkRelation
from cortex.stores.memory.state import AnchorKey, State, anchors_in

SPECIFICITY_MIN = 2
CARRIERS_READ_MAX = 64
"""The numbers of the port's contract."""

RELATIONS = {
    AnchorKind.PATH: LinkRelation.SAME_PATH,
    AnchorKind.SYMBOL: LinkRelation.SAME_SYMBOL,
    AnchorKind.GOAL: LinkRelation.SAME_GOAL,
}


def links_of(state: State, fact_id: int) -> list[Link]:
    """Give every link of a fact, strongest first, then by the other's id and relation."""
    evidence: dict[tuple[int, str], int] = {}
    for key in _joining_anchors(state, fact_id):
        carriers = _carriers(state, key)[:CARRIERS_READ_MAX]
        relation = RELATIONS.get(key[0], LinkRelation.OBSERVED_WITH)
        joining = carriers[:LINKS_PER_ANCHOR_MAX]
        for other in carriers if fact_id in joining else joining:
            if other != fact_id:
                evidence[other, relation] = evidence.get((other, relation), 0) + 1
    for (low, high, relation_name), learned in state.learned.items():
        if fact_id not in (low, high):
            continue
        pair = (low + high - fact_id, relation_name)
        if learned.is_rejected:
            evidence.pop(pair, None)
        else:
            evidence[pair] = evidence.get(pair, 0) + learned.uses
    ordered = sorted(evidence.items(), key=lambda item: (-item[1], *item[0]))
    return [
        Link(min(fact_id, other), max(fact_id, other), relation_name, count)
        for (other, relation_name), count in ordered
    ]


def learned_links(state: State, fact_ids: Sequence[int]) -> list[Link]:
    """Give the used links touching any of these facts, by low id, high id, relation."""
    asked = set(fact_ids)
    return [
        Link(low, high, relation, learned.uses)
        for (low, high, relation), learned in sorted(state.learned.items())
        if not learned.is_rejected and asked & {low, high}
    ]


def _joining_anchors(state: State, fact_id: int) -> list[AnchorKey]:
    """Give the anchors of a fact that are specific enough to join it with others."""
    if fact_id not in state.handles:
        return []
    carried = anchors_in(state.handles[fact_id])
    return [key for key, (specificity, _) in carried.items() if specificity >= SPECIFICITY_MIN]


def _carriers(state: State, key: AnchorKey) -> list[int]:
    return [fact_id for fact_id in sorted(state.handles) if key in _joining_anchors(state, fact_id)]
