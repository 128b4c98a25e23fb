"""Do the records of a seat keep their rules? The doctor's D10.

Source: OGL 9, docs/formats/events.md.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from cortex.model.durations import DAY_US
from cortex.model.seat_checks import FAIL, PASS, WARN, SeatCheck, shown
from cortex.model.seat_records import CorrectionStatus, Direction
from cortex.seat.events import days_of, events_of, read_ledger
from cortex.seat.looking import looked_at
from cortex.seat.message_log import message_files, messages_in

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cortex.model.seat_records import BadRow
    from cortex.ports.seat_files import SeatFiles

EVENT_DAYS = 31
"""Days of events that are looked through, the newest; the ledger is looked through whole."""

OWED_US = DAY_US
"""How long a correction may wait before somebody is reminded to deliver it."""


def record_checks(kept: SeatFiles, now_us: int) -> tuple[SeatCheck, ...]:
    """Give D10: the ledger, its open corrections, the events and the message logs."""
    parts = (("D10", _ledger), ("D10.events", _events), ("D10.messages", _messages))
    return tuple(
        row for name, part in parts for row in looked_at(name, partial(part, kept, now_us))
    )


def _ledger(kept: SeatFiles, now_us: int) -> Iterator[SeatCheck]:
    ledger = read_ledger(kept)
    count = len(ledger.corrections)
    if ledger.bad:
        evidence = f"corrections: {count}; rows that break a rule: {_bad(ledger.bad)}"
        remedy = "correct those lines below the seat's home, or take them out; write it anew with "
        yield SeatCheck("D10", FAIL, evidence, f"{remedy}`cortex correct add`")
    else:
        yield SeatCheck("D10", PASS, f"corrections: {count}, each by the rules and none twice")
    late = [
        one.key
        for one in ledger.corrections
        if one.status is CorrectionStatus.OPEN and one.at_us + OWED_US < now_us
    ]
    if late:
        evidence = f"not delivered for longer than a day: {shown(late)}"
        remedy = "tell whoever heard the claim, then `cortex correct deliver KEY --evidence WHERE`"
        yield SeatCheck("D10.owed", WARN, evidence, remedy)


def _events(kept: SeatFiles, _: int) -> Iterator[SeatCheck]:
    days = days_of(kept)[-EVENT_DAYS:]
    rows = 0
    bad: list[BadRow] = []
    for day in days:
        read = events_of(kept, day)
        rows += len(read.events)
        bad += read.bad
    said = f"events: {rows}, days: {len(days)}"
    if bad:
        remedy = "look at those lines below the seat's home; they stay until they are pruned"
        yield SeatCheck("D10.events", WARN, f"{said}; cannot be read: {_bad(bad)}", remedy)
    else:
        yield SeatCheck("D10.events", PASS, f"{said}; each event by the registry")


def _messages(kept: SeatFiles, _: int) -> Iterator[SeatCheck]:
    rows = 0
    bad: list[BadRow] = []
    for direction in Direction:
        for path in message_files(kept, direction)[-1:]:
            read = messages_in(kept, direction, path)
            rows += len(read.messages)
            bad += read.bad
    said = f"messages in the logs that are written now: {rows}"
    if bad:
        remedy = "look at those lines below the seat's home; whoever writes them is not heard"
        yield SeatCheck("D10.messages", WARN, f"{said}; cannot be read: {_bad(bad)}", remedy)
    else:
        yield SeatCheck("D10.messages", PASS, said)


def _bad(rows: Sequence[BadRow]) -> str:
    return shown([f"{one.where} ({one.why})" for one in rows])
