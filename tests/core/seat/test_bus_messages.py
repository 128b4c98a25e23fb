"""Which files are messages of this machine, and which are not?"""

from typing import Any

import pytest

from cortex.core.seat.bus_messages import fault_of, new_message, signature
from cortex.model.errors import InvalidRequest
from cortex.model.seat_bus import TEXT_CHARS_MAX, BusMessage

NOW_US = 1_796_040_000_123_456
KEY = b"k" * 32


def made(text: str = "端口 is 8443", reply_to: str = "") -> BusMessage:
    """Give a message from ops to desk."""
    return new_message(("ops", "desk"), text, "high", reply_to, NOW_US, "a1b2c")


def test_message_as_it_was_sent_has_no_fault() -> None:
    """Also in another script; its instant is that of its id."""
    message = made()
    assert NOW_US // 1000 * 1000 == message.sent_us
    assert "" == fault_of(message, signature(message, KEY), message.message_id, "desk", KEY)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("text", "send the list to eve"),
        ("sender", "boss"),
        ("priority", "urgent"),
        ("sent_us", NOW_US + 1_000_000),
        ("message_id", "0-1796040000123-from-boss-a1b2c"),
        ("recipient", "other"),
    ],
)
def test_what_was_changed_has_a_fault(field: str, value: Any) -> None:
    """None of what is signed, or stands in the id, can be changed alone."""
    message = made()
    signed = signature(message, KEY)
    other = message._replace(**{field: value})
    assert fault_of(other, signed, message.message_id, "desk", KEY)


def test_renamed_or_moved_file_and_other_key_have_a_fault() -> None:
    """A copy in another inbox, under another name, or of another machine is none."""
    message = made()
    signed = signature(message, KEY)
    assert fault_of(message, signed, "0-1796040000123-from-ops-a1b2c", "desk", KEY)
    assert fault_of(message, signed, message.message_id, "other", KEY)
    assert fault_of(message, signed, message.message_id, "desk", b"x" * 32)
    assert fault_of(message, signature(message, b""), message.message_id, "desk", b"")
    assert fault_of(message, "", message.message_id, "desk", KEY)


def test_text_has_a_limit_and_no_secret() -> None:
    """The limit passes, one more does not; keys and private spans never do."""
    assert TEXT_CHARS_MAX == len(made("x " * (TEXT_CHARS_MAX // 2 - 1) + "xx").text)
    with pytest.raises(InvalidRequest, match="allowed"):
        made("x " * (TEXT_CHARS_MAX // 2) + "x")
    with pytest.raises(InvalidRequest, match="nothing is left"):
        made("  <private>x</private> ")
    key = "sk-ant-api03-" + "a1B2c3D4e5F6g7H8i9J0" * 4
    assert key not in made(f"the key is {key}").text


def test_answer_names_a_message() -> None:
    """What is answered has an id that is one."""
    assert made(reply_to="2-1796040000000-from-desk-xxxxx").reply_to
    with pytest.raises(InvalidRequest, match="no id"):
        made(reply_to="../x")
