"""Did the answer meet what was asked for, need by need?

A need is a kind of thing a caller wants covered. A known one is met or not by the cards delivered;
an unknown one is reported and never guessed at. Needs that a profile implies are reported too, but
only a need that somebody named makes an answer partial: that no constraint exists is an answer.
Source: docs/formats/operations.md, ADR 0072.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.model.boot import BINDING_TYPES
from cortex.model.facts import Epistemic
from cortex.model.lean_classes import NamedTuple
from cortex.model.profiles import IMPLIED_NEEDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cortex.model.cards import Card

ATTEMPT_TYPES = ("attempt", "failure", "outcome")
PROCEDURE_TYPES = ("case", "procedure")
PROFILE_TYPES = {"attempts": ATTEMPT_TYPES, "procedures": PROCEDURE_TYPES}

NEED_SYNONYMS = {
    "attempts": "failed_attempts",
    "constraints": "current_constraints",
    "failures": "failed_attempts",
    "obligations": "open_obligations",
    "open_work": "open_obligations",
    "uncertainty": "unverified",
    "verified": "last_verified_outcome",
}
RECIPE_PREFIX = "recipe:"
"""What stands before the name of a recipe that a caller needs."""

COMPARED_CARDS_MIN = 2
"""Cards without which nothing was compared."""

# Met by any card at all.
_PLAIN_NEEDS = frozenset({"answer", "as_known", "changes", "map"})
_TYPED_NEEDS = {
    "current_constraints": BINDING_TYPES,
    "failed_attempts": ATTEMPT_TYPES,
    "last_verified_outcome": ("verified_result",),
    "procedures": PROCEDURE_TYPES,
}
# Met by what stands beside the cards, or not at all.
_SUPPLIED_NEEDS = frozenset({"audit", "open_obligations"})
NEEDS = tuple(
    sorted(_PLAIN_NEEDS | _SUPPLIED_NEEDS | {*_TYPED_NEEDS, "compare", "conflicts", "unverified"})
)


class NeedReport(NamedTuple):
    """Which needs were covered, which were not, and which are none; each in the order asked.

    ``is_short`` tells that somebody asked for something that is missing.
    """

    covered: tuple[str, ...]
    unmet: tuple[str, ...]
    unknown: tuple[str, ...]
    is_short: bool


def report(
    profile: str,
    asked: Sequence[str],
    cards: Sequence[Card],
    supplied: frozenset[str] = frozenset(),
) -> NeedReport:
    """Tell how the needs were met; those of the profile count when none were named.

    Args:
        supplied: needs met by something that stands beside the cards.
    """
    covered, unmet, unknown = [], [], []
    for word in dict.fromkeys(asked or IMPLIED_NEEDS[profile]):
        need = _known(word)
        if need is None:
            unknown.append(word)
        elif need in supplied or _is_met(need, cards):
            covered.append(need)
        else:
            unmet.append(need)
    is_short = bool(asked) and bool(unmet or unknown)
    return NeedReport(tuple(covered), tuple(unmet), tuple(unknown), is_short)


def _known(word: str) -> str | None:
    """Give the published name of a need, or None."""
    name = word.strip().lower()
    need = NEED_SYNONYMS.get(name, name)
    is_recipe = need.startswith(RECIPE_PREFIX) and len(need) > len(RECIPE_PREFIX)
    return need if need in NEEDS or is_recipe else None


def _is_met(need: str, cards: Sequence[Card]) -> bool:
    if need == "conflicts":
        return any(card.epistemic is Epistemic.CONTESTED for card in cards)
    if need == "unverified":
        return any(card.epistemic is not Epistemic.ASSERTED for card in cards)
    if need == "compare":
        return len(cards) >= COMPARED_CARDS_MIN
    if need in _TYPED_NEEDS:
        return any(card.fact.content.type in _TYPED_NEEDS[need] for card in cards)
    return need in _PLAIN_NEEDS and bool(cards)
