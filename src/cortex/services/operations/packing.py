"""Which cards fit the budget, when none may be cut and the important ones must not be dropped?

The budget counts the bytes of the brief text, which is what reaches a model. Contested facts and
constraints travel first and together: an answer without its constraint is a wrong answer.
Source: docs/formats/operations.md.
"""

from dataclasses import dataclass

from cortex.core.recall.cards import numbered
from cortex.model.cards import Card, View
from cortex.wire.views import brief


@dataclass(frozen=True, slots=True)
class Packing:
    """What of a view fits.

    ``brief`` is the text of the view as delivered. ``omitted`` are the references left out for the
    budget, in rank order. ``needed_bytes`` is None unless nothing could be delivered: then it is a
    budget that is enough to get an answer.
    """

    view: View
    brief: str
    omitted: tuple[str, ...]
    needed_bytes: int | None = None

    @property
    def used_bytes(self) -> int:
        """Count the UTF-8 bytes of the brief text; none when nothing could be delivered."""
        return 0 if self.needed_bytes is not None else _bytes(self.brief)


def pack(view: View, budget_bytes: int | None) -> Packing:
    """Give the view with the cards that fit, whole and still in rank order.

    Required cards come first and only all together; the others follow in rank order, each one that
    still fits. Aliases are given again, in the order of delivery.

    Args:
        view: an answer.
        budget_bytes: UTF-8 bytes of brief text, or None for no limit.
    """
    if budget_bytes is None or not view.cards:
        return Packing(view, brief(view), ())
    costs = {card.fact.fact_id: card_bytes(view, card) for card in view.cards}
    kept = {card.fact.fact_id for card in view.cards if card.is_required}
    opening = _bytes(brief(view._replace(cards=())))
    left = budget_bytes - opening - sum(costs[fact_id] for fact_id in kept)
    if left < 0:
        return _too_small(view, budget_bytes - left)
    for card in view.cards:
        fact_id = card.fact.fact_id
        if fact_id not in kept and costs[fact_id] <= left:
            kept.add(fact_id)
            left -= costs[fact_id]
    if not kept:
        return _too_small(view, opening + min(costs.values()))
    delivered = [card for card in view.cards if card.fact.fact_id in kept]
    omitted = tuple(c.fact.reference for c in view.cards if c.fact.fact_id not in kept)
    packed = view._replace(cards=numbered(delivered))
    return Packing(packed, brief(packed), omitted)


def card_bytes(view: View, card: Card) -> int:
    """Count what a card adds to the brief text: its line, its notes, and a line break."""
    opening = brief(view._replace(cards=()))
    alone = _bytes(brief(view._replace(cards=(card,)))) - _bytes(opening)
    return alone if opening else alone + 1


def _too_small(view: View, needed_bytes: int) -> Packing:
    omitted = tuple(card.fact.reference for card in view.cards)
    text = f"Nothing was shown: {len(omitted)} facts do not fit; ask with budget={needed_bytes}."
    return Packing(view._replace(cards=()), text, omitted, needed_bytes)


def _bytes(text: str) -> int:
    return len(text.encode("utf-8", "replace"))
