"""Which candidates are let in?

The lineage law: a fact is admitted by independent evidence or not at all. On top of the published
law stands one floor that it lacks: soft evidence must concern a fair share of what was asked, or a
single shared word would open the door. Source: CQR 2.7, ADR 0031.
"""

from __future__ import annotations

from cortex.model.cards import Obstacle, Reason
from cortex.model.evidence import Admission, Witness

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from collections.abc import Iterable

    from cortex.core.query.units import Match, Unit
    from cortex.core.recall.pool import Candidate

PAIR_PERMILLE = 250
"""Share of the question's weight that makes two shared words a strong witness, one of them telling.
"""

LONE_PERMILLE = 550
"""The same when one telling word is all that is shared: the rest must hardly matter."""

FLOOR_PERMILLE = 250
"""Share below which no soft evidence admits, however many witnesses agree."""


def admit(candidate: Candidate) -> Admission | None:
    """Give the rule that lets a candidate in, or None: then it is at most a lead."""
    rule = law(
        candidate.witnesses,
        is_hard=candidate.is_hard,
        is_strong_lexical=candidate.is_strong_lexical,
    )
    if rule is Admission.CLOCK_QUORUM and not has_floor(candidate):
        return None
    return rule


def refusal(candidate: Candidate) -> Reason:
    """Tell why the law does not let a candidate in; only to be asked when ``admit`` gives None."""
    if not candidate.witnesses:
        return Reason(Obstacle.UNHEARD)
    if all(witness.is_derived for witness in candidate.witnesses):
        return Reason(Obstacle.LINK_ONLY)
    domains = {witness.domain for witness in candidate.witnesses}
    if len(domains) == 1:
        return Reason(Obstacle.ONE_DOMAIN, tuple(domain.value for domain in domains))
    if independent_origins(candidate.witnesses) >= 2:
        return Reason(Obstacle.FLOOR, allowed=FLOOR_PERMILLE)
    return Reason(Obstacle.ONE_ORIGIN)


def has_floor(candidate: Candidate) -> bool:
    """Tell whether soft evidence concerns enough of the question."""
    is_placed = candidate.is_scoped or candidate.is_bridged or candidate.task > 0
    return is_placed or candidate.match.permille >= FLOOR_PERMILLE


def law(
    witnesses: Iterable[Witness], *, is_hard: bool, is_strong_lexical: bool
) -> Admission | None:
    """Apply the lineage law to bare witnesses.

    A hard anchor needs a direct witness of specificity 3; a quorum needs a direct domain, two
    domains in all and two independent origins; strong words need any direct witness.
    """
    heard = tuple(witnesses)
    direct = [witness for witness in heard if not witness.is_derived]
    if is_hard and any(witness.specificity >= 3 for witness in direct):
        return Admission.HARD_ANCHOR
    domains = {witness.domain for witness in heard}
    if direct and len(domains) >= 2 and independent_origins(heard) >= 2:
        return Admission.CLOCK_QUORUM
    if is_strong_lexical and direct:
        return Admission.STRONG_LEXICAL
    return None


def independent_origins(witnesses: Iterable[Witness]) -> int:
    """Count distinct origins; one traversal or one copied source counts once."""
    return len({witness.origin for witness in witnesses})


def is_strong(units: tuple[Unit, ...], match: Match) -> bool:
    """Tell whether the shared words alone speak for a fact.

    At least one telling word must be shared (a number alone never is one); the fewer words are
    shared, the more of the question they must be. A question without a telling word is taken at
    its word: all of it must be shared.
    """
    matched = match.matched
    if any(units[place].is_telling for place in matched):
        return match.permille >= (PAIR_PERMILLE if len(matched) >= 2 else LONE_PERMILLE)
    return 0 < len(matched) == len(units) and not any(unit.is_telling for unit in units)
