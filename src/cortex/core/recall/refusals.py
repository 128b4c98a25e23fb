"""Which gate or filter kept a fact from being judged by its evidence?

What the evidence was worth is told by ``quorum.refusal``; what others made of it, by ``dominance``.
"""

from __future__ import annotations

from cortex.core.anchors.paths import are_compatible
from cortex.model.anchors import AnchorHit, AnchorKind
from cortex.model.cards import Obstacle, Reason
from cortex.model.facts import COLD_STATUSES

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from collections.abc import Sequence

    from cortex.model.facts import Fact
    from cortex.model.gates import Gate


def gate_reasons(
    fact: Fact, gate: Gate, *, is_rolled_back: bool, successors: Sequence[Fact] = ()
) -> tuple[Reason, ...]:
    """Give what a gate holds against a fact, in the order its conditions are read; often nothing.

    Args:
        successors: the facts that superseded it.
    """
    content = fact.content
    found = []
    if is_rolled_back:
        found.append(Reason(Obstacle.ROLLED_BACK))
    if gate.scope_ids is not None and content.scope_id not in gate.scope_ids:
        found.append(Reason(Obstacle.SCOPE, (content.scope_id,)))
    if gate.hides_cold and content.status in COLD_STATUSES:
        heirs = tuple(successor.reference for successor in successors)
        found.append(Reason(Obstacle.STATUS, (content.status.value,), heirs))
    if gate.reads_windows:
        found.extend(_window_reasons(fact, gate.at_us))
    return tuple(found)


def filter_reason(
    fact: Fact, carried: Sequence[AnchorHit], types: Sequence[str], paths: Sequence[str]
) -> Reason | None:
    """Give which filter of the question a fact does not meet: the wanted types, then the paths.

    A fact meets the paths when one of its own does, or when it names none of its own.
    """
    if types and fact.content.type not in types:
        return Reason(Obstacle.TYPE, (fact.content.type,), tuple(types))
    own = tuple(
        hit.value
        for hit in carried
        if hit.kind is AnchorKind.PATH and hit.is_explicit and hit.specificity >= 3
    )
    if paths and own and not any(are_compatible(a, b) for a in own for b in paths):
        return Reason(Obstacle.PATH, own, tuple(paths))
    return None


def _window_reasons(fact: Fact, at_us: int) -> list[Reason]:
    content = fact.content
    starts, ends, expires = content.valid_from_us, content.valid_until_us, content.expires_us
    found = []
    if starts is not None and at_us < starts:
        found.append(Reason(Obstacle.NOT_YET, at_us=starts))
    if ends is not None and at_us >= ends:
        found.append(Reason(Obstacle.ENDED, at_us=ends))
    if expires is not None and at_us >= expires:
        found.append(Reason(Obstacle.EXPIRED, at_us=expires))
    return found
