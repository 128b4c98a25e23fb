"""What does a layer of a seat offer to somebody who searches all of them?

Source: OGL 6, docs/formats/ask.md.
"""

from __future__ import annotations

from cortex.model.lean_classes import NamedTuple

UNREAD = "cannot be read"
"""Note of a line that stands for what a layer holds and cannot say: it has a place and no text."""


class SeatLine(NamedTuple):
    """One readable piece of a layer, such as a message, an event, a task or a quoted fact.

    Attributes:
        where: what somebody opens to see it, such as ``logs/outbound-messages.jsonl:12``.
        at_us: the instant it speaks of; None when nothing says so.
        text: what it says, cleaned; one line or a few.
        note: what a reader must know beside it, such as ``superseded``; empty for most.
    """

    where: str
    at_us: int | None
    text: str
    note: str = ""
