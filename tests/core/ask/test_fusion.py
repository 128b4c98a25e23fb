"""Are hits of layers that know nothing of each other put into one order that can be explained?"""

from __future__ import annotations

from cortex.core.ask.answer import answered
from cortex.core.ask.fusion import fused, read_asked
from cortex.core.ask.shelves import Shelf, search_shelf
from cortex.model.ask import AskHit, AskLayer, LayerFound, LayerState, Piece

ASKED = read_asked("which port does the billing gateway use")


def shelf(layer: AskLayer, *texts: str, at_us: int | None = None) -> LayerFound:
    """Give a layer with these pieces, searched."""
    pieces = tuple(
        Piece(layer, f"{layer.value}:{number}", text, at_us=at_us)
        for number, text in enumerate(texts, start=1)
    )
    return search_shelf(Shelf(layer, (layer.value,), pieces, texts), ASKED.units)


def places(hits: list[AskHit]) -> list[str]:
    """Give where the hits stand."""
    return [hit.piece.where for hit in hits]


def test_equal_hits_stand_in_the_order_of_layers() -> None:
    """Own memory comes first when two layers hold the same words at the same rank."""
    layers = [
        shelf(AskLayer.STATE, "the gateway for billing: port 8443"),
        shelf(AskLayer.RECORDS, "billing wants a gateway port today"),
    ]
    assert ["state:1", "records:1"] == places(fused(ASKED, layers))


def test_more_of_the_question_beats_a_nearer_layer() -> None:
    """A later layer that holds the whole question stands before a nearer one that holds a part."""
    layers = [
        shelf(AskLayer.STATE, "the billing gateway is slow today", "lunch at noon"),
        shelf(AskLayer.RECORDS, "the billing gateway uses port 8443"),
    ]
    assert ["records:1", "state:1"] == places(fused(ASKED, layers))


def test_copies_are_no_witnesses() -> None:
    """A part of the answer that stands in four layers is one hit and never overtakes all of it."""
    copied = "the billing gateway is slow today"
    layers = [
        shelf(AskLayer.STATE, copied),
        shelf(AskLayer.LOG, f"note {copied}", "the billing gateway uses port 8443"),
        shelf(AskLayer.SAVED, copied),
        shelf(AskLayer.BUS, copied),
    ]
    hits = fused(ASKED, layers)
    assert ["log:2", "state:1"] == places(hits)
    assert ["log:1", "saved:1", "bus:1"] == [one.where for one in hits[1].also]
    assert {AskLayer.STATE, AskLayer.LOG, AskLayer.SAVED, AskLayer.BUS} == set(dict(hits[1].ranks))


def test_newer_of_two_equals_stands_first() -> None:
    """In one layer, what speaks of a later day comes before what is otherwise its equal."""
    old = Piece(AskLayer.RECORDS, "old", "gateway port on Monday", at_us=1)
    new = Piece(AskLayer.RECORDS, "new", "gateway port on Friday", at_us=2)
    bus = new._replace(layer=AskLayer.BUS, where="bus", text="gateway port on Sunday", at_us=None)
    found = [
        LayerFound(AskLayer.BUS, LayerState.SEARCHED, hits=(bus,)),
        LayerFound(AskLayer.RECORDS, LayerState.SEARCHED, hits=(new, old)),
    ]
    assert ["bus", "new", "old"] == places(fused(ASKED, found))


def test_word_that_is_everywhere_is_no_evidence() -> None:
    """A piece that shares one common word of a long question is not offered."""
    asked = read_asked("which billing supplier of the Lisbon warehouse sells cinnamon")
    texts = [f"billing step {number} is done" for number in range(30)]
    pieces = tuple(Piece(AskLayer.LOG, f"log:{one}", text) for one, text in enumerate(texts))
    found = search_shelf(Shelf(AskLayer.LOG, ("log",), pieces, tuple(texts)), asked.units)
    assert found.hits
    assert [] == fused(asked, [found])


def test_function_words_have_no_content() -> None:
    """A question of them alone is known as one."""
    assert not read_asked("what is it").has_content
    assert not read_asked("?!").has_content
    assert read_asked("端口").has_content


def test_replaced_statements_stand_behind_in_their_layer() -> None:
    """What its file says was replaced has no rank before what holds."""
    held = Piece(AskLayer.ENTITIES, "e:2", "billing gateway port 8443 since the move of March")
    gone = Piece(AskLayer.ENTITIES, "e:1", "billing gateway port 80", is_replaced=True)
    found = LayerFound(AskLayer.ENTITIES, LayerState.SEARCHED, hits=(gone, held))
    assert ["e:2", "e:1"] == places(fused(ASKED, [found]))


def test_answer_is_bounded_and_says_what_it_left_out() -> None:
    """Number and budget cut the answer; one hit is always told, and the rest is counted."""
    layer = shelf(AskLayer.LOG, *(f"billing gateway port {n} {'x' * n}" for n in range(10)))
    whole = answered(ASKED, "ops", [layer], (50, 10_000))
    assert (10, 0) == (len(whole.hits), whole.omitted)
    few = answered(ASKED, "ops", [layer], (3, 10_000))
    assert (3, 7) == (len(few.hits), few.omitted)
    tiny = answered(ASKED, "ops", [layer], (50, 5))
    assert (1, 9, 5) == (len(tiny.hits), tiny.omitted, len(tiny.hits[0].text))
    assert not tiny.is_absent
