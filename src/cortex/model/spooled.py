"""What lies in the spool: events of hosts that a hook has taken down and nobody has kept yet?

Hooks load this on every event, so it imports nothing that costs and its class is plain.
Source: docs/formats/spool.md.
"""

from __future__ import annotations

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from cortex.model.host_events import HostEvent

# UTF-8 bytes kept of one event: what a grant allows unless it says otherwise (CQR 6.1, 7.1).
EVENT_BYTES_MAX = 64 * 1024

# UTF-8 bytes kept of a command; a longer one is a script, and its beginning says which.
COMMAND_BYTES_MAX = 4 * 1024

# Bytes of the file hooks write to: a day of hard work without anybody who drains. Another one of
# this size may be half drained beside it. When it is full, what is there stays and new is refused.
SPOOL_BYTES_MAX = 32 * 1024 * 1024

# Bytes of one line that is read back: an event whose every byte had to be escaped.
LINE_BYTES_MAX = 1024 * 1024

# Events kept of one session (case 28): a long day of tool calls; a loop makes more.
SESSION_EVENTS_MAX = 5_000

# Bytes of the file of refused rows before the older half is given up.
QUARANTINE_BYTES_MAX = 1024 * 1024

# Outcomes of taking an event down.
SPOOLED = "spooled"
FULL = "full"
FAILED = "failed"


class SpooledEvent:
    """One event as it lies in the spool, cleaned.

    Attributes:
        event: what happened.
        captured_us: when the hook took it down.
        owner_id: whose it is in team mode, by the settings of the hook; None for the one owner.
        cut_bytes: bytes of its text that were left out; a mark in the text says where.
    """

    __slots__ = ("captured_us", "cut_bytes", "event", "owner_id")

    def __init__(
        self, event: HostEvent, captured_us: int, owner_id: int | None = None, cut_bytes: int = 0
    ) -> None:
        self.event = event
        self.captured_us = captured_us
        self.owner_id = owner_id
        self.cut_bytes = cut_bytes
