"""Which admitted facts say nothing that a better one does not say?

A fact that merely shares the subject of a question rides along on a handle. When another admitted
fact shares everything this one does and clearly more of the question, this one is not the answer:
it becomes a lead. Facts surfaced by rule (an explicit path, a pin) or by use are never dropped.
Source: ADR 0031.
"""

from __future__ import annotations

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from cortex.core.recall.pool import Candidate

DOMINATED_PERMILLE = 650
"""Share of the better fact's credit below which a fact that adds nothing is superfluous."""

CROWD_MAX = 4
"""Facts that may share the same smaller part of a question and still be worth showing."""

CROWD_PERMILLE = 550
"""Share of the question from which on a crowd is a set of answers."""


def beaten(candidates: Iterable[Candidate], peers: Sequence[Candidate]) -> dict[int, int]:
    """Give, for each candidate that one of the peers makes superfluous, the best such peer."""
    # The one with the most credit is beaten by none: whatever beat it would have more.
    best_first = sorted(peers, key=lambda peer: (-peer.match.credit, peer.fact_id))
    lost = {}
    for weak in candidates:
        if _is_placed(weak) or not weak.match.matched:
            continue
        strong = next((peer for peer in best_first if _beats(peer, weak)), None)
        if strong is not None:
            lost[weak.fact_id] = strong.fact_id
    return lost


def crowds(candidates: Iterable[Candidate]) -> frozenset[frozenset[int]]:
    """Give the smaller parts of the question that a crowd of candidates shares.

    Many facts carry the name that was asked about and none says what was asked of it: to show all
    of them answers nothing, and to choose among them would be a guess.
    """
    sizes: dict[frozenset[int], int] = {}
    for candidate in candidates:
        if _may_be_crowded(candidate):
            sizes[candidate.match.matched] = sizes.get(candidate.match.matched, 0) + 1
    return frozenset(part for part, size in sizes.items() if size > CROWD_MAX)


def is_crowded(candidate: Candidate, parts: frozenset[frozenset[int]]) -> bool:
    """Tell whether a candidate is one of the crowd on one of these parts."""
    return candidate.match.matched in parts and _may_be_crowded(candidate)


def _may_be_crowded(candidate: Candidate) -> bool:
    is_part = candidate.match.permille < CROWD_PERMILLE
    return is_part and bool(candidate.match.matched) and not _is_placed(candidate)


def _is_placed(candidate: Candidate) -> bool:
    """Tell whether a fact is here for another reason than its share of the question."""
    is_correction = candidate.is_revision and candidate.is_strong_lexical
    return candidate.is_scoped or candidate.is_bridged or is_correction


def _beats(strong: Candidate, weak: Candidate) -> bool:
    if not weak.match.matched < strong.match.matched:
        return False
    if weak.is_hard and not strong.is_hard:
        return False
    return weak.match.credit * 1000 < strong.match.credit * DOMINATED_PERMILLE
