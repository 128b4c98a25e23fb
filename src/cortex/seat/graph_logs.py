"""Which messages are in a seat's logs, and in logs that a person named?"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from cortex.core.seat.message_log import read_messages
from cortex.core.seat.stamps import TOLERANCE_US
from cortex.core.text.cleaning import clean_name
from cortex.core.text.digests import digest
from cortex.model.client_graph import INBOUND, MESSAGES_MAX, OUTBOUND, GraphMessage
from cortex.model.lean_cache import lru_cache
from cortex.model.lean_classes import NamedTuple
from cortex.model.seat_records import Direction, LoggedMessage
from cortex.seat.message_log import message_files, messages_in, newest_messages

if TYPE_CHECKING:
    from cortex.ports.seat_files import SeatFiles

_DOMAIN = "cortex/graph-message/1"
_SHA_CHARS = 32
_DIRECTIONS = {Direction.IN: INBOUND, Direction.OUT: OUTBOUND}


class LogsRead(NamedTuple):
    """The messages of all logs, each once, and how many rows are none or have not come."""

    messages: tuple[GraphMessage, ...]
    unread: int


def read_logs(kept: SeatFiles, extra: Iterable[tuple[str, bytes]], now_us: int) -> LogsRead:
    """Give the messages of a seat's logs, and of others.

    Args:
        kept: the seat's home.
        extra: path and content of logs that stand elsewhere.
        now_us: a message may not be from after it.

    Raises:
        SeatFileRefused: a log is a link, or past its limit.
    """
    found: dict[str, GraphMessage] = {}
    unread = 0
    rows: list[LoggedMessage] = []
    for direction in Direction:
        for path in message_files(kept, direction):
            read = messages_in(kept, direction, path)
            rows += read.messages
            unread += len(read.bad)
    for path, content in extra:
        read = read_messages(content, _direction(content), path)
        rows += read.messages
        unread += len(read.bad)
    for row in rows:
        if row.at_us > now_us + TOLERANCE_US:
            unread += 1
            continue
        message = graph_message(row)
        found.setdefault(message.sha, message)
    return LogsRead(tuple(found.values())[-2 * MESSAGES_MAX :], unread)


def newest_message(kept: SeatFiles) -> GraphMessage | None:
    """Give the newest message of a seat's own logs, or None.

    Raises:
        SeatFileRefused: a log is a link, or past its limit.
    """
    last = [next(newest_messages(kept, direction), None) for direction in Direction]
    found = [graph_message(one) for one in last if one is not None]
    return max(found, key=lambda one: (one.at_us, one.sha)) if found else None


def graph_message(row: LoggedMessage) -> GraphMessage:
    """Give a logged message as a graph knows it; its name does not depend on where it stands."""
    direction = _DIRECTIONS[row.direction]
    parts = (direction, row.message_id, row.chat_id, row.speaker, str(row.at_us), row.text)
    name = digest(_DOMAIN, "\0".join(parts).encode("utf-8", "surrogatepass"))[:_SHA_CHARS]
    file, _, line = row.where.rpartition(":")
    speaker = _shown(row.speaker_name or row.speaker)
    return GraphMessage(
        name, file, int(line), direction, row.chat_id, speaker, " ".join(row.speaker.split()),
        row.at_us, row.text,
    )  # fmt: skip


@lru_cache(maxsize=1_024)
def _shown(name: str) -> str:
    """Give a sender's name without what nobody may keep; a log has few, each a thousand times."""
    return str(clean_name(name).text)


def _direction(content: bytes) -> Direction:
    """Tell which way the messages of a log went: only those that came in say from whom."""
    return Direction.IN if b'"from"' in content.partition(b"\n")[0] else Direction.OUT
