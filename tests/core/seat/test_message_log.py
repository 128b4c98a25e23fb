"""Is a message written down as it was sent, and read back as that?"""

import json

import pytest

from cortex.core.seat.message_log import (
    REPLY_CHARS_MAX,
    TEXT_CHARS_MAX,
    is_log,
    message_row,
    read_messages,
    row_line,
    set_aside_file,
)
from cortex.model.refusals import RecordRefused
from cortex.model.seat_records import Direction, Fault

NOW_US = 1_780_000_000_000_000
NOW = "2026-05-28T20:26:40Z"
IN, OUT = Direction.IN, Direction.OUT
SENT: dict[str, object] = {"message_id": 7, "chat_id": -42, "text": "The invoice is out."}
GOT: dict[str, object] = {**SENT, "from": 99, "from_name": "Mara"}


def test_a_sent_row_has_the_published_keys() -> None:
    """A row says when, who, where and what; ids keep their form."""
    row = message_row(OUT, "ops", {**SENT, "parse_mode": "HTML"}, NOW_US)
    assert {**SENT, "timestamp": NOW, "parse_mode": "HTML", "agent": "ops"} == row


def test_a_received_row_says_when_it_was_written_down() -> None:
    """When it was received and when it was written down are two instants."""
    at = "2026-05-28T20:00:00+02:00"
    reply = {"reply_to_message_id": 5, "reply_to_text": "x" * 600, "reply_to_has_media": True}
    row = message_row(IN, "ops", {**GOT, **reply, "timestamp": at}, NOW_US)
    assert ("2026-05-28T18:00:00Z", NOW) == (row["timestamp"], row["archived_at"])
    assert REPLY_CHARS_MAX == len(str(row["reply_to_text"]))


def test_clock_and_seat_are_not_typed() -> None:
    """A row that brings its agent and its archive time gets ours."""
    said = {**GOT, "agent": "sales", "archived_at": "1999-01-01T00:00:00Z"}
    row = message_row(IN, "ops", said, NOW_US)
    assert ("ops", NOW) == (row["agent"], row["archived_at"])


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"message_id": None}, "message_id"),
        ({"chat_id": ""}, "chat_id"),
        ({"chat_id": "two words"}, "chat_id"),
        ({"chat_id": True}, "chat_id"),
        ({"chat_id": "x" * 129}, "chat_id"),
        ({"message_id": "AKIAABCDEFGHIJKLMNOP"}, "message_id"),
        ({"from": None}, "from"),
        ({"text": ["x"]}, "text"),
        ({"txt": "x"}, "txt"),
        ({"reply_to_has_media": "yes"}, "reply_to_has_media"),
        ({"timestamp": "2026-05-28"}, "timestamp"),
        ({"timestamp": "2999-01-01T00:00:00Z"}, "timestamp"),
        ({"timestamp": "0001-01-01T00:00:00+14:00"}, "timestamp"),
    ],
)
def test_what_is_no_message_is_refused_with_the_field(
    changed: dict[str, object], field: str
) -> None:
    """A field that is missing, unknown, of another kind or in the future is named."""
    with pytest.raises(RecordRefused) as caught:
        message_row(IN, "ops", {**GOT, **changed}, NOW_US)
    assert (Fault.BAD_MESSAGE, field) == (caught.value.reason, caught.value.field)


def test_a_long_text_keeps_head_and_tail() -> None:
    """A message that was sent is never dropped for its length; how long it was is kept."""
    text = "first " + "x" * TEXT_CHARS_MAX + " last"
    row = message_row(OUT, "ops", {**SENT, "text": text}, NOW_US)
    kept = str(row["text"])
    assert len(kept) <= TEXT_CHARS_MAX
    assert (True, True) == (kept.startswith("first"), kept.endswith("last"))
    assert len(text) == row["text_chars"]
    assert "text_chars" not in message_row(OUT, "ops", {**SENT, "text": "x" * TEXT_CHARS_MAX}, 0)


def test_a_picture_without_words_is_a_message() -> None:
    """An empty text is kept: that something came is worth knowing."""
    assert "" == message_row(IN, "ops", {**GOT, "text": ""}, NOW_US)["text"]


def test_secrets_never_reach_a_log() -> None:
    """What looks like a secret is taken out of a text, a name and what is answered."""
    key = "AKIAABCDEFGHIJKLMNOP"
    said = {**GOT, "text": f"use {key}", "from_name": key, "reply_to_text": key}
    assert key.encode() not in row_line(message_row(IN, "ops", said, NOW_US))


def test_rows_are_read_back_and_torn_ones_told() -> None:
    """Every whole row is read, every other line is told with its place."""
    line = row_line(message_row(IN, "ops", {**GOT, "text": "端口 ✓"}, NOW_US))
    broken = [b"{", b"[]", b'{"text":1}', b"\xff", b"[" * 5_000]
    read = read_messages(b"\n".join([*broken, line, line[:-9]]), IN, "logs/x.jsonl")
    assert [("99", "Mara", "端口 ✓", "logs/x.jsonl:6")] == [
        (one.speaker, one.speaker_name, one.text, one.where) for one in read.messages
    ]
    assert [1, 2, 3, 4, 5, 7] == [int(one.where.rpartition(":")[2]) for one in read.bad]


def test_rows_of_the_original_are_read() -> None:
    """A log another program wrote in this format is read as it is."""
    row = {
        "message_id": 7,
        "from": 99,
        "from_name": "Mara",
        "chat_id": 42,
        "text": "hello",
        "timestamp": "2026-05-28T20:26:40.123Z",
        "archived_at": "2026-05-28T20:26:41Z",
        "agent": "ops",
        "something_new": {"a": 1},
    }
    read = read_messages(json.dumps(row).encode(), IN, "logs/x.jsonl")
    assert (1, 0) == (len(read.messages), len(read.bad))


def test_logs_that_were_set_aside_are_logs_of_their_direction() -> None:
    """A name tells a direction, and sorts by the first message."""
    first = set_aside_file(OUT, NOW_US, "abcdef0123")
    later = set_aside_file(OUT, NOW_US + 60_000_000, "000000")
    assert "logs/outbound-messages-20260528T202640Z-abcdef01.jsonl" == first < later
    assert is_log(first.removeprefix("logs/"), OUT)
    assert not is_log(first.removeprefix("logs/"), IN)
    assert not is_log("outbound-messages.jsonl.new", OUT)
