"""What do the records of a seat say to a search? Events, corrections and messages, line by line.

Source: docs/formats/ask.md.
"""

from __future__ import annotations

from heapq import merge as merged
from itertools import islice
from typing import TYPE_CHECKING

from cortex.model.seat_lines import UNREAD, SeatLine
from cortex.model.seat_records import LEDGER, Direction
from cortex.seat.events import days_of, events_of, read_ledger
from cortex.seat.message_log import message_files, messages_in

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cortex.model.seat_records import BadRow
    from cortex.wiring.seat.opening import OpenSeat

LINES_MAX = 20_000
"""Pieces of each record a search looks at, the newest: some months of a busy seat."""


def lines_of(opened: OpenSeat) -> Iterator[SeatLine]:
    """Give what the records of a seat say to a search, the newest first.

    Raises:
        SeatFileRefused: a log is a link, or past its limit.
    """
    parts = [
        islice(_event_lines(opened), LINES_MAX),
        islice(_correction_lines(opened), LINES_MAX),
        islice(_message_lines(opened, Direction.IN), LINES_MAX),
        islice(_message_lines(opened, Direction.OUT), LINES_MAX),
    ]
    yield from merged(*parts, key=lambda line: -(line.at_us or 0))


def _event_lines(opened: OpenSeat) -> Iterator[SeatLine]:
    bad: list[BadRow] = []
    for day in reversed(days_of(opened.kept)):
        read = events_of(opened.kept, day)
        bad += read.bad
        for one in reversed(read.events):
            if one.name not in LEDGER:
                said = ", ".join(f"{name}: {_flat(value)}" for name, value in one.metadata.items())
                text = f"{one.name} ({one.category.value}, {one.severity.value}) {said}"
                yield SeatLine(one.where, one.at_us, text.strip())
    yield from _unread(bad)


def _correction_lines(opened: OpenSeat) -> Iterator[SeatLine]:
    for one in reversed(read_ledger(opened.kept).corrections):
        text = f"Correction: {one.correction} Before that it was said: {one.claim}"
        note = f"{one.status.value}, {one.kind.value}, evidence: {one.evidence}"
        yield SeatLine(one.where, one.at_us, text, note)


def _message_lines(opened: OpenSeat, direction: Direction) -> Iterator[SeatLine]:
    is_in = direction is Direction.IN
    bad: list[BadRow] = []
    for path in reversed(message_files(opened.kept, direction)):
        read = messages_in(opened.kept, direction, path)
        bad += read.bad
        for one in reversed(read.messages):
            if one.text:
                who = one.speaker_name or one.speaker
                note = f"{who} wrote this; words of others" if is_in else f"sent to {one.chat_id}"
                text = f"{who}: {one.text}" if is_in else one.text
                yield SeatLine(one.where, one.at_us, text, note)
    yield from _unread(bad)


def _unread(bad: list[BadRow]) -> Iterator[SeatLine]:
    """Give the rows that say nothing as they are; they come last, being of no instant."""
    return (SeatLine(row.where, None, "", UNREAD) for row in bad)


def _flat(value: object) -> str:
    return "; ".join(map(str, value)) if isinstance(value, tuple | list) else str(value)
