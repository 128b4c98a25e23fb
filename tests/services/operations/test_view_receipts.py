"""Does a receipt lead back to the facts of its view, for its caller only?"""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cortex.model.errors import NotFound
from cortex.services.operations.view_receipts import (
    ViewReceipt,
    read_receipt,
    receipt_of,
    write_receipt,
)
from tests.wire.samples import a_card, a_view

CARDS = st.lists(st.tuples(st.sampled_from("xcfk"), st.integers(1, 2**63 - 1)), max_size=100).map(
    tuple
)
RECEIPT = ViewReceipt(41, 0, (("c", 12), ("k", 3), ("k", 99)))


@given(st.integers(0, 2**62), st.integers(0, 99), CARDS, st.sampled_from(["solo", "user:7"]))
def test_receipt_reads_back(
    head: int, epoch: int, cards: tuple[tuple[str, int], ...], principal: str
) -> None:
    """What was written is read, however many cards there are."""
    receipt = ViewReceipt(head, epoch, cards)
    assert receipt == read_receipt(write_receipt(receipt, principal), principal)


def test_receipt_has_its_published_form() -> None:
    """A receipt begins with view, the version it was made at, and eight hex digits."""
    assert "view-41-e9cf37b1-0.c-c.k-3.k-2r" == write_receipt(RECEIPT, "solo")


def test_receipt_is_of_the_state_the_view_was_read_from() -> None:
    """HEAD and restore epoch are the view's own, whatever was written since."""
    view = a_view(a_card())._replace(head=41, restore_epoch=2)
    assert ViewReceipt(41, 2, (("k", 12),)) == replace(receipt_of(view), asked="")


@pytest.mark.parametrize(
    ("name", "fact_id"),
    [("m1", 12), ("m3", 99), ("M2", 3), ("c1", 12), ("k2", 99), ("m4", None), ("x1", None)],
)
def test_alias_and_label_lead_to_the_fact(name: str, fact_id: int | None) -> None:
    """Cards are counted from one, over all (m) or by label; what was not shown is nothing."""
    assert fact_id == RECEIPT.fact_id(name)


@pytest.mark.parametrize("name", ["", "m", "m0", "m-1", "mm1", "1", "m" + "1" * 5000, "m١"])
def test_other_names_lead_nowhere(name: str) -> None:
    """A name that is no alias is not guessed at."""
    assert RECEIPT.fact_id(name) is None


def test_another_caller_cannot_use_it() -> None:
    """A receipt given to one principal names nothing for another. CQR F3"""
    with pytest.raises(NotFound):
        read_receipt(write_receipt(RECEIPT, "user:1"), "user:2")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "view-41",
        "view-41-00000000-0.c-c",
        "receipt:3",
        "view-" + "9" * 5000,
        write_receipt(RECEIPT, "solo")[:-1],
        write_receipt(RECEIPT, "solo").replace("view-41", "view-42"),
        write_receipt(RECEIPT, "solo") + ".k-1",
    ],
)
def test_damaged_receipt_is_no_receipt(text: str) -> None:
    """A cut, changed or invented receipt is refused, so that no alias means another fact."""
    with pytest.raises(NotFound) as caught:
        read_receipt(text, "solo")
    assert "receipt" == caught.value.field
