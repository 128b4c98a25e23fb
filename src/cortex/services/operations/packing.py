"""Which cards fit the budget, when none may be cut and the important ones must not be dropped?

The budget counts the bytes of the brief text, which is what reaches a model. Contested facts and
constraints travel first and together: an answer without its constraint is a wrong answer. Then the
best card of the ranking; then the ones that say most for their bytes.
Source: docs/formats/operations.md, ADR 0072.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cortex.core.recall.cards import numbered
from cortex.wire.views import brief

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cortex.model.cards import Card, View

GAIN_OF_NEW_TYPE = 2
"""Worth of a card whose type the answer does not show yet; any other is worth 1 (CQR 5.4)."""


@dataclass(frozen=True, slots=True)
class Packing:
    """What of a view fits.

    ``brief`` is the text of the view as delivered. ``omitted`` are the references left out for the
    budget, in rank order. ``needed_bytes`` is None unless nothing could be delivered: then it is a
    budget that is enough to get an answer. ``headlines`` are the cards of a budget of nothing,
    whose names are told without a word of what they say.
    """

    view: View
    brief: str
    omitted: tuple[str, ...]
    needed_bytes: int | None = None
    headlines: tuple[Card, ...] = ()

    @property
    def named(self) -> tuple[Card, ...]:
        """Give the cards the answer names, by whole or by headline, in rank order."""
        return self.headlines or self.view.cards


def pack(view: View, budget_bytes: int | None) -> Packing:
    """Give the view with the cards that fit, whole and still in rank order.

    Required cards come first and only all together. Aliases are given again, in the order of
    delivery.

    Args:
        view: an answer.
        budget_bytes: UTF-8 bytes of brief text, None for no limit, 0 for headlines alone.
    """
    if budget_bytes is None or not view.cards:
        return Packing(view, brief(view), ())
    if budget_bytes == 0:
        bare = view._replace(cards=())
        told = f"Facts found: {len(view.cards)}; ask with a budget to read them."
        text = "\n".join(filter(None, (brief(bare), told)))
        return Packing(bare, text, (), headlines=view.cards)
    costs = {card.fact.fact_id: card_bytes(view, card) for card in view.cards}
    required = [card for card in view.cards if card.is_required]
    opening = _bytes(brief(view._replace(cards=())))
    left = budget_bytes - opening - sum(costs[card.fact.fact_id] for card in required)
    if left < 0:
        return _too_small(view, budget_bytes - left)
    kept = {card.fact.fact_id for card in (*required, *_chosen(view, costs, left))}
    if not kept:
        return _too_small(view, opening + min(costs.values()))
    delivered = [card for card in view.cards if card.fact.fact_id in kept]
    omitted = tuple(c.fact.reference for c in view.cards if c.fact.fact_id not in kept)
    packed = view._replace(cards=numbered(delivered))
    return Packing(packed, brief(packed), omitted)


def card_bytes(view: View, card: Card) -> int:
    """Count what a card adds to the brief text: its line, limits, notes, and a line break."""
    opening = brief(view._replace(cards=()))
    alone = _bytes(brief(view._replace(cards=(card,)))) - _bytes(opening)
    return alone if opening else alone + 1


def _chosen(view: View, costs: Mapping[int, int], left: int) -> list[Card]:
    """Give the optional cards to deliver: the best one, then the most worth for its bytes.

    The best goes first because it is what was asked for: many short asides do not make up for it.
    Ties go to the better rank.
    """
    shown = {card.fact.content.type for card in view.cards if card.is_required}
    waiting = [card for card in view.cards if not card.is_required]
    chosen: list[Card] = []
    while waiting := [card for card in waiting if costs[card.fact.fact_id] <= left]:
        # Of equals max() gives the first, and the cards are in rank order.
        if not chosen and waiting[0] is next(c for c in view.cards if not c.is_required):
            best = waiting[0]
        else:
            best = max(waiting, key=lambda card: _worth(card, costs, shown))
        chosen.append(best)
        waiting.remove(best)
        shown.add(best.fact.content.type)
        left -= costs[best.fact.fact_id]
    return chosen


def _worth(card: Card, costs: Mapping[int, int], shown: set[str]) -> float:
    gain = 1 if card.fact.content.type in shown else GAIN_OF_NEW_TYPE
    return gain / costs[card.fact.fact_id]


def _too_small(view: View, needed_bytes: int) -> Packing:
    omitted = tuple(card.fact.reference for card in view.cards)
    text = f"Nothing was shown: {len(omitted)} facts do not fit; ask with budget={needed_bytes}."
    return Packing(view._replace(cards=()), text, omitted, needed_bytes)


def _bytes(text: str) -> int:
    return len(text.encode("utf-8", "replace"))
