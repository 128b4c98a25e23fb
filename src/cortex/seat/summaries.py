"""How is what a host made of a conversation kept, once, however often it is told?

Source: OGL 3.1, 3.8, docs/formats/session-facts.md, ADR 0187.
"""

from __future__ import annotations

from cortex.core.seat.checkpoint import checkpoint_name, is_checkpoint_name
from cortex.core.seat.summary import (
    EVENT,
    SUMMARY_CHARS_MIN,
    TRANSCRIPT,
    compaction_text,
    summary_of,
)
from cortex.model.seats import COMPACTIONS_FOLDER
from cortex.seat.session_facts import add_fact, find_same, new_fact

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from cortex.model.seats import Seat
    from cortex.ports.seat_files import SeatFiles
    from cortex.seat.exchanges import Compaction

COMPACTIONS_MAX = 500
"""Saved summaries that stay; of more the oldest go. At some 10 KB each, 5 MB."""

KEPT = "kept"
REPEATED = "repeated"
TOO_SHORT = "too_short"


def keep_summary(
    seat: Seat,
    folders: tuple[SeatFiles, SeatFiles],
    session_id: str,
    told: Compaction,
    now_us: int,
) -> str:
    """Keep a summary in a file of its own and as a session fact, and tell what became of it.

    The caller has the turn.

    Args:
        seat: whose conversation it was.
        folders: the seat's own folder, and what Cortex keeps for it.
        session_id: the host's id of the session.
        told: the compaction; without a key an event told it.
        now_us: the present instant.

    Raises:
        SeatFileRefused, OSError: it could not be written.
    """
    files, kept = folders
    summary = summary_of(told.summary)
    if len(summary) < SUMMARY_CHARS_MIN:
        return TOO_SHORT
    fact = new_fact(seat, session_id, summary, told.at_us, now_us)
    source = TRANSCRIPT if told.key else EVENT
    fact = fact._replace(source=source, trigger=told.cause, key=told.key)
    if find_same(kept, fact) is not None:
        return REPEATED
    names = files.names(COMPACTIONS_FOLDER)
    path = f"{COMPACTIONS_FOLDER}/{checkpoint_name(fact.at_us, frozenset(names))}"
    fields = [
        ("session", session_id or "unknown"),
        ("trigger", told.cause or "unknown"),
        ("source", source),
        ("compaction", told.key or "unknown"),
    ]
    files.replace(path, compaction_text(now_us, fields, summary).encode("utf-8", "replace"))
    add_fact(kept, fact._replace(file=path))
    ours = [name for name in names if is_checkpoint_name(name)]
    for name in ours[: max(0, len(ours) + 1 - COMPACTIONS_MAX)]:
        files.remove(f"{COMPACTIONS_FOLDER}/{name}")
    return KEPT
