"""What may answer the part of a question that no fact answers by its own words?

A question such as "what licence has the library we parse with" needs two facts joined by a name the
asker does not know. A bridge is walked only when a telling part of the question is left unanswered,
only from facts that answer the rest, and only over a rare name. The reached fact still needs two
witnesses, and it is never hard. Source: CQR 2.5, contract A4, ADR 0031.
"""

from __future__ import annotations

from cortex.core.recall.pool import Candidate, Pool, direct_origin
from cortex.model.anchors import AnchorKind
from cortex.model.evidence import Arm, Domain, MatchedAnchor, MatchedLink, Witness

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from cortex.core.query.units import Unit

BRIDGE_SEEDS_MAX = 2
"""Facts a bridge may start from: the best ones only."""

BRIDGE_DEGREE_MAX = 4
"""Facts a name may stand in and still be rare enough to join two of them."""

BRIDGE_CARDS_MAX = 3
"""Facts bridges may add to one answer."""

SEED_PERMILLE = 400
"""Share of the question a fact must answer to be a bridgehead."""

UNANSWERED_PERMILLE = 120
"""Share of the question that must be left open for a bridge to be looked for."""

BRIDGE_KINDS = frozenset(
    {
        AnchorKind.SYMBOL,
        AnchorKind.TERM,
        AnchorKind.ENTITY,
        AnchorKind.QUOTED_PHRASE,
        AnchorKind.TICKET,
        AnchorKind.PATH,
    }
)


def bridgeheads(ranked: Sequence[Candidate], units: tuple[Unit, ...]) -> tuple[Candidate, ...]:
    """Give the facts to start from, best first; empty when the question is answered.

    ``ranked`` are the admitted candidates, best first.
    """
    heads = [c for c in ranked if c.match.permille >= SEED_PERMILLE][:BRIDGE_SEEDS_MAX]
    if not heads:
        return ()
    answered = frozenset().union(*(c.match.matched for c in ranked))
    total = sum(unit.weight for unit in units)
    open_weight = sum(
        unit.weight for place, unit in enumerate(units) if unit.is_telling and place not in answered
    )
    return tuple(heads) if 1000 * open_weight >= UNANSWERED_PERMILLE * total else ()


def bridge_names(
    carried: Iterable[tuple[AnchorKind, str, int]], asked: Iterable[tuple[AnchorKind, str]]
) -> tuple[tuple[AnchorKind, str], ...]:
    """Give the names of a bridgehead that the question did not use, in order."""
    known = set(asked)
    return tuple(
        (kind, value)
        for kind, value, specificity in carried
        if kind in BRIDGE_KINDS and specificity >= 2 and (kind, value) not in known
    )


def rare(
    names: Iterable[tuple[AnchorKind, str]], degrees: Mapping[tuple[AnchorKind, str], int]
) -> tuple[tuple[AnchorKind, str], ...]:
    """Keep the names that stand in few facts, and in more than one."""
    return tuple(name for name in names if 2 <= degrees.get(name, 0) <= BRIDGE_DEGREE_MAX)


def cross(
    pool: Pool, heads: Sequence[Candidate], reached: Iterable[tuple[int, AnchorKind, str]]
) -> tuple[int, ...]:
    """Let a bridge speak for the facts it reached: the shared name, and the way itself.

    Gives the ids newly reached, ascending.
    """
    seeds = sorted(head.fact_id for head in heads)
    names: dict[int, list[tuple[AnchorKind, str]]] = {}
    for fact_id, kind, value in reached:
        names.setdefault(fact_id, []).append((kind, value))
    crossed: list[int] = []
    for fact_id in sorted(names):
        candidate = pool.of(fact_id)
        if fact_id in seeds or candidate.is_strong_lexical or len(crossed) >= BRIDGE_CARDS_MAX:
            continue
        things = [name for name in names[fact_id] if name[0] is AnchorKind.ENTITY]
        for kind, value in sorted(things or names[fact_id]):
            _testify(candidate, kind, value, seeds)
        candidate.is_bridged = True
        candidate.write = max(candidate.write, 1)
        crossed.append(fact_id)
    return tuple(crossed)


def _testify(candidate: Candidate, kind: AnchorKind, value: str, seeds: Sequence[int]) -> None:
    """Hear a shared name twice: as a handle, and as the thing it names or the way it opened."""
    key = f"{kind.value}:{value}"
    fact_id = candidate.fact_id
    candidate.anchors.add(MatchedAnchor(kind.value, value, 2))
    candidate.testify(
        Arm.ANCHOR, Witness(Domain.ANCHOR, direct_origin(Domain.ANCHOR, fact_id), key, 2)
    )
    if kind is AnchorKind.ENTITY:
        candidate.truth = max(candidate.truth, 1)
        origin = direct_origin(Domain.ENTITY, fact_id)
        candidate.testify(Arm.TRUTH, Witness(Domain.ENTITY, origin, key, 1))
        return
    candidate.walked(1)
    candidate.links.add(MatchedLink(f"same_{kind.value}", str(seeds[0]), str(fact_id)))
    origin = "hop:" + "+".join(str(seed) for seed in seeds)
    hop = Witness(Domain.HOP, origin, key, 1, path_length=1, is_derived=True)
    candidate.testify(Arm.HOP, hop)
