"""Is this file a message that a seat of this machine sent to that one?

The signature covers id, sender, recipient and text; the id says priority and instant as well, so
none of them can be changed alone. Source: OGL 3.12, ADR 0200.
"""

from __future__ import annotations

import hmac

from cortex.core.text.cleaning import clean
from cortex.model.errors import InvalidRequest
from cortex.model.seat_bus import PRIORITIES, TEXT_CHARS_MAX, BusMessage
from cortex.model.seat_bus_names import message_id, read_id

KEY_BYTES = 32


def new_message(
    parties: tuple[str, str], text: str, priority: str, reply_to: str, now_us: int, rand: str
) -> BusMessage:
    """Give a message that may be sent.

    Args:
        parties: (sender, recipient).
        text: anything; secrets and private spans are taken out of it.
        rand: five lower-case letters or digits.

    Raises:
        InvalidRequest: nothing is left of the text, it is too long, or ``reply_to`` is no id.
    """
    words = str(clean(text).text)
    if not words:
        message = "nothing is left of the message"
        remedy = "write a sentence; secrets and private spans are taken out"
        raise InvalidRequest(message, remedy=remedy, field="text")
    if len(words) > TEXT_CHARS_MAX:
        message = f"the message has {len(words)} characters; {TEXT_CHARS_MAX} are allowed"
        raise InvalidRequest(message, remedy="put it into a file and name that", field="text")
    if reply_to and read_id(reply_to) is None:
        message = f"'{reply_to[:80]}' is no id of a message"
        raise InvalidRequest(message, remedy="take it from `cortex bus inbox`", field="reply_to")
    sender, recipient = parties
    sent_ms = now_us // 1000
    name = message_id(PRIORITIES.index(priority), sent_ms, sender, rand)
    return BusMessage(name, sender, recipient, priority, sent_ms * 1000, words, reply_to)


def signature(message: BusMessage, key: bytes) -> str:
    """Give the signature of a message, 64 hexadecimal digits."""
    signed = f"{message.message_id}:{message.sender}:{message.recipient}:{message.text}"
    return hmac.new(key, signed.encode("utf-8", "surrogatepass"), "sha256").hexdigest()


def fault_of(message: BusMessage, signed: str, name: str, recipient: str, key: bytes) -> str:
    """Give why a file is no message to a seat, or an empty text.

    Args:
        signed: the signature it carries.
        name: the name of its file, without the end.
        recipient: the seat in whose inbox it lies.
        key: this machine's; empty when there is none.
    """
    said = read_id(name)
    if said is None or message.message_id != name:
        return "its id is not the name of its file"
    place, sent_ms, sender = said
    if message.recipient != recipient:
        return "it is addressed to another seat"
    if (message.priority, message.sent_us // 1000, message.sender) != (
        PRIORITIES[place],
        sent_ms,
        sender,
    ):
        return "priority, instant or sender is not what its id says"
    if not key or not hmac.compare_digest(signature(message, key), signed):
        return "the signature is not one of this machine"
    return ""
