"""Which facts belong together?

Two sources, read as one. What use taught or refused is a row of ``clock_links``: canonical. That
two facts share an anchor is not stored at all: it is read from the anchors' carriers, so it can
never be stale, costs nothing on disk, and a late fact finds its neighbours like an early one.
Source: ADR 0028.
"""

from __future__ import annotations

from cortex.model.anchors import AnchorKind
from cortex.model.errors import InvalidRequest
from cortex.model.limits import LINKS_PER_ANCHOR_MAX
from cortex.model.links import Link, LinkRelation
from cortex.stores.sqlite.session import Session, numbers

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

SPECIFICITY_MIN = 2
"""Specificity an anchor needs, on both sides, to join two facts; 3 is the most it can have."""

CARRIERS_READ_MAX = 64
"""Carriers of one anchor that are looked at; an anchor with more is a hub and proves little."""

RELATION_OF_KIND = {
    AnchorKind.PATH: LinkRelation.SAME_PATH,
    AnchorKind.SYMBOL: LinkRelation.SAME_SYMBOL,
    AnchorKind.GOAL: LinkRelation.SAME_GOAL,
}
"""What sharing an anchor of this kind means; any other kind means ``observed_with``."""

Pair = tuple[int, str]
"""The other fact and the relation."""


def neighbours(session: Session, fact_ids: Sequence[int], per_fact: int) -> list[Link]:
    """Give each fact's strongest links: evidence descending, other id, relation.

    A shared anchor joins its first carriers with every other one. Evidence is the number of shared
    anchors, or for a learned link the number of uses. Rejected links are never given.
    """
    asked = list(dict.fromkeys(fact_ids))
    found: dict[int, dict[Pair, int]] = {fact_id: {} for fact_id in asked}
    _add_shared_anchors(session, found)
    _apply_learned(session, found)
    links = []
    for fact_id in asked:
        ordered = sorted(found[fact_id].items(), key=lambda item: (-item[1], *item[0]))
        for (other, relation), evidence in ordered[:per_fact]:
            links.append(Link(min(fact_id, other), max(fact_id, other), relation, evidence))
    return links


def learned(session: Session, fact_ids: Sequence[int]) -> list[Link]:
    """Give the used links touching any of these facts, by low id, high id, relation."""
    rows = session.rows(
        "SELECT low_fact_id, high_fact_id, relation, evidence_count FROM clock_links"
        " WHERE low_fact_id IN (SELECT value FROM carray(:ids)) AND status = 'used'"
        " UNION SELECT low_fact_id, high_fact_id, relation, evidence_count FROM clock_links"
        " WHERE high_fact_id IN (SELECT value FROM carray(:ids)) AND status = 'used'"
        " ORDER BY low_fact_id, high_fact_id, relation",
        {"ids": numbers(sorted(set(fact_ids)))},
    )
    return [Link(*row) for row in rows]


def use(session: Session, low_id: int, high_id: int, relation: str, *, is_rejected: bool) -> None:
    """Record that two facts were used together, or that their link is wrong.

    A use adds one to the evidence; a rejected link stays rejected.

    Raises:
        InvalidRequest: both ends are the same fact.
    """
    if low_id == high_id:
        message = f"fact {low_id} cannot be linked to itself"
        raise InvalidRequest(message, remedy="name two facts")
    session.rows(
        "INSERT INTO clock_links (low_fact_id, high_fact_id, relation, evidence_count, status)"
        " VALUES (:low, :high, :relation, :count, iif(:count, 'used', 'rejected'))"
        " ON CONFLICT DO UPDATE SET"
        " evidence_count = evidence_count + iif(status = 'used', excluded.evidence_count, 0),"
        " status = iif(excluded.status = 'rejected', 'rejected', status)",
        {
            "low": min(low_id, high_id),
            "high": max(low_id, high_id),
            "relation": relation,
            "count": 0 if is_rejected else 1,
        },
    )


def _add_shared_anchors(session: Session, found: dict[int, dict[Pair, int]]) -> None:
    """Count the anchors each asked fact shares with its neighbours."""
    if not found:
        return
    holders: dict[tuple[int, str], list[int]] = {}
    for fact_id, anchor_id, kind in session.rows(
        "SELECT e.fact_id, e.anchor_id, a.kind FROM clock_anchor_evidence AS e"
        " INDEXED BY evidence_by_fact CROSS JOIN clock_anchors AS a ON a.anchor_id = e.anchor_id"
        " WHERE e.fact_id IN (SELECT value FROM carray(?)) AND e.specificity >= ?"
        " ORDER BY e.anchor_id, e.fact_id",
        (numbers(sorted(found)), SPECIFICITY_MIN),
    ):
        holders.setdefault((anchor_id, kind), []).append(fact_id)
    for (anchor_id, kind), fact_ids in holders.items():
        relation = RELATION_OF_KIND.get(AnchorKind(kind), LinkRelation.OBSERVED_WITH)
        carriers = _carriers(session, anchor_id)
        for fact_id in fact_ids:
            pairs = found[fact_id]
            for other in _joined(fact_id, carriers):
                pairs[other, relation] = pairs.get((other, relation), 0) + 1


def _joined(fact_id: int, carriers: list[int]) -> Iterable[int]:
    """Give the carriers an anchor joins a fact with: the first few, or all, if it is one of them.

    The first few are the lowest ids, so that a later fact changes no earlier link.
    """
    first = [other for other in carriers[: LINKS_PER_ANCHOR_MAX + 1] if other != fact_id]
    if fact_id in carriers[:LINKS_PER_ANCHOR_MAX]:
        return (other for other in carriers if other != fact_id)
    return first[:LINKS_PER_ANCHOR_MAX]


def _carriers(session: Session, anchor_id: int) -> list[int]:
    """Give the first carriers of an anchor, ascending."""
    return session.values(
        "SELECT fact_id FROM (SELECT fact_id FROM clock_anchor_evidence"
        "  WHERE anchor_id = :anchor_id AND specificity = 2 ORDER BY fact_id LIMIT :limit)"
        " UNION ALL SELECT fact_id FROM (SELECT fact_id FROM clock_anchor_evidence"
        "  WHERE anchor_id = :anchor_id AND specificity = 3 ORDER BY fact_id LIMIT :limit)"
        " ORDER BY fact_id LIMIT :limit",
        {"anchor_id": anchor_id, "limit": CARRIERS_READ_MAX},
    )


def _apply_learned(session: Session, found: dict[int, dict[Pair, int]]) -> None:
    """Add the links that use taught, and take out the rejected ones."""
    if not found:
        return
    rows = session.rows(
        "SELECT low_fact_id, high_fact_id, relation, evidence_count, status FROM clock_links"
        " WHERE low_fact_id IN (SELECT value FROM carray(:ids))"
        " UNION SELECT low_fact_id, high_fact_id, relation, evidence_count, status FROM clock_links"
        " WHERE high_fact_id IN (SELECT value FROM carray(:ids))"
        " ORDER BY low_fact_id, high_fact_id, relation",
        {"ids": numbers(sorted(found))},
    )
    for low, high, relation, evidence, status in rows:
        for fact_id, other in ((low, high), (high, low)):
            if fact_id not in found:
                continue
            pairs = found[fact_id]
            if status == "rejected":
                pairs.pop((other, relation), None)
            else:
                pairs[other, relation] = pairs.get((other, relation), 0) + evidence
