"""Does a budget keep cards whole, required ones first, and say what it left out?"""

from hypothesis import given
from hypothesis import strategies as st

from cortex.model.boundaries import Boundary
from cortex.model.cards import Card
from cortex.services.operations.packing import card_bytes, pack
from cortex.wire.views import brief
from tests.wire.samples import a_card, a_fact, a_view


def cards(*texts: str, required: tuple[int, ...] = ()) -> tuple[Card, ...]:
    """Give cards with these statements; ``required`` are places, from zero."""
    return tuple(
        a_card(a_fact(place + 1, text))._replace(
            alias=f"m{place + 1}",
            label=f"{'c' if place in required else 'k'}{place + 1}",
            is_required=place in required,
        )
        for place, text in enumerate(texts)
    )


def shown(packing_cards: tuple[Card, ...]) -> list[int]:
    """Give the fact ids of cards, in order."""
    return [card.fact.fact_id for card in packing_cards]


def test_without_a_budget_everything_is_delivered() -> None:
    """No budget leaves a view as it is."""
    view = a_view(*cards("one", "two"))
    packing = pack(view, None)
    assert view == packing.view
    assert () == packing.omitted


def test_required_card_goes_first_and_order_stays() -> None:
    """A constraint that ranks last takes its room before the others; rank order is kept."""
    view = a_view(*cards("a" * 50, "b" * 50, "rule", required=(2,)))
    budget = card_bytes(view, view.cards[2]) + card_bytes(view, view.cards[0])
    packing = pack(view, budget)
    assert [1, 3] == shown(packing.view.cards)
    assert ("decision::2",) == packing.omitted
    assert ["m1", "m2"] == [card.alias for card in packing.view.cards]


def test_smaller_card_takes_the_room_a_larger_one_cannot() -> None:
    """What does not fit is left out whole, and the next that fits is delivered."""
    view = a_view(*cards("first", "x" * 500, "third"))
    packing = pack(view, 60)
    assert [1, 3] == shown(packing.view.cards)


def typed(view_cards: tuple[Card, ...], *types: str) -> tuple[Card, ...]:
    """Give the cards with these types, in order."""
    return tuple(
        card._replace(fact=card.fact._replace(content=card.fact.content._replace(type=type_)))
        for card, type_ in zip(view_cards, types, strict=True)
    )


def test_the_best_card_is_not_traded_for_shorter_ones() -> None:
    """What was asked for goes first when it fits, however much room short asides would leave."""
    view = a_view(*cards("best " * 20, "aside", "other"))
    budget = card_bytes(view, view.cards[0])
    assert [1] == shown(pack(view, budget).view.cards)


def test_behind_the_best_the_most_is_said_for_the_bytes() -> None:
    """A type not shown yet is worth twice; of equal worth the better rank goes first."""
    texts = ("best", "n" * 20, "m" * 20, "o" * 20)
    view = a_view(*typed(cards(*texts), "decision", "decision", "decision", "note"))
    room = card_bytes(view, view.cards[0]) + card_bytes(view, view.cards[1])
    assert [1, 4] == shown(pack(view, room).view.cards)
    room += card_bytes(view, view.cards[1])
    assert [1, 2, 4] == shown(pack(view, room).view.cards)


def test_a_required_type_is_no_new_one() -> None:
    """What a required card shows already is not worth twice."""
    stated = cards("rule", "best", "r" * 19, "o" * 20, required=(0,))
    view = a_view(*typed(stated, "policy", "decision", "policy", "note"))
    room = sum(card_bytes(view, view.cards[place]) for place in (0, 1, 3))
    assert [1, 2, 4] == shown(pack(view, room).view.cards)


def test_required_cards_that_do_not_fit_together_are_not_torn_apart() -> None:
    """Too small a budget for the constraints delivers nothing and names the size. CQR F4"""
    view = a_view(*cards("rule " * 20, "order " * 20, required=(0, 1)))
    packing = pack(view, 150)
    assert () == packing.view.cards
    assert packing.needed_bytes is not None
    assert 2 == len(pack(view, packing.needed_bytes).view.cards)


@given(
    st.lists(
        st.tuples(st.text(min_size=1, max_size=60), st.booleans(), st.text(max_size=20)),
        min_size=1,
        max_size=8,
    ),
    st.integers(1, 400),
)
def test_budget_is_kept_and_the_size_named_is_enough(
    stated: list[tuple[str, bool, str]], budget: int
) -> None:
    """The brief never passes the budget, no card is lost unnamed, and the retry succeeds.

    CQR F4: whatever limits a card stands with it or the card is left out.
    """
    required = tuple(place for place, (_, is_required, _) in enumerate(stated) if is_required)
    plain = cards(*(text for text, _, _ in stated), required=required)
    limits = (Boundary("policy", "decision::9", limit) for _, _, limit in stated)
    view = a_view(
        *(
            card._replace(exceptions=(limit,) if limit.statement else ())
            for card, limit in zip(plain, limits, strict=True)
        )
    )
    packing = pack(view, budget)
    if packing.needed_bytes is None:
        assert len(brief(packing.view).encode()) <= budget
        assert len(view.cards) == len(packing.view.cards) + len(packing.omitted)
        assert set(shown(packing.view.cards)) >= {place + 1 for place in required}
        told = sum(len(card.exceptions) for card in packing.view.cards)
        lines = brief(packing.view).split("\n")
        assert told == sum(line.startswith("  boundary: policy decision::9:") for line in lines)
    else:
        assert pack(view, packing.needed_bytes).view.cards
