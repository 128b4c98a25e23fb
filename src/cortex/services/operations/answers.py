"""How much of an answer does the caller want to read, and how is it written?

Three depths: ``brief`` says what and why in a few words, ``support`` adds the whole reason and what
was searched, ``exact`` adds the context a statement was committed with. The cards are the same.
Source: docs/formats/operations.md.
"""

from collections.abc import Sequence

from cortex.core.text.fence import neutralise
from cortex.core.text.redaction import without_secrets
from cortex.model.cards import Card, ViewStatus
from cortex.model.errors import CortexError
from cortex.model.facts import Fact
from cortex.model.operations import OperationStatus
from cortex.model.profiles import PROFILES_WITH_CONFLICTS
from cortex.model.stories import ConflictStory
from cortex.services.operations.changes import Feed
from cortex.services.operations.looking import Look
from cortex.services.operations.presence import is_present, representation_of
from cortex.wire.instants import instant_json
from cortex.wire.refusals import refused
from cortex.wire.views import ENGINE, brief, card_json, view_json

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
    "evidence",
    "exceptions",
    "revision",
)
_BRIEF_ORIGIN_KEYS = ("agent", "recorded_at")
_BRIEF_WHY_KEYS = ("admittedBy", "hardAnchor", "clockVotes")
_BRIEF_COVERAGE_KEYS = ("corpus_size", "cold_searched", "partitions", "unmatched_words")


def look_answer(look: Look) -> dict[str, object]:
    """Give what was seen as an answer: its cards at this depth, and what it leaves open.

    A card that the context holds already is named under ``present`` and not sent again.
    """
    packing, lens = look.packing, look.lens
    view, depth = packing.view, lens.depth
    cards, present = _delivered(look)
    aliases = {card["alias"] for card in cards}
    sent = tuple(card for card in view.cards if card.alias in aliases)
    text = packing.brief if len(sent) == len(view.cards) else brief(view._replace(cards=sent))
    answer = view_json(view._replace(cards=()))
    answer["labels"] = {card.label: card.alias for card in view.cards}
    answer["status"] = _status(look).value
    answer["cards"] = cards
    answer["present"] = present
    answer["brief"] = "\n".join(filter(None, (text, *_closing_lines(look, sent))))
    answer["receipt"] = look.receipt
    answer["coverage"] = _coverage(answer["coverage"], depth, look)
    answer["unresolved"] = list(look.needs.unknown)
    answer["budget"] = {
        "bytes": lens.budget_bytes,
        "used_bytes": len(text.encode("utf-8", "replace")) if view.cards else 0,
        "unit": "utf8_bytes",
        "tokenizer": None,
    }
    if lens.budget_bytes == 0:
        answer["labels"] = {card.label: card.alias for card in packing.headlines}
        answer["headlines"] = headlines_answer(packing.headlines)
    if packing.needed_bytes is not None:
        answer["required_plan_bytes"] = packing.needed_bytes
    if lens.profile in PROFILES_WITH_CONFLICTS:
        answer["conflicts"] = conflict_lines(look.conflicts)
    return {**answer, **feed_answer(look.feed)}


def headlines_answer(cards: Sequence[Card]) -> dict[str, object]:
    """Give which facts would answer, in rank order, without what they say."""
    results = [
        {
            "source": card.fact.reference,
            "alias": card.alias,
            "label": card.label,
            "type": card.fact.content.type,
            "relevance": card.relevance,
            "method": ENGINE,
        }
        for card in cards
    ]
    return {"count": len(results), "results": results}


def conflict_lines(stories: Sequence[ConflictStory]) -> list[dict[str, object]]:
    """Give recorded verdicts in the order given, each with what both facts say."""
    return [
        {
            "conflict": story.record.conflict_id,
            "classification": story.record.classification.value,
            "newer": fact_line(story.source),
            "older": fact_line(story.target),
        }
        for story in stories
    ]


def feed_answer(feed: Feed) -> dict[str, object]:
    """Give what changed, the cursor to go on from, and whether there is more."""
    return {
        "change_cursor": str(feed.cursor),
        "cursor_status": feed.status,
        "changes": list(feed.changes),
    }


def _delivered(look: Look) -> tuple[list[dict[str, object]], list[dict[str, object]]]:
    """Give (cards to send, cards the context holds), in rank order."""
    lens, view = look.lens, look.packing.view
    cards: list[dict[str, object]] = []
    present: list[dict[str, object]] = []
    for card in view.cards:
        told = card_answer(card, lens.depth)
        revision = None if told["revision"] is None else str(told["revision"])
        representation = representation_of(told, lens.depth)
        if is_present(view, revision, representation, lens.attested, lens.context_epoch):
            names = {"alias": card.alias, "label": card.label}
            present.append({**names, "revision": revision, "representation": representation})
            continue
        told["representation"] = representation
        if lens.depth != DEPTHS[0]:
            told["expand"] = {"alias": card.alias, "receipt": look.receipt} if revision else None
        cards.append(told)
    return cards, present


def _closing_lines(look: Look, sent: Sequence[Card]) -> list[str]:
    """Give the lines below the cards: what the context holds, what is missing, how to go on."""
    if look.packing.needed_bytes is not None:
        return []
    lines = []
    cards = look.packing.named
    if look.packing.headlines:
        sent = cards
    if held := [card.alias for card in cards if card not in sent]:
        lines.append(f"In context already: {', '.join(held)}")
    if look.needs.is_short and look.needs.unmet:
        lines.append(f"Unmet: {', '.join(look.needs.unmet)}")
    if cards:
        shown = ", ".join(card.alias for card in cards)
        lines.append(f"More: expand {shown} with receipt {look.receipt}")
    return lines


def card_answer(card: Card, depth: str) -> dict[str, object]:
    """Give one card at a depth."""
    whole = card_json(card)
    if depth == "exact":
        return whole
    if depth == "support":
        return {key: value for key, value in whole.items() if key != "context"}
    short = {key: whole[key] for key in _BRIEF_KEYS if whole[key] not in (None, [])}
    short["revision"] = whole["revision"]
    trust, why = whole["trust"], whole["why"]
    assert isinstance(trust, dict)
    assert isinstance(why, dict)
    origin = {key: trust["provenance"][key] for key in _BRIEF_ORIGIN_KEYS}
    short["trust"] = {**trust, "provenance": origin}
    short["why"] = {key: why[key] for key in _BRIEF_WHY_KEYS}
    return short


def refusal(error: CortexError) -> dict[str, object]:
    """Give the answer for an error of ours, which may repeat words of a caller or of another agent.

    A secret is not in it, and nothing that could act on a reader.
    """
    return {
        key: neutralise(without_secrets(value)).text if isinstance(value, str) else value
        for key, value in refused(error).items()
    }


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


def _status(look: Look) -> OperationStatus | ViewStatus:
    if look.packing.needed_bytes is not None:
        return OperationStatus.NEEDS_MORE_BUDGET
    if look.packing.view.status is ViewStatus.OK and look.needs.is_short:
        return OperationStatus.PARTIAL
    return look.packing.view.status


def _coverage(searched: object, depth: str, look: Look) -> dict[str, object]:
    assert isinstance(searched, dict)
    chosen = searched if depth != DEPTHS[0] else {k: searched[k] for k in _BRIEF_COVERAGE_KEYS}
    omissions = [
        *searched["omitted"],
        *({"reference": named, "reason": "budget"} for named in look.packing.omitted),
    ]
    needs = {"covered": list(look.needs.covered), "unmet": list(look.needs.unmet)}
    coverage = {**chosen, **needs, "omissions": omissions}
    coverage.pop("omitted", None)
    return coverage
