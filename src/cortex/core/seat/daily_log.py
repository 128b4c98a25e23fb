"""How does a seat's daily log read? One file a UTC day, one entry a write point.

Source: OGL 3.4, docs/formats/notes.md.
"""

from __future__ import annotations

from cortex.core.boot.calendar import day_text, second_text
from cortex.core.seat.plain import entry_text
from cortex.model.errors import InvalidRequest
from cortex.model.seats import MEMORY_FOLDER

NOTE = "note"
HEADINGS = {
    "start": "Session start",
    "working": "Working",
    "completed": "Completed",
    "heartbeat": "Heartbeat",
    "end": "Session end",
}
"""The heading of each kind of entry that has one; a note is a single line."""

KINDS = (*HEADINGS, NOTE)
_LEADS = {"working": "WORKING ON: ", "completed": "COMPLETED: "}

ENTRY_CHARS_MAX = 8_192
"""Characters of one entry: a page and a half, what a session end needs at most."""

DAY_BYTES_MAX = 1_048_576
"""Bytes of one day's file: about a thousand entries; more is a program that writes in a loop."""


def log_path(now_us: int) -> str:
    """Give the file of the day an instant lies in, below the seat."""
    return f"{MEMORY_FOLDER}/{day_text(now_us)}.md"


def new_day(now_us: int) -> str:
    """Give what a day's file begins with."""
    return f"# {day_text(now_us)}\n"


def entry(kind: str, text: str, now_us: int) -> str:
    """Give an entry with the time of the clock, ready to be appended.

    Args:
        kind: one of ``KINDS``.
        text: what somebody wrote; headings in it lose their force, so that an entry is one entry.

    Raises:
        InvalidRequest: nothing is left of the text, it is too long, or the kind is none.
    """
    clock = second_text(now_us)[11:19]
    if kind == NOTE:
        said = " ".join(_said(text).split())
        return f"\nNOTE {clock[:5]} UTC: {said}\n"
    heading = HEADINGS.get(kind)
    if heading is None:
        message = f"'{kind}' is no kind of entry"
        raise InvalidRequest(message, remedy=f"one of {', '.join(KINDS)}", field="kind")
    return f"\n## {heading} - {clock} UTC\n\n{_LEADS.get(kind, '')}{_said(text)}\n"


def _said(text: str) -> str:
    return entry_text(text, ENTRY_CHARS_MAX, "text")
