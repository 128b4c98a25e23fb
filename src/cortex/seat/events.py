"""How does an event come into a seat's log, and how is the log read and shortened?

One file a UTC day, one line an event, appended under the turn and synced. The registry and the
rules of the ledger stand here, so no way into the log goes around them (T9).
"""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING

from cortex.core.boot.calendar import day_text
from cortex.core.seat.events import (
    EventsRead,
    day_file,
    day_of,
    event_row,
    new_event,
    read_events,
)
from cortex.core.seat.ledger import (
    Ledger,
    correction_of,
    ledger_of,
    move_of,
    require_new,
)
from cortex.core.text.digests import plain_digest
from cortex.model.durations import SECOND_US
from cortex.model.lean_classes import NamedTuple
from cortex.model.refusals import RecordRefused
from cortex.model.seat_records import (
    CORRECTION_MOVED,
    EVENTS_FOLDER,
    LEDGER,
    TRUTH_CORRECTION,
    BadRow,
    Fault,
    SeatEvent,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cortex.model.seats import Seat
    from cortex.ports.seat_files import SeatFiles

DAY_BYTES_MAX = 16_777_216
"""Bytes of one day's file: some fifty thousand events, one every two seconds."""

_MARK_CHARS = 5
_LEDGER_MARK = TRUTH_CORRECTION.encode()  # Every row of the ledger holds it.


class Pruned(NamedTuple):
    """What is taken out of the log: days, events and torn lines; rows of the ledger stay."""

    days: tuple[str, ...]
    events: int
    bad: int
    kept: int


def append_event(  # noqa: PLR0913, PLR0917 - One argument a part of the row.
    kept: SeatFiles,
    seat: Seat,
    now_us: int,
    category: str,
    event: str,
    severity: str,
    metadata: Mapping[str, object],
) -> str:
    """Write an event down and give its id. Takes the turn of the seat's home itself.

    A correction, and a change of one, go by the rules of the ledger, whoever brings them.

    Args:
        kept: the home of the seat.
        seat: whose event it is.
        now_us: the present instant.
        category: one of ``Category``.
        event: a name of the registry, or one that begins with ``x_``.
        severity: one of ``Severity``.
        metadata: its fields.

    Raises:
        RecordRefused: a rule is broken; nothing was written.
        MoveRefused: a correction cannot become that any more.
        SeatFileRefused: it cannot be written.
    """
    with kept.turn():
        made = plan_event(kept, seat, now_us, (category, event, severity), metadata)
        path = day_file(day_text(made.at_us))
        content = kept.find(path, DAY_BYTES_MAX) or b""
        made = made._replace(event_id=_new_id(made, content))
        row = event_row(made)
        if len(content) + len(row) > DAY_BYTES_MAX:
            message = f"{path} has {len(content)} bytes; {DAY_BYTES_MAX} are the limit of a day"
            remedy = "find out who writes so much; what is there stays"
            raise RecordRefused(Fault.FULL, message, remedy=remedy)
        kept.append(path, row)
        return made.event_id


def plan_event(
    kept: SeatFiles,
    seat: Seat,
    now_us: int,
    said: tuple[str, str, str],
    metadata: Mapping[str, object],
) -> SeatEvent:
    """Give the event ``append_event`` would write, without its id; writes nothing.

    Args:
        said: category, name and severity.

    Raises:
        RecordRefused, MoveRefused, SeatFileRefused: as ``append_event`` does.
    """
    made = new_event((seat.name, seat.org), now_us, said, metadata)
    return _by_the_ledger(kept, made) if made.name in LEDGER else made


def days_of(kept: SeatFiles) -> tuple[str, ...]:
    """Give the UTC days there are events of, oldest first."""
    return tuple(filter(None, map(day_of, kept.names(EVENTS_FOLDER))))


def events_of(kept: SeatFiles, day: str) -> EventsRead:
    """Give what the log says of a UTC day, in its order; nothing without a file.

    Raises:
        SeatFileRefused: the file is a link, or past its limit.
    """
    return read_events(kept.find(day_file(day), DAY_BYTES_MAX) or b"", day)


def lines_with(kept: SeatFiles, day: str, marks: tuple[bytes, ...]) -> int:
    """Count the lines of a UTC day that hold all of some marks, without reading what they say.

    Raises:
        SeatFileRefused: the file is a link, or past its limit.
    """
    content = kept.find(day_file(day), DAY_BYTES_MAX) or b""
    if not marks:
        return content.count(b"\n")
    return sum(all(mark in line for mark in marks) for line in content.split(b"\n"))


def read_ledger(kept: SeatFiles) -> Ledger:
    """Give every correction as it stands, oldest first, and the rows that break a rule.

    Raises:
        SeatFileRefused: a file of the log is a link, or past its limit.
    """
    events: list[SeatEvent] = []
    bad: list[BadRow] = []
    for day in days_of(kept):
        content = kept.find(day_file(day), DAY_BYTES_MAX) or b""
        if _LEDGER_MARK not in content:
            continue
        read = read_events(_ledger_only(content), day)
        events += [event for event in read.events if event.name in LEDGER]
        bad += read.bad
    return ledger_of(events, bad)


def prune(kept: SeatFiles, before: str, *, is_applied: bool) -> Pruned:
    """Take the events before a UTC day out of the log, or count them; the ledger always stays.

    What stays keeps the number of its line, by which others name it.

    Raises:
        SeatFileRefused: a file cannot be read or written.
    """
    days: list[str] = []
    events = bad = left = 0
    with kept.turn():
        for day in takewhile(lambda day: day < before, days_of(kept)):
            content = kept.find(day_file(day), DAY_BYTES_MAX) or b""
            rest = _ledger_only(content)
            rows = [line for line in rest.split(b"\n") if line]
            ledger = read_events(rest, day)
            read = read_events(content, day)
            left += len(rows)
            taken = len(read.events) - len(ledger.events)
            torn = len(read.bad) - len(ledger.bad)
            if not taken and not torn:
                continue
            days.append(day)
            events += taken
            bad += torn
            if is_applied and rows:
                kept.replace(day_file(day), rest)
            elif is_applied:
                kept.remove(day_file(day))
    return Pruned(tuple(days), events, bad, left)


def _by_the_ledger(kept: SeatFiles, made: SeatEvent) -> SeatEvent:
    """Give an event of the ledger as it is kept, when the rules of the ledger let it in."""
    ledger = read_ledger(kept)
    if made.name == CORRECTION_MOVED:
        move_of(made, {one.key: one for one in ledger.corrections})
        return made
    correction = correction_of(made)
    require_new(correction, ledger.corrections)
    whole = {"caught_by": correction.caught_by, "status": correction.status.value}
    return made._replace(metadata={**made.metadata, **whole})


def _ledger_only(content: bytes) -> bytes:
    """Give the lines that speak of the ledger; the others are empty, so that numbers stay."""
    return b"\n".join(line if _LEDGER_MARK in line else b"" for line in content.split(b"\n"))


def _new_id(made: SeatEvent, content: bytes) -> str:
    """Give an id that no other event of its day has, and so none of the log."""
    place = len(content)
    while True:
        said = f"{made.at_us}:{made.agent}:{made.name}:{place}"
        mark = plain_digest(said.encode())[-_MARK_CHARS:]
        event_id = f"{made.at_us // SECOND_US}-{made.agent}-{mark}"
        if event_id.encode() not in content:
            return event_id
        place += 1
