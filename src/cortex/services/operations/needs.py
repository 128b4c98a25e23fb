"""Did the answer meet what was asked for, need by need?

A need is a kind of thing a caller wants covered. A known one is met or not by the cards delivered;
an unknown one is reported and never guessed at. Source: docs/formats/operations.md.
"""

from collections.abc import Sequence

from cortex.model.boot import BINDING_TYPES
from cortex.model.cards import Card, Epistemic

PROFILES = (
    "answer",
    "attempts",
    "audit",
    "conflicts",
    "history",
    "map",
    "orient",
    "procedures",
)
# Profiles in which a near miss would be taken for an answer, so none is shown.
PROFILES_WITHOUT_LEADS = frozenset({"answer", "audit", "history"})
PROFILES_WITH_HISTORY = frozenset({"audit", "history"})
# Profiles that mean something without a question.
PROFILES_WITHOUT_NEED = frozenset({"conflicts", "map", "orient"})

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
# Met by any card at all.
_PLAIN_NEEDS = frozenset({"answer", "as_known", "changes", "map"})
_TYPED_NEEDS = {
    "current_constraints": BINDING_TYPES,
    "failed_attempts": ATTEMPT_TYPES,
    "procedures": PROCEDURE_TYPES,
}
# Known, and not met by cards in this release.
_UNMET_NEEDS = frozenset({"audit", "compare", "last_verified_outcome", "open_obligations"})
NEEDS = (*sorted(_PLAIN_NEEDS | _UNMET_NEEDS | set(_TYPED_NEEDS) | {"conflicts", "unverified"}),)


def needs_met(
    asked: Sequence[str], cards: Sequence[Card]
) -> tuple[list[str], list[str], list[str]]:
    """Give the needs (covered, unmet, unknown), each in the order asked and once."""
    covered: list[str] = []
    unmet: list[str] = []
    unknown: list[str] = []
    for word in dict.fromkeys(asked):
        need = NEED_SYNONYMS.get(word.strip().lower(), word.strip().lower())
        if need not in NEEDS:
            unknown.append(word)
        elif _is_met(need, cards):
            covered.append(need)
        else:
            unmet.append(need)
    return covered, unmet, unknown


def _is_met(need: str, cards: Sequence[Card]) -> bool:
    if need == "conflicts":
        return any(card.epistemic is Epistemic.CONTESTED for card in cards)
    if need == "unverified":
        return any(card.epistemic is not Epistemic.ASSERTED for card in cards)
    if need in _TYPED_NEEDS:
        return any(card.fact.content.type in _TYPED_NEEDS[need] for card in cards)
    return need in _PLAIN_NEEDS and bool(cards)
