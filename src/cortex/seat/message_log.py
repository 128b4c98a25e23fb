"""How does a message come into a seat's logs, and in which order are they read?

A log that is full is set aside under a name made of its first message and its content, so that a
crash between the two steps leaves nothing twice: the same step is done again.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from cortex.core.seat.message_log import (
    LOG_BYTES_MAX,
    ROW_BYTES_MAX,
    MessagesRead,
    is_log,
    log_file,
    message_row,
    read_message,
    read_messages,
    row_line,
    says_the_same,
    set_aside_file,
)
from cortex.core.text.digests import plain_digest
from cortex.model.lean_classes import NamedTuple
from cortex.model.seat_records import Direction
from cortex.model.seats import LOGS_FOLDER

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from cortex.model.seat_records import LoggedMessage
    from cortex.model.seats import Seat
    from cortex.ports.seat_files import SeatFiles

READ_BYTES_MAX = LOG_BYTES_MAX + ROW_BYTES_MAX
"""Bytes of a log that are read: its limit, and the row that went past it."""

_LOOKED = 2  # Logs a repeat is looked for in: the one that is written, and the last set aside.


class PrunedMessages(NamedTuple):
    """What is taken out of the message logs, and the logs it stood in; torn lines stay."""

    messages: int
    files: tuple[str, ...]


def record_message(
    kept: SeatFiles, seat: Seat, now_us: int, direction: Direction, said: Mapping[str, object]
) -> tuple[LoggedMessage, bool]:
    """Write a message down; give it, and whether it is new. The same message again changes nothing.

    Raises:
        RecordRefused: it is no message; nothing was written.
        SeatFileRefused: it cannot be written.
    """
    row = message_row(direction, seat.name, said, now_us)
    line = row_line(row) + b"\n"
    path = log_file(direction)
    with kept.turn():
        content = kept.find(path, READ_BYTES_MAX) or b""
        for place in message_files(kept, direction)[-_LOOKED:]:
            there = content if place == path else kept.find(place, READ_BYTES_MAX) or b""
            known = _known(there, row, direction, place)
            if known is not None:
                return known, False
        if len(content) + len(line) > LOG_BYTES_MAX and content:
            _set_aside(kept, direction, content)
            content = b""
        kept.append(path, line)
        number = content.count(b"\n") + (1 if not content or content.endswith(b"\n") else 2)
        return read_message(row, direction, f"{path}:{number}"), True


def message_files(kept: SeatFiles, direction: Direction) -> tuple[str, ...]:
    """Give the logs of a direction, oldest first; the one that is written now is the last."""
    names = [name for name in kept.names(LOGS_FOLDER) if is_log(name, direction)]
    now = log_file(direction)
    aside = [path for path in (f"{LOGS_FOLDER}/{name}" for name in names) if path != now]
    content = kept.find(now, READ_BYTES_MAX) if aside else None
    if content and _aside_name(direction, content) in aside:
        return tuple(aside)  # Somebody was killed after setting it aside.
    return (*aside, now) if len(aside) < len(names) else tuple(aside)


def messages_in(kept: SeatFiles, direction: Direction, path: str) -> MessagesRead:
    """Give what one log says, in its order.

    Raises:
        SeatFileRefused: the file is a link, or past its limit.
    """
    return read_messages(kept.find(path, READ_BYTES_MAX) or b"", direction, path)


def newest_messages(kept: SeatFiles, direction: Direction) -> Iterator[LoggedMessage]:
    """Give every message that can be read, in the reverse of the order they were written in.

    Raises:
        SeatFileRefused: a log is a link, or past its limit.
    """
    for path in reversed(message_files(kept, direction)):
        yield from reversed(messages_in(kept, direction, path).messages)


def prune_messages(kept: SeatFiles, before_us: int, *, is_applied: bool) -> PrunedMessages:
    """Take the messages before an instant out of the logs, or count them.

    What stays keeps the number of its line, by which others name it.

    Raises:
        SeatFileRefused: a log cannot be read or written.
    """
    taken = 0
    files: list[str] = []
    with kept.turn():
        for direction in Direction:
            for path in message_files(kept, direction):
                content = kept.find(path, READ_BYTES_MAX) or b""
                read = read_messages(content, direction, path)
                old = {one.where for one in read.messages if one.at_us < before_us}
                if not old:
                    continue
                taken += len(old)
                files.append(path)
                lines = enumerate(content.split(b"\n"), start=1)
                left = [b"" if f"{path}:{number}" in old else line for number, line in lines]
                if is_applied and any(map(bytes.strip, left)):
                    kept.replace(path, b"\n".join(left))
                elif is_applied:
                    kept.remove(path)
    return PrunedMessages(taken, tuple(files))


def _known(
    content: bytes, row: Mapping[str, object], direction: Direction, path: str
) -> LoggedMessage | None:
    """Give the row of a log that keeps this message already, or None."""
    new = read_message(row, direction, path)
    mark = json.dumps(row["message_id"], ensure_ascii=False).encode("utf-8", "replace")
    if mark not in content:
        return None
    lines = [line if mark in line else b"" for line in content.split(b"\n")]
    found = read_messages(b"\n".join(lines), direction, path).messages
    return next((old for old in found if says_the_same(old, new)), None)


def _set_aside(kept: SeatFiles, direction: Direction, content: bytes) -> None:
    """Put a full log under its lasting name and begin anew."""
    kept.replace(_aside_name(direction, content), content)
    kept.replace(log_file(direction), b"")


def _aside_name(direction: Direction, content: bytes) -> str:
    head = content[:ROW_BYTES_MAX]
    messages = read_messages(head, direction, log_file(direction)).messages
    return set_aside_file(direction, messages[0].at_us if messages else 0, plain_digest(content))
