"""What do the commands for a seat's records do? Events and their log, and what all records say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.core.boot.calendar import day_text
from cortex.core.seat.event_schemas import SCHEMAS, SHARED, schema_of
from cortex.core.seat.events import NAME_CHARS_MAX, day_file
from cortex.model.durations import DAY_US
from cortex.model.errors import InvalidRequest, UnknownName
from cortex.model.lean_classes import NamedTuple
from cortex.seat.events import append_event, days_of, events_of, lines_with, prune
from cortex.seat.message_log import prune_messages
from cortex.seat.record_checks import record_checks
from cortex.stores.system.local_day import local_date, local_day
from cortex.wiring.seat.opening import open_seat

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cortex.core.seat.event_schemas import EventSchema, Field
    from cortex.model.seat_checks import SeatCheck
    from cortex.model.seat_records import (
        BadRow,
        SeatEvent,
    )
    from cortex.seat.events import Pruned
    from cortex.seat.message_log import PrunedMessages
    from cortex.wiring.seat.opening import OpenSeat
    from cortex.wiring.settings import Settings


class Asked(NamedTuple):
    """Which events somebody wants to see.

    Attributes:
        day: one day, ``2026-11-30``; empty for the newest events.
        is_local: the day is one of this machine's zone.
        category, name, severity: only these; empty for all.
        limit: most of them, the newest.
    """

    day: str = ""
    is_local: bool = False
    category: str = ""
    name: str = ""
    severity: str = ""
    limit: int = 50


class Listed(NamedTuple):
    """Events in the order they were written in, how many older ones fit, and torn lines met.

    Days before those that are shown are counted by their lines, and not read.
    """

    events: tuple[SeatEvent, ...]
    left_out: int
    bad: tuple[BadRow, ...]


class Old(NamedTuple):
    """Which records are old: those before a day, or of any but the last days.

    Attributes:
        before: a UTC day; empty when days are counted.
        keep_days: how many days stay, today among them.
        has_messages: messages are meant as well as events.
    """

    before: str = ""
    keep_days: int = 0
    has_messages: bool = False


def log_event(
    settings: Settings, seat: str | None, said: tuple[str, str, str], metadata: Mapping[str, object]
) -> tuple[str, str]:
    """Write an event down; give its id, and the file it stands in.

    Args:
        said: category, name and severity.

    Raises:
        NoSeat, RecordRefused, MoveRefused, SeatFileRefused: as their docstrings say.
    """
    with open_seat(settings, seat) as opened:
        category, name, severity = said
        now_us = opened.now_us
        event_id = append_event(
            opened.kept, opened.seat, now_us, category, name, severity, metadata
        )
        return event_id, day_file(day_text(now_us))


def events(settings: Settings, seat: str | None, asked: Asked) -> Listed:
    """Give the events of a day, or the newest ones.

    Raises:
        NoSeat, UnknownName, InvalidRequest, SeatFileRefused: as their docstrings say.
    """
    if asked.name:
        _known_schema(asked.name)
    with open_seat(settings, seat) as opened:
        from_us, until_us = _window(asked, opened.now_us)
        first, last = day_text(from_us), day_text(until_us - 1)
        found: list[SeatEvent] = []
        bad: list[BadRow] = []
        older = 0
        for day in reversed(days_of(opened.kept)):
            if not first <= day <= last:
                continue
            if len(found) >= asked.limit and not asked.day:
                older += lines_with(opened.kept, day, _marks(asked))
                continue
            read = events_of(opened.kept, day)
            bad[:0] = read.bad
            found[:0] = [
                one
                for one in read.events
                if from_us <= one.at_us < until_us and _is_asked(one, asked)
            ]
        shown = found[-asked.limit :]
        return Listed(tuple(shown), len(found) - len(shown) + older, tuple(bad))


def schemas(name: str = "") -> tuple[EventSchema, ...]:
    """Give what an event of a name holds, or every event of the registry.

    Raises:
        UnknownName: no event is called that.
    """
    return (_known_schema(name),) if name else tuple(SCHEMAS.values())


def shared_fields() -> tuple[Field, ...]:
    """Give the fields every event may have."""
    return SHARED


def check(settings: Settings, seat: str | None) -> tuple[SeatCheck, ...]:
    """Give what the doctor's D10 says.

    Raises:
        NoSeat, SeatFileRefused: as their docstrings say.
    """
    with open_seat(settings, seat) as opened:
        return checks_of(opened)


def prune_records(
    settings: Settings, seat: str | None, asked: Old, *, is_applied: bool
) -> tuple[Pruned, PrunedMessages | None, str]:
    """Take old records out of the logs, or count them; give what, and before which day.

    Raises:
        NoSeat, InvalidRequest, SeatFileRefused: as their docstrings say.
    """
    with open_seat(settings, seat) as opened:
        first = asked.before or day_text(opened.now_us - (asked.keep_days - 1) * DAY_US)
        first_us = _day_us(first)
        if first > day_text(opened.now_us):
            message = f"{first} has not come"
            raise InvalidRequest(message, field="before", remedy="name a day that has passed")
        pruned = prune(opened.kept, first, is_applied=is_applied)
        if not asked.has_messages:
            return pruned, None, first
        return pruned, prune_messages(opened.kept, first_us, is_applied=is_applied), first


def checks_of(opened: OpenSeat) -> tuple[SeatCheck, ...]:
    """Give D10 of a seat."""
    return record_checks(opened.kept, opened.now_us)


def _known_schema(name: str) -> EventSchema:
    found = schema_of(name)
    if found is None:
        from cortex.wiring.names import nearest_name

        near = nearest_name(name, tuple(SCHEMAS))
        what = "event"
        error = UnknownName(what, name[:NAME_CHARS_MAX], (near,) if near else (), field="event")
        if not near:
            error.remedy = "`cortex bus schemas` lists them; one of your own begins with x_"
        raise error
    return found


def _marks(asked: Asked) -> tuple[bytes, ...]:
    """Give what stands in the line of an event that is asked for."""
    said = {"category": asked.category, "event": asked.name, "severity": asked.severity}
    return tuple(f'"{key}":"{value}"'.encode() for key, value in said.items() if value)


def _is_asked(event: SeatEvent, asked: Asked) -> bool:
    return (
        asked.category in {"", event.category.value}
        and asked.name in {"", event.name}
        and asked.severity in {"", event.severity.value}
    )


def _window(asked: Asked, now_us: int) -> tuple[int, int]:
    """Give the instants asked for: a day by UTC or by this machine's zone, or all there were."""
    if not asked.day and not asked.is_local:
        return 0, now_us + DAY_US
    if asked.is_local:
        year, month, day = _date(asked.day) if asked.day else local_date(now_us)
        try:
            return local_day(year, month, day)
        except OverflowError:
            message = f"this machine's calendar has no day {asked.day}"
            raise InvalidRequest(message, field="day", remedy="leave --local out") from None
    from_us = _day_us(asked.day)
    return from_us, from_us + DAY_US


def _day_us(day: str) -> int:
    """Give the first instant of a UTC day."""
    from cortex.wire.instants import parse_instant

    _date(day)
    return parse_instant(day, field="day")


def _date(day: str) -> tuple[int, int, int]:
    """Give year, month and day of a day as it is written.

    Raises:
        InvalidRequest: it is none.
    """
    from datetime import date

    try:
        found = date.fromisoformat(day) if len(day) == len("2026-11-30") else None
    except ValueError:
        found = None
    if found is None:
        message = f"'{day[:40]}' is no day"
        raise InvalidRequest(message, field="day", remedy="write it as 2026-11-30")
    return found.year, found.month, found.day
