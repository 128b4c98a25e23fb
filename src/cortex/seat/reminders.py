"""What does a seat want to be told, and when? One file in what Cortex keeps for it.

Source: OGL 3.12, docs/formats/bus.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.model.errors import NotFound
from cortex.model.refusals import SeatFileRefused
from cortex.model.seat_bus import Reminder
from cortex.model.seat_bus_names import REMINDERS_BYTES_MAX
from cortex.model.seats import REMINDERS_FILE
from cortex.wire.seat_bus import read_reminders, reminders_bytes

if TYPE_CHECKING:
    from cortex.ports.seat_files import SeatFiles

OPEN_MAX = 100
"""Reminders that are not acknowledged; more are a calendar."""

ACKED_KEPT = 50
"""Acknowledged ones that are kept, the newest."""

PROMPT_CHARS_MAX = 300
"""Characters of one: a line at the start of a session."""


def reminders_of(kept: SeatFiles) -> tuple[Reminder, ...]:
    """Give every reminder that is kept, the earliest first.

    Raises:
        SeatFileRefused: the file holds none, is a link, or past its limit.
    """
    content = kept.find(REMINDERS_FILE, REMINDERS_BYTES_MAX)
    if content is None:
        return ()
    found = read_reminders(content)
    if found is None:
        message = f"{REMINDERS_FILE} in the home of the seat cannot be read"
        raise SeatFileRefused(message, remedy="mend it, or move it away; nothing was changed")
    return tuple(sorted(found, key=lambda one: (one.fire_us, one.reminder_id)))


def add_reminder(kept: SeatFiles, fire_us: int, prompt: str, now_us: int) -> Reminder:
    """Keep a reminder and give it; one that says the same for the same instant is given as it is.

    Raises:
        SeatFileRefused: too many are open, or the file cannot be read or written.
    """
    with kept.turn():
        known = reminders_of(kept)
        for one in known:
            if (one.fire_us, one.prompt, one.acked_us) == (fire_us, prompt, None):
                return one
        if sum(one.acked_us is None for one in known) >= OPEN_MAX:
            message = f"{OPEN_MAX} reminders are the limit"
            raise SeatFileRefused(message, remedy="acknowledge some: cortex bus remind-ack ID")
        number = 1 + max((_number(one) for one in known), default=0)
        new = Reminder(f"reminder-{number}", now_us, fire_us, prompt)
        kept.replace(REMINDERS_FILE, reminders_bytes((*known, new)))
        return new


def acknowledge_reminder(kept: SeatFiles, name: str, now_us: int) -> tuple[Reminder, bool]:
    """Note that a reminder was dealt with; give it, and whether that changed anything.

    Raises:
        NotFound: there is none.
    """
    wanted = name if name.startswith("reminder-") else f"reminder-{name}"
    with kept.turn():
        known = reminders_of(kept)
        found = next((one for one in known if one.reminder_id == wanted), None)
        if found is None:
            message = f"no reminder is called {name[:80]}"
            raise NotFound(message, remedy="`cortex bus reminders` shows them")
        if found.acked_us is not None:
            return found, False
        new = found._replace(acked_us=now_us)
        after = [new if one is found else one for one in known]
        acked = sorted((one.acked_us, _number(one)) for one in after if one.acked_us is not None)
        gone = {number for _, number in acked[: max(0, len(acked) - ACKED_KEPT)]}
        after = [one for one in after if _number(one) not in gone]
        kept.replace(REMINDERS_FILE, reminders_bytes(tuple(after)))
        return new, True


def _number(reminder: Reminder) -> int:
    digits = reminder.reminder_id.rpartition("-")[2]
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 10 else 0
