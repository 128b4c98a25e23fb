"""May a kept result be given again?

Only when everything it rests on is known to be as it was: the relations it searched, whether they
had anything or not; the rules it was made by; the surroundings the asker named. What cannot be
fingerprinted is never taken for unchanged. Source: CQR 12.10, ADR 0083.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from cortex.core.text.digests import canonical_json, digest
from cortex.model.recipes import (
    OPERATOR_VERSION,
    CompiledRead,
    GuardKind,
    KeptGuard,
    Member,
    Result,
    Row,
)

IDENTITY_DOMAIN = "cortex/compiled-read/1"
RELATION_DOMAIN = "cortex/relation/1"
ENVIRONMENT_DOMAIN = "cortex/environment/1"

NO_ENVIRONMENT = "none"
_UNKNOWN = frozenset({"unknown", "unsupported"})


def identity_of(parts: Mapping[str, object]) -> str:
    """Give the one name of a question: who asks what, of which facts, in which surroundings."""
    return digest(IDENTITY_DOMAIN, canonical_json(parts).encode("utf-8", "replace"))


def environment_print(environment: object) -> str | None:
    """Give the fingerprint of what the asker said of the surroundings.

    None when it cannot be told apart from another: it then never counts as unchanged.
    """
    if environment is None:
        return NO_ENVIRONMENT
    if isinstance(environment, str) and environment.strip().lower() in _UNKNOWN:
        return None
    if isinstance(environment, Mapping) and _UNKNOWN & set(map(str, environment.values())):
        return None
    try:
        text = canonical_json(environment)
    except TypeError:
        return None
    return digest(ENVIRONMENT_DOMAIN, text.encode("utf-8", "replace"))


def relation_print(members: Sequence[Member], states: Mapping[int, str], limit: int) -> str | None:
    """Give the fingerprint of a relation; None when it has more facts than were looked at."""
    if len(members) > limit:
        return None
    rows = [[*member, states.get(member.fact_id, "")] for member in members]
    return digest(RELATION_DOMAIN, canonical_json(rows).encode("utf-8", "replace"))


def guards_of(
    result: Result,
    relations: Mapping[str, tuple[str | None, frozenset[int]]],
    policy: str,
    environment: str | None,
) -> tuple[KeptGuard, ...] | None:
    """Give what must be unchanged for a result to hold; None when that cannot be said.

    Args:
        relations: for each searched relation its fingerprint and the ids of its facts.
    """
    if environment is None:
        return None
    guards = [
        KeptGuard(GuardKind.POLICY, OPERATOR_VERSION, policy),
        KeptGuard(GuardKind.ENVIRONMENT, "environment", environment),
    ]
    used = frozenset(result.positive)
    for name in result.searched:
        fingerprint, fact_ids = relations[name]
        if fingerprint is None:
            return None
        kind = GuardKind.POSITIVE if used & fact_ids else GuardKind.NEGATIVE
        guards.append(KeptGuard(kind, name, fingerprint))
    return tuple(guards)


def is_unchanged(
    kept: CompiledRead,
    relations: Mapping[str, str | None],
    policy: str,
    environment: str | None,
    now_us: int,
) -> bool:
    """Tell whether everything a kept result rests on is as it was."""
    if now_us < kept.holds_from_us:
        return False
    if kept.holds_until_us is not None and now_us >= kept.holds_until_us:
        return False
    present: dict[tuple[GuardKind, str], str | None] = {
        (GuardKind.POLICY, OPERATOR_VERSION): policy,
        (GuardKind.ENVIRONMENT, "environment"): environment,
    }
    for name, fingerprint in relations.items():
        present[GuardKind.POSITIVE, name] = present[GuardKind.NEGATIVE, name] = fingerprint
    return all(present.get((g.kind, g.subject)) == g.fingerprint for g in kept.guards)


def next_boundary(rows: Iterable[Row], now_us: int) -> int | None:
    """Give the first instant after now at which a window opens or ends; None when none does."""
    bounds = (bound for row in rows for bound in (row.valid_from_us, row.valid_until_us))
    return min((b for b in bounds if b is not None and b > now_us), default=None)
