"""What becomes of a card when something limits its statement?

A card carries its limits whole. When one of them cannot be read, the card is contested: it would
claim more than is known. Source: CQR 5.4, ADR 0070.
"""

from __future__ import annotations

from cortex.core.text.fence import neutralise
from cortex.model.boundaries import CONTRARY_HEAD, UNAVAILABLE, Boundary
from cortex.model.facts import Epistemic
from cortex.model.limits import EXCEPTIONS_MAX

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from collections.abc import Sequence

    from cortex.model.cards import Card
    from cortex.model.facts import Fact
    from cortex.model.relations import Standing


def bounded(card: Card, limits: Sequence[Boundary], standing: Standing) -> Card:
    """Give the card with its limits; contested when they or its record are in doubt.

    More limits than a card may carry are themselves in doubt: leaving some out would be a claim.
    """
    kept = list(dict.fromkeys((*_record_doubts(standing), *limits)))
    if len(kept) > EXCEPTIONS_MAX:
        missing = f"{len(kept) - EXCEPTIONS_MAX + 1} more limits than a card carries"
        kept = [*kept[: EXCEPTIONS_MAX - 1], unavailable(missing, card.fact.reference)]
    is_doubtful = standing.heads != 1 or any(limit.kind == UNAVAILABLE for limit in kept)
    is_contested = is_doubtful and card.epistemic is not Epistemic.RETRACTED
    changed = card._replace(exceptions=tuple(kept), revision=standing.revision)
    if not is_contested:
        return changed
    contested = Epistemic.CONTESTED
    return changed._replace(
        epistemic=contested,
        is_required=True,
        why=card.why._replace(epistemic=contested.value),
    )


def limit_of(kind: str, fact: Fact) -> Boundary:
    """Give a fact as something that limits another one's statement."""
    return Boundary(kind, fact.reference, neutralise(fact.content.text).text)


def unavailable(what: str, reference: str | None = None) -> Boundary:
    """Give the limit that says what could not be read."""
    return Boundary(UNAVAILABLE, reference, what)


def _record_doubts(standing: Standing) -> tuple[Boundary, ...]:
    if standing.heads == 0:
        return (unavailable("it has no record, so nobody knows what limits it"),)
    if standing.heads > 1:
        told = f"{standing.heads} revisions of it stand, and nobody has decided"
        return (Boundary(CONTRARY_HEAD, None, told),)
    return ()
