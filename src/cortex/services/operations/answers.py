"""How much of an answer does the caller want to read, and how is it written?

Three depths: ``brief`` says what and why in a few words, ``support`` adds the whole reason and what
was searched, ``exact`` adds the context a statement was committed with. The cards are the same.
Source: docs/formats/operations.md.
"""

from collections.abc import Sequence

from cortex.core.text.redaction import without_secrets
from cortex.model.cards import Card, ViewStatus
from cortex.model.errors import CortexError
from cortex.model.facts import Fact
from cortex.model.operations import OperationStatus
from cortex.services.operations.needs import needs_met
from cortex.services.operations.packing import Packing
from cortex.wire.facts import instant_json
from cortex.wire.refusals import refused
from cortex.wire.views import card_json, view_json

DEPTHS = ("brief", "support", "exact")
DEPTH_SYNONYMS = {"evidence": "support", "source": "exact"}

# What a card says of itself in brief, unless it is null or empty; every key is also in the longer
# forms, with the same value.
_BRIEF_KEYS = (
    "alias",
    "label",
    "reference",
    "statement",
    "type",
    "epistemic",
    "applicability",
    "required",
    "valid_from",
    "valid_until",
    "notes",
)
_BRIEF_ORIGIN_KEYS = ("agent", "recorded_at")
_BRIEF_WHY_KEYS = ("admittedBy", "hardAnchor", "clockVotes")
_BRIEF_COVERAGE_KEYS = ("corpus_size", "cold_searched", "unmatched_words")


def view_answer(
    packing: Packing, depth: str, needs: Sequence[str], receipt: str, budget_bytes: int | None
) -> dict[str, object]:
    """Give a view as an answer: its cards at this depth, its receipt, and what it leaves open."""
    view = packing.view
    covered, unmet, unknown = needs_met(needs, view.cards)
    answer = view_json(view._replace(cards=()))
    answer["status"] = _status(packing, unmet, unknown).value
    answer["cards"] = [card_answer(card, depth) for card in view.cards]
    answer["brief"] = packing.brief
    answer["receipt"] = receipt
    answer["coverage"] = _coverage(answer["coverage"], depth, packing, covered, unmet)
    answer["unresolved"] = unknown
    answer["budget"] = {
        "bytes": budget_bytes,
        "used_bytes": packing.used_bytes,
        "unit": "utf8_bytes",
    }
    if packing.needed_bytes is not None:
        answer["required_plan_bytes"] = packing.needed_bytes
    elif view.cards:
        shown = ", ".join(card.alias for card in view.cards)
        answer["brief"] = f"{packing.brief}\nMore: expand {shown} with receipt {receipt}"
    return answer


def card_answer(card: Card, depth: str) -> dict[str, object]:
    """Give one card at a depth."""
    whole = card_json(card)
    if depth == "exact":
        return whole
    if depth == "support":
        return {key: value for key, value in whole.items() if key != "context"}
    short = {key: whole[key] for key in _BRIEF_KEYS if whole[key] not in (None, [])}
    trust, why = whole["trust"], whole["why"]
    assert isinstance(trust, dict)
    assert isinstance(why, dict)
    origin = {key: trust["provenance"][key] for key in _BRIEF_ORIGIN_KEYS}
    short["trust"] = {**trust, "provenance": origin}
    short["why"] = {key: why[key] for key in _BRIEF_WHY_KEYS}
    return short


def refusal(error: CortexError) -> dict[str, object]:
    """Give the answer for an error of ours; a secret that a message repeats is not in it."""
    return {key: without_secrets(str(value)) for key, value in refused(error).items()}


def fact_line(fact: Fact) -> dict[str, object]:
    """Give what names a fact and what it says, for lists of many."""
    content = fact.content
    return {
        "reference": fact.reference,
        "type": content.type,
        "statement": str(content.text),
        "status": content.status.value,
        "recorded_at": instant_json(content.created_us),
    }


def _status(
    packing: Packing, unmet: Sequence[str], unknown: Sequence[str]
) -> OperationStatus | ViewStatus:
    if packing.needed_bytes is not None:
        return OperationStatus.NEEDS_MORE_BUDGET
    if packing.view.status is ViewStatus.OK and (unmet or unknown):
        return OperationStatus.PARTIAL
    return packing.view.status


def _coverage(
    searched: object,
    depth: str,
    packing: Packing,
    covered: Sequence[str],
    unmet: Sequence[str],
) -> dict[str, object]:
    assert isinstance(searched, dict)
    chosen = searched if depth != "brief" else {key: searched[key] for key in _BRIEF_COVERAGE_KEYS}
    omissions = [
        *searched["omitted"],
        *({"reference": reference, "reason": "budget"} for reference in packing.omitted),
    ]
    coverage = {**chosen, "covered": list(covered), "unmet": list(unmet), "omissions": omissions}
    coverage.pop("omitted", None)
    return coverage
