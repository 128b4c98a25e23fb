"""How is an event taken down, and kept while there is time? Source: ADR 0136 to 0138.

What a session's start does not need. Prompts and tools load it, so nothing here costs.
"""

from __future__ import annotations

from cortex.model.host_events import COMPACT_BEFORE, TOOL_AFTER

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from cortex.model.host_events import HostEvent
    from cortex.wiring.deadline import Deadline
    from cortex.wiring.settings import Settings

# Milliseconds that are left for the answer when draining ends.
DRAIN_SPARE_MS = 250


def take_down(event: HostEvent, settings: Settings, now_us: int) -> str:
    """Write an event into the spool, if anything of it is to be kept.

    Returns:
        Why it could not be written; empty when it was, or nothing of it is kept.
    """
    if not is_kept(event) or not is_allowed(event, settings):
        return ""
    from cortex.core.observe.host_text import kept_text
    from cortex.model.spooled import (
        COMMAND_BYTES_MAX,
        EVENT_BYTES_MAX,
        FULL,
        SPOOLED,
        SpooledEvent,
    )
    from cortex.stores.system.spool import append_event, spool_path
    from cortex.wire.spooled import spooled_line

    text = kept_text(event.role, event.text, EVENT_BYTES_MAX)
    if not text.text and event.kind != COMPACT_BEFORE:
        return ""
    event.text = text.text
    event.command = event.command[:COMMAND_BYTES_MAX]
    spooled = SpooledEvent(event, now_us, settings.owner_id, text.left_out)
    became = append_event(spool_path(settings.home, settings.db_path), spooled_line(spooled))
    if became == SPOOLED:
        return ""
    said = "the spool is full; `cortex maintain` empties it" if became == FULL else became
    return f"capture: {said}"


def is_kept(event: HostEvent) -> bool:
    """Tell whether something of an event is kept: its words under an id, or that it was.

    In a subagent only what its tools gave.
    """
    if event.kind == COMPACT_BEFORE:
        return bool(event.session_id) and not event.agent_id
    if not event.text or not event.key:
        return False
    return event.kind == TOOL_AFTER or not event.agent_id


def is_allowed(event: HostEvent, settings: Settings) -> bool:
    """Tell whether the operator lets this place be observed now."""
    from cortex.wiring.observed import is_observed

    return is_observed(settings, event.cwd)


def drain(settings: Settings, deadline: Deadline) -> None:
    """Keep what was taken down, as far as the time goes and nobody else is writing."""
    left_ms = int(deadline.left_seconds() * 1000) - DRAIN_SPARE_MS
    if left_ms <= 0:
        return
    from cortex.wiring.house import open_house
    from cortex.wiring.spool import drain_now

    with open_house(settings) as house:
        left_ms = int(deadline.left_seconds() * 1000) - DRAIN_SPARE_MS
        drain_now(house, max(0, left_ms), wait_ms=0)
