"""Which session of a seat was left without a word, and what of it is kept for the next one?

A session that ends, crashes or is killed before its context was compacted has no checkpoint, and
one that was killed no digest either. The session that starts after it makes up for both.
Source: docs/formats/checkpoints.md, ADR 0214.
"""

# Paths are texts here.

# ruff: noqa: PTH113  # Paths are texts here.

from __future__ import annotations

import os

from cortex.model.host_events import SESSION_END, HostEvent
from cortex.wiring.seat.live import live_rows

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from cortex.model.seats import Seat

CAUSE = "left"
"""Why its checkpoint was made, beside the hosts' own words."""

# A person's words that make a session worth keeping: as many as for a digest. A single question
# takes nobody's last words out of sight.
TURNS_MIN = 2


def keep_left(event: HostEvent, seat: Seat, now_us: int) -> list[str]:
    """Keep what was said in the session before the one that starts; gives lines for the journal.

    Nothing when it was kept already, or when too little was said since. A second call changes
    nothing. Never raises.
    """
    try:
        left = left_session(seat, event.session_id)
    except Exception as error:  # noqa: BLE001 - A hook never fails its host (ADR 0007).
        return [f"left: {type(error).__name__}"]
    if left is None:
        return []
    from cortex.wiring.seat.checkpoints import checkpoint_now
    from cortex.wiring.seat.digests import stage_digest

    faults = [checkpoint_now(left, seat, now_us, is_back_fill=True)]
    # Without its transcript nobody knows how far it was staged, and a digest stands twice.
    if left.transcript_path and os.path.isfile(left.transcript_path):
        faults.append(stage_digest(left, seat, now_us))
    return faults


def left_session(seat: Seat, session_id: str) -> HostEvent | None:
    """Give the end of the newest other session, if it said something after the last checkpoint."""
    rows = [row for row in live_rows(seat) if row.session_id != session_id]
    if not rows:
        return None
    from cortex.seat.checkpoints import read_state
    from cortex.wiring.seat.folders import SeatFolders

    with SeatFolders(seat) as opened:
        kept_us = read_state(opened.kept).at_us
    last = rows[-1]
    turns = sum([row.is_user for row in rows if row.session_id == last.session_id])
    if last.at_us <= kept_us or turns < TURNS_MIN:
        return None
    left = HostEvent(last.host, SESSION_END, last.session_id, seat.root)
    left.transcript_path = last.transcript_path
    left.cause = CAUSE
    return left
