"""Which facts matter most when a session begins and nothing has been asked yet?

All integers: the same rows give the same order on every machine. "Now" is the newest stored
instant, so that waiting alone never changes a brief. Source: CQR 10, docs/formats/boot-brief.md.
"""

from __future__ import annotations

from cortex.core.scopes.paths import is_absolute, is_inside, normalise, split_glob
from cortex.model.scopes import KIND_FOLDER, scope_kind

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from cortex.model.boot import BootFact
    from cortex.model.scopes import Scope

HOUR_US = 3_600_000_000

# Shares of the score in per cent.
CLASS_SHARE = 30
RECENCY_SHARE = 30
RELEVANCE_SHARE = 25
ACTIVITY_SHARE = 15

# Worth of each part, 0 to 100.
CLASS_WORTH = {"durable": 100, "operational": 80, "audit": 40, "ephemeral": 20}
OTHER_CLASS_WORTH = 60
RECENCY_STEPS = ((1, 100), (24, 85), (168, 60), (720, 35), (2160, 15))
OLD_WORTH = 5
FULL_USE_RETRIEVALS = 10

# How near the place a fact was stated in is to this session.
SAME_BRANCH_WORTH = 100
SAME_CHECKOUT_WORTH = 90
OTHER_CHECKOUT_WORTH = 75
FOLDER_WORTH = 50
PERSON_WORTH = 35


def rank(facts: list[BootFact], scope: Scope, here: str, newest_us: int) -> list[BootFact]:
    """Give the facts best first: score, then change, then creation, then family and id.

    Args:
        facts: what may be shown.
        scope: the session's place.
        here: the session's folder from the scope's root; empty at the root or outside.
        newest_us: the newest stored instant.
    """
    return sorted(
        facts,
        key=lambda fact: (
            -score(fact, scope, here, newest_us),
            -fact.updated_us,
            -fact.created_us,
            fact.kind,
            fact.fact_id,
        ),
    )


def score(fact: BootFact, scope: Scope, here: str, newest_us: int) -> int:
    """Give a fact's worth for this session, 0 to 1,000,000."""
    activity = 55 * min(fact.retrievals, FULL_USE_RETRIEVALS) * 10
    if fact.last_accessed_us is not None:
        activity += 45 * recency(newest_us - fact.last_accessed_us)
    return (
        CLASS_SHARE * 100 * CLASS_WORTH.get(fact.retention, OTHER_CLASS_WORTH)
        + RECENCY_SHARE * 100 * recency(newest_us - fact.updated_us)
        + RELEVANCE_SHARE * 100 * relevance(fact, scope, here)
        + ACTIVITY_SHARE * activity
    )


def recency(age_us: int) -> int:
    """Give the worth of an age, 100 for the last hour down to 5 beyond ninety days."""
    for hours, worth in RECENCY_STEPS:
        if age_us <= hours * HOUR_US:
            return worth
    return OLD_WORTH


def relevance(fact: BootFact, scope: Scope, here: str) -> int:
    """Give how near a fact is to the session: its named paths, else the place it was stated in."""
    if here and fact.paths and applies_here(fact.paths, here):
        return SAME_BRANCH_WORTH
    if fact.scope_id != scope.scope_id:
        return FOLDER_WORTH if scope_kind(fact.scope_id) == KIND_FOLDER else PERSON_WORTH
    if is_other(fact.worktree, scope.worktree):
        return OTHER_CHECKOUT_WORTH
    return SAME_CHECKOUT_WORTH if is_other(fact.branch, scope.branch) else SAME_BRANCH_WORTH


def is_other(one: str | None, other: str | None) -> bool:
    """Tell whether both are known and differ."""
    return bool(one) and bool(other) and one != other


def applies_here(paths: tuple[str, ...], here: str) -> bool:
    """Tell whether a fact bound to paths concerns a folder.

    Args:
        paths: as stored; a wildcard counts from its first segment on. Empty means everywhere.
        here: folder from the scope's root; empty at the root, where every path is below.

    Returns:
        True when one path is the folder, holds it or lies in it; absolute paths and paths out of
        the project are not for this rule to judge and count as concerning it.
    """
    return not paths or not here or any(_concerns(path, here) for path in paths)


def _concerns(path: str, here: str) -> bool:
    if is_absolute(path) or path.startswith(("../", "~")):
        return True
    folder, pattern = split_glob(path)
    if pattern and folder in ("", "/"):
        return True
    place = normalise(folder)
    return place == "." or is_inside(place, here) or is_inside(here, place)
