"""How do commands keep what a seat wants to be reminded of?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.core.seat.plain import line_text
from cortex.core.seat.reminders import read_when
from cortex.model.seat_records import Category
from cortex.seat.reminders import (
    PROMPT_CHARS_MAX,
    acknowledge_reminder,
    add_reminder,
    reminders_of,
)
from cortex.wire.seat_bus import reminder_json
from cortex.wiring.seat.bus import open_bus
from cortex.wiring.seat.messages import Told

if TYPE_CHECKING:
    from cortex.wiring.settings import Settings


def remind(settings: Settings, seat: str | None, when: str, text: str) -> Told:
    """Keep a reminder; its instant lies ahead.

    Raises:
        NoSeat, InvalidRequest, SeatFileRefused: as their docstrings say.
    """
    with open_bus(settings, seat) as bus:
        fire_us = read_when(when, bus.now_us, "when")
        prompt = line_text(text, PROMPT_CHARS_MAX, "text")
        kept = add_reminder(bus.opened.kept, fire_us, prompt, bus.now_us)
        row = reminder_json(kept)
        is_new = kept.created_us == bus.now_us
        if is_new:
            said = {"reminder_id": kept.reminder_id, "fire_at": str(row["fire_at"])}
            bus.emit(Category.TASK, "reminder_created", {**said, "prompt": kept.prompt})
        return Told({"reminder": row, "changed": is_new}, tuple(bus.warnings))


def every(settings: Settings, seat: str | None, *, is_all: bool) -> Told:
    """Give the reminders of a seat, the earliest first; ``overdue`` says which are due.

    Raises:
        NoSeat, SeatFileRefused: as their docstrings say.
    """
    with open_bus(settings, seat) as bus:
        rows = [
            {
                **reminder_json(one),
                "overdue": one.acked_us is None and one.fire_us <= bus.now_us,
            }
            for one in reminders_of(bus.opened.kept)
            if is_all or one.acked_us is None
        ]
        return Told({"seat": bus.name, "reminders": rows})


def ack(settings: Settings, seat: str | None, name: str) -> Told:
    """Note that a reminder was dealt with; it is not told any more.

    Raises:
        NoSeat, NotFound, SeatFileRefused: as their docstrings say.
    """
    with open_bus(settings, seat) as bus:
        kept, is_new = acknowledge_reminder(bus.opened.kept, name, bus.now_us)
        if is_new:
            bus.emit(Category.TASK, "reminder_acked", {"reminder_id": kept.reminder_id})
        return Told({"reminder": reminder_json(kept), "changed": is_new}, tuple(bus.warnings))
