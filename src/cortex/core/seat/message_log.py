"""What is written down of a message that came in or went out, and how is it read again?

The row is made by whoever sends or receives, at that moment, which is why it is worth more than
what an agent remembers. Source: OGL 3.12, docs/formats/message-logs.md.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import NoReturn

from cortex.core.boot.calendar import second_text
from cortex.core.seat.events import exact_instant_us
from cortex.core.seat.exchange import clipped
from cortex.core.seat.stamps import TOLERANCE_US
from cortex.core.text.cleaning import clean, clean_name
from cortex.model.lean_classes import NamedTuple
from cortex.model.refusals import RecordRefused
from cortex.model.seat_records import BadRow, Direction, Fault, LoggedMessage
from cortex.model.seats import INBOUND_STEM, LOGS_FOLDER, OUTBOUND_STEM

STEMS = {Direction.IN: INBOUND_STEM, Direction.OUT: OUTBOUND_STEM}

LOG_BYTES_MAX = 16_777_216
"""Bytes of a log before it is set aside and begun anew: some fifty thousand messages."""

TEXT_CHARS_MAX = 32_768
"""Characters of one text; of a longer one head and tail are kept, and how long it was."""

REPLY_CHARS_MAX = 500
"""Characters of the message that is answered."""

ID_CHARS_MAX = 128
NAME_CHARS_MAX = 200
ROW_BYTES_MAX = 262_144
"""Bytes of a row: a text of that many characters in any script, escaped."""

_REQUIRED = {
    Direction.IN: ("message_id", "chat_id", "from"),
    Direction.OUT: ("message_id", "chat_id"),
}
_IDS = ("message_id", "chat_id", "from", "reply_to_message_id")
_LINES = ("from_name", "parse_mode")
_FIELDS = {
    Direction.IN: (
        "chat_id",
        "message_id",
        "from",
        "from_name",
        "timestamp",
        "text",
        "reply_to_message_id",
        "reply_to_has_media",
        "reply_to_text",
    ),
    Direction.OUT: (
        "chat_id",
        "message_id",
        "text",
        "parse_mode",
        "reply_to_message_id",
        "timestamp",
    ),
}
_NAMED_BY_US = ("agent", "archived_at")


class MessagesRead(NamedTuple):
    """What a log says: the rows that can be read, in order, and the lines that cannot."""

    messages: tuple[LoggedMessage, ...]
    bad: tuple[BadRow, ...]


def log_file(direction: Direction) -> str:
    """Give the log that is written now."""
    return f"{LOGS_FOLDER}/{STEMS[direction]}.jsonl"


def set_aside_file(direction: Direction, first_us: int, digest: str) -> str:
    """Give the name of a log that is full: by its first message and its content."""
    stamp = second_text(first_us).replace(":", "").replace("-", "")
    return f"{LOGS_FOLDER}/{STEMS[direction]}-{stamp}-{digest[:8]}.jsonl"


def is_log(name: str, direction: Direction) -> bool:
    """Tell whether a file in the folder is a log of that direction, set aside or not."""
    rest = name.removeprefix(STEMS[direction])
    return rest != name and name.endswith(".jsonl") and rest[:1] in {".", "-"}


def message_row(
    direction: Direction, agent: str, said: Mapping[str, object], now_us: int
) -> dict[str, object]:
    """Give the row of a message, its texts clean, in the published order.

    Args:
        direction: which way it went.
        agent: name of the seat.
        said: what whoever sent or received it says; ``timestamp`` is now when it is left out.
        now_us: the present instant.

    Raises:
        RecordRefused: a field is missing, unknown or of another kind, or has not come.
    """
    fields = _FIELDS[direction]
    row: dict[str, object] = dict.fromkeys(fields)
    for name, value in said.items():
        if name in _NAMED_BY_US:
            continue  # A row that was read elsewhere may bring them; the clock and the seat decide.
        if name not in fields:
            shown = ascii(name[:NAME_CHARS_MAX])[1:-1]
            remedy = f"the fields are {', '.join(fields)}"
            _refuse(f"a message has no field '{shown}'", shown, remedy)
        row[name] = _value(name, value, row)
    missing = [name for name in _REQUIRED[direction] if row[name] is None]
    if missing:
        _refuse(
            f"it does not say {', '.join(missing)}",
            missing[0],
            "add what is missing to the JSON object",
        )
    row["text"] = row["text"] or ""
    row["timestamp"] = second_text(_instant(said.get("timestamp"), now_us))
    if direction is Direction.IN:
        row["archived_at"] = second_text(now_us)
    row["agent"] = agent
    return {name: value for name, value in row.items() if value is not None}


def row_line(row: Mapping[str, object]) -> bytes:
    """Give the line that keeps a row."""
    return json.dumps(row, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")


def read_messages(content: bytes, direction: Direction, path: str) -> MessagesRead:
    """Give what a log says, in its order; never raises.

    Args:
        content: whole lines; a last one that is torn is told as one that cannot be read.
        direction: which way its messages went.
        path: the file, for where each stands.
    """
    messages: list[LoggedMessage] = []
    bad: list[BadRow] = []
    for number, line in enumerate(content.split(b"\n"), start=1):
        if not line.strip():
            continue
        where = f"{path}:{number}"
        try:
            messages.append(read_message(json.loads(line), direction, where))
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            bad.append(BadRow(where, "this line is torn, or no message"))
    return MessagesRead(tuple(messages), tuple(bad))


def read_message(row: Mapping[str, object], direction: Direction, where: str) -> LoggedMessage:
    """Give the message a row keeps.

    Raises:
        ValueError, KeyError, TypeError: it keeps none.
    """
    at_us = exact_instant_us(row["timestamp"])
    text = row["text"]
    if at_us is None or not isinstance(text, str):
        raise TypeError
    is_in = direction is Direction.IN
    return LoggedMessage(
        direction=direction,
        message_id=_name(row["message_id"]),
        chat_id=_name(row["chat_id"]),
        speaker=_name(row["from"] if is_in else row["agent"]),
        speaker_name=str(row.get("from_name") or ""),
        text=text,
        at_us=at_us,
        reply_to=_name(row.get("reply_to_message_id") or ""),
        reply_to_text=str(row.get("reply_to_text") or ""),
        where=where,
    )


def says_the_same(left: LoggedMessage, right: LoggedMessage) -> bool:
    """Tell whether two rows are one message; one that was edited since is another."""
    return (left.message_id, left.chat_id, left.speaker, left.text) == (
        right.message_id,
        right.chat_id,
        right.speaker,
        right.text,
    )


def _name(value: object) -> str:
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise TypeError
    return str(value)


def _value(name: str, value: object, row: dict[str, object]) -> object:
    """Give what a field holds, clean; ``text_chars`` joins the row when a text was too long."""
    if value is None or value == "":
        return None
    if name == "reply_to_has_media":
        if not isinstance(value, bool):
            _refuse(f"'{name}' is true or false", name)
        return value
    if name in _IDS:
        return _id(name, value)
    if not isinstance(value, str):
        _refuse(f"'{name}' is a text", name)
    if name == "timestamp":
        return value
    if name in _LINES:
        return str(clean_name(value).text)[:NAME_CHARS_MAX]
    text = str(clean(value).text)
    if name == "reply_to_text":
        return text[:REPLY_CHARS_MAX]
    if len(text) > TEXT_CHARS_MAX:
        row["text_chars"] = len(text)
    return clipped(text, TEXT_CHARS_MAX)


def _id(name: str, value: object) -> object:
    is_number = isinstance(value, int) and not isinstance(value, bool) and abs(value) < 10**18
    if is_number:
        return value
    is_text = isinstance(value, str) and value.isprintable() and not any(map(str.isspace, value))
    if not isinstance(value, str) or not is_text or len(value) > ID_CHARS_MAX:
        message = f"'{name}' is an id: a number, or {ID_CHARS_MAX} characters without blanks"
        _refuse(message, name, "write the channel's id of it")
    if clean_name(value).text != value:
        _refuse(f"'{name}' looks like a secret", name, "write the channel's id of it")
    return value


def _instant(value: object, now_us: int) -> int:
    if value is None or value == "":
        return now_us
    at_us = exact_instant_us(value) if isinstance(value, str) else None
    if at_us is None:
        remedy = "write date, time and zone, such as 2026-11-30T14:05:00Z, or leave it out"
        _refuse("'timestamp' is no instant", "timestamp", remedy)
    if at_us > now_us + TOLERANCE_US:
        remedy = f"it is {second_text(now_us)} now"
        _refuse(f"'timestamp' has not come: {second_text(at_us)}", "timestamp", remedy)
    return at_us


def _refuse(message: str, field: str, remedy: str = "see docs/formats/message-logs.md") -> NoReturn:
    raise RecordRefused(Fault.BAD_MESSAGE, message, remedy=remedy, field=field)
