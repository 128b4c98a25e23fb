"""Which facts did a view show under m1, m2 ..., when the caller comes back with its receipt?

A receipt carries its own content, so that asking writes nothing, and every server on a store, also
one started later, can follow it. The digest ties it to its caller and makes a damaged one visible;
it is a checksum, not a secret: what an alias leads to is gated again when it is followed.
Source: docs/formats/operations.md.
"""

import re
from dataclasses import dataclass

from cortex.core.learning.questions import signature_of
from cortex.core.text.digests import digest
from cortex.model.cards import View
from cortex.model.errors import NotFound
from cortex.model.limits import CARDS_MAX

RECEIPT_DOMAIN = "cortex/view-receipt/1"
DIGEST_DIGITS = 8
RECEIPT_CHARS_MAX = 64 + CARDS_MAX * 16
"""Longest receipt that is read: its fixed part, and a label and a 63-bit id for every card."""

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_RECEIPT = re.compile(
    rf"view-(?P<head>\d{{1,19}})-(?P<digest>[0-9a-f]{{{DIGEST_DIGITS}}})"
    r"-(?P<epoch>\d{1,9})(?P<cards>(?:\.[a-z]-[0-9a-z]{1,13})*)(?:_(?P<asked>[0-9a-f]{16}))?"
)


@dataclass(frozen=True, slots=True)
class ViewReceipt:
    """What a view showed: the store's HEAD and restore epoch, and each card's label letter and id.

    ``cards`` are in delivery order, so that alias m1 is the first one. ``asked`` is the signature
    of the question (``core.learning.questions``), so that a report knows what was asked, or empty.
    """

    head: int
    restore_epoch: int
    cards: tuple[tuple[str, int], ...]
    asked: str = ""

    def fact_id(self, alias: str) -> int | None:
        """Give the fact an alias (m2) or a label (c1) names, or None when the view had no such."""
        letter, number = alias[:1].lower(), alias[1:]
        if not (number.isascii() and number.isdigit() and len(number) <= 4):
            return None
        shown = [fact_id for label, fact_id in self.cards if letter in ("m", label)]
        place = int(number) - 1
        return shown[place] if 0 <= place < len(shown) else None


def receipt_of(view: View) -> ViewReceipt:
    """Give the receipt of a view: its cards in their order, and the state they were read from."""
    shown = tuple((card.label[:1], card.fact.fact_id) for card in view.cards)
    return ViewReceipt(view.head or 0, view.restore_epoch, shown, signature_of(view.question))


def write_receipt(receipt: ViewReceipt, principal: str) -> str:
    """Give the receipt as text: ``view-<head>-<8 hex>-<epoch>.<label>-<id>..._<16 hex>``.

    Ids are in base 36; the last part is there when a question is known.
    """
    cards = "".join(f".{label}-{_base36(fact_id)}" for label, fact_id in receipt.cards)
    tail = f"{receipt.restore_epoch}{cards}" + (f"_{receipt.asked}" if receipt.asked else "")
    return f"view-{receipt.head}-{_checksum(receipt.head, tail, principal)}-{tail}"


def read_receipt(text: str, principal: str) -> ViewReceipt:
    """Read a receipt back.

    Raises:
        NotFound: it is no receipt, was damaged, or was given to another caller.
    """
    found = _RECEIPT.fullmatch(text.strip()) if len(text) <= RECEIPT_CHARS_MAX else None
    if found is not None:
        head, asked = int(found["head"]), found["asked"] or ""
        tail = f"{found['epoch']}{found['cards']}" + (f"_{asked}" if asked else "")
        if found["digest"] == _checksum(head, tail, principal):
            pairs = (card.split("-") for card in found["cards"].split(".")[1:])
            cards = tuple((label, int(number, 36)) for label, number in pairs)
            return ViewReceipt(head, int(found["epoch"]), cards, asked)
    message = "this receipt is not one that this caller was given"
    remedy = "copy the whole receipt from the answer, or name the fact by its reference"
    raise NotFound(message, remedy=remedy, field="receipt")


def _checksum(head: int, tail: str, principal: str) -> str:
    payload = f"{len(principal)}:{principal}:{head}:{tail}"
    return digest(RECEIPT_DOMAIN, payload.encode("utf-8"))[:DIGEST_DIGITS]


def _base36(number: int) -> str:
    digits = ""
    while True:
        number, rest = divmod(number, 36)
        digits = _DIGITS[rest] + digits
        if number == 0:
            return digits
