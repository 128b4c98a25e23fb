"""What do the commands for a seat's messages and promises do?"""

from __future__ import annotations

import os
from contextlib import ExitStack, contextmanager, suppress
from typing import TYPE_CHECKING

from cortex.core.text.fence import neutralise
from cortex.model.errors import InvalidRequest
from cortex.model.lean_classes import NamedTuple
from cortex.model.refusals import SeatFileRefused
from cortex.model.seat_records import Direction
from cortex.seat.bus_messages import find_key
from cortex.seat.message_log import message_files, messages_in, record_message
from cortex.seat.told import Boxes, promised, told
from cortex.stores.files.seat_files import SeatFolder
from cortex.stores.system.seats import read_seats
from cortex.wiring.seat.bus import open_promises, shared_of
from cortex.wiring.seat.opening import open_seat

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from cortex.model.seat_records import BadRow, LoggedMessage, Promise
    from cortex.seat.told import Answer
    from cortex.wiring.seat.opening import OpenSeat
    from cortex.wiring.settings import Settings


class Messages(NamedTuple):
    """Messages, oldest first, how many older ones there are, and the lines that are none."""

    messages: tuple[LoggedMessage, ...]
    left_out: int
    bad: tuple[BadRow, ...]


def record(
    settings: Settings, seat: str | None, direction: str, said: Mapping[str, object]
) -> tuple[LoggedMessage, bool]:
    """Write a message down; give it, and whether it is new.

    Raises:
        NoSeat, RecordRefused, SeatFileRefused: as their docstrings say.
    """
    with open_seat(settings, seat) as opened:
        way = Direction(direction)
        return record_message(opened.kept, opened.seat, opened.now_us, way, said)


def message_log(settings: Settings, seat: str | None, direction: str, limit: int) -> Messages:
    """Give the newest messages of a direction, or of both when it is empty, oldest first.

    Raises:
        NoSeat, SeatFileRefused: as their docstrings say.
    """
    ways = (Direction(direction),) if direction else tuple(Direction)
    found: list[LoggedMessage] = []
    bad: list[BadRow] = []
    with open_seat(settings, seat) as opened:
        for way in ways:
            for path in message_files(opened.kept, way):
                read = messages_in(opened.kept, way, path)
                found += read.messages
                bad += read.bad
    found.sort(key=lambda one: (one.at_us, one.where))
    shown = tuple(map(_without_force, found[-limit:]))
    return Messages(shown, max(0, len(found) - limit), tuple(bad))


def was_told(settings: Settings, seat: str | None, words: str, limit: int) -> Answer:
    """Give where the agent said something that holds these words, and what was looked through.

    Raises:
        NoSeat, InvalidRequest, SeatFileRefused: as their docstrings say.
    """
    if not words.strip():
        message = "no words to look for"
        raise InvalidRequest(message, field="words", remedy="name what was told")
    with open_seat(settings, seat) as opened, _boxes(settings, opened) as boxes:
        answer = told(opened.files, opened.kept, boxes, words, limit)
    shown = tuple(one._replace(text=neutralise(one.text).text) for one in answer.found)
    return answer._replace(found=shown)


def promises(settings: Settings, seat: str | None) -> tuple[tuple[Promise, ...], int]:
    """Give what was promised and is open, what is due first in front; and the present instant.

    Raises:
        NoSeat, SeatFileRefused: as their docstrings say.
    """
    with open_seat(settings, seat) as opened:
        found = [*promised(opened.files), *open_promises(opened)]
        dated = sorted(
            (one for one in found if one.due_us is not None), key=lambda one: one.due_us or 0
        )
        ordered = (*dated, *(one for one in found if one.due_us is None))
    return tuple(one._replace(text=neutralise(one.text).text) for one in ordered), opened.now_us


@contextmanager
def _boxes(settings: Settings, opened: OpenSeat) -> Iterator[Boxes]:
    """Open what this machine's other seats were sent."""
    name, key = opened.seat.name, b""
    homes = []
    with ExitStack() as stack:
        shared = stack.enter_context(shared_of(opened))
        if shared is not None:
            with suppress(SeatFileRefused):  # Without a key none is verified.
                key = find_key(shared)
        for other in read_seats(settings.home):
            if other.name != name and os.path.isdir(other.home):  # noqa: PTH112  # A path as text.
                homes.append((other.name, SeatFolder(other.home)))
                stack.callback(homes[-1][1].close)
        yield Boxes(name, key, tuple(homes))


def _without_force(one: LoggedMessage) -> LoggedMessage:
    """Give a message whose texts have lost what could act on a reader."""
    return one._replace(
        text=neutralise(one.text).text,
        speaker_name=neutralise(one.speaker_name).text,
        reply_to_text=neutralise(one.reply_to_text).text,
    )
